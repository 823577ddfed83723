package gms_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// The parser takes a table for a common table expression where any part of its
// name is that of one: nothing may be read or changed that way.
func TestNamesOfExpressionsOpenNothing(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE item (id INT PRIMARY KEY, name TEXT)", "INSERT INTO item VALUES (1, 'nut')", "CREATE TABLE other (id INT PRIMARY KEY)",
		"CREATE USER reader@localhost", "GRANT SELECT ON shop.other TO reader@localhost",
		"CREATE USER writer@localhost", "GRANT INSERT ON shop.* TO writer@localhost",
		"CREATE USER viewer@localhost", "GRANT SELECT ON shop.* TO viewer@localhost",
	} {
		mustExec(t, root, q)
	}
	for _, test := range []struct{ user, statement, denied string }{
		{"reader", "WITH mysql AS (SELECT 1) SELECT user, authentication_string FROM mysql.user", "SELECT"},
		{"reader", "WITH user AS (SELECT 1) SELECT * FROM mysql.user", "SELECT"},
		{"reader", "WITH mysql AS (SELECT 1) UPDATE mysql.user SET authentication_string = ''", "SELECT"},
		{"reader", "WITH mysql AS (SELECT 1) DELETE FROM mysql.user", "SELECT"},
		{"reader", "SELECT * FROM other WHERE id IN (WITH mysql AS (SELECT 1) SELECT user FROM mysql.user)", "SELECT"},
		{"reader", "WITH performance_schema AS (SELECT 1) SELECT * FROM performance_schema.threads", "SELECT"},
		{"reader", "WITH item AS (SELECT * FROM item) SELECT * FROM item", "SELECT"},
		{"reader", "WITH x AS (SELECT * FROM item), item AS (SELECT 1) SELECT * FROM x", "SELECT"},
		{"writer", "WITH shop AS (SELECT 1) SELECT * FROM shop.item", "SELECT"},
		{"writer", "WITH item AS (SELECT * FROM item) SELECT * FROM item", "SELECT"},
		{"writer", "INSERT INTO other WITH shop AS (SELECT 1) SELECT id + 9 FROM shop.item", "SELECT"},
		{"writer", "INSERT INTO item VALUES (1, 'bolt') ON DUPLICATE KEY UPDATE name = 'bolt'", "UPDATE"},
		{"viewer", "WITH shop AS (SELECT 1) DELETE FROM shop.item", "DELETE"},
		{"viewer", "WITH shop AS (SELECT 1) UPDATE shop.item SET name = 'bolt'", "UPDATE"},
		{"viewer", "WITH shop AS (SELECT 1) INSERT INTO shop.item VALUES (2, 'bolt')", "INSERT"},
		{"viewer", "WITH shop AS (SELECT 1) REPLACE INTO shop.item VALUES (1, 'bolt')", "INSERT, DELETE"},
		{"reader", "WITH other AS (SELECT 7 AS id) SELECT * FROM other", ""},
		{"writer", "INSERT INTO other WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n", ""},
		{"reader", "WITH x AS (SELECT 7 AS id) SELECT * FROM x JOIN other", ""},
		{"viewer", "WITH item AS (SELECT * FROM item) SELECT * FROM item", ""},
	} {
		number, _, message := errorOf(t, s.connect(t, test.user, "shop"), test.statement)
		if test.denied == "" && number != 0 {
			t.Errorf("%s: %s: %d %s", test.user, test.statement, number, message)
		}
		if test.denied != "" && (number != 1142 && number != 1064 || number == 0) {
			t.Errorf("%s: %s: %d %q, want %s denied", test.user, test.statement, number, message, test.denied)
		}
	}
	if got := rows(t, root, "SELECT * FROM item"); len(got) != 1 || got[0][1] != "nut" {
		t.Errorf("shop.item: %q", got)
	}
}
