package gms_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// explained is EXPLAIN of a query as it has come, a line a row, NULL as -, without
// partitions.
func explained(t *testing.T, c *sql.Conn, query string) string {
	t.Helper()
	var lines []string
	for _, r := range rows(t, c, query) {
		for i := range r {
			if r[i] == "NULL" {
				r[i] = "-"
			}
		}
		if len(r) == 12 {
			r = append(r[:3:3], r[4:]...)
		}
		lines = append(lines, strings.Join(r, " "))
	}
	return strings.Join(lines, "\n")
}

func explainTables(t *testing.T, c *sql.Conn) {
	t.Helper()
	for _, q := range []string{
		"CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20), n INT, price DECIMAL(10,2) NOT NULL DEFAULT 0, KEY (n), KEY two (name, price))",
		"CREATE TABLE sale (id BIGINT PRIMARY KEY, item INT, note TEXT, KEY (item))",
		"INSERT INTO item (id, name, n) VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)",
		"INSERT INTO sale VALUES (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'z')",
	} {
		mustExec(t, c, q)
	}
}

// Rows of EXPLAIN: id, select_type, table, type, possible_keys, key, key_len, ref, rows,
// filtered, Extra.
var explainRows = []struct{ query, rows string }{
	{"SELECT 1", "1 SIMPLE - - - - - - - - No tables used"},
	{"SELECT * FROM item", "1 SIMPLE item ALL - - - - 3 100 -"},
	{"TABLE item", "1 SIMPLE item ALL - - - - 3 100 -"},
	{"SELECT * FROM item AS i WHERE id = 1", "1 SIMPLE i const PRIMARY PRIMARY 4 const 1 100 -"},
	{"SELECT * FROM item WHERE n = 1", "1 SIMPLE item ref n n 5 const - * *"},
	{"SELECT * FROM item WHERE n > 1", "1 SIMPLE item range n n 5 - - * *"},
	{"SELECT * FROM item WHERE n IN (1, 2)", "1 SIMPLE item range n n 5 - - * *"},
	{"SELECT * FROM item WHERE name = 'a' AND price > 1", "1 SIMPLE item range two two 88 - - * *"},
	{"SELECT * FROM item WHERE name = 'a'", "1 SIMPLE item ref two two 83 const - * *"},
	{"SELECT * FROM item WHERE id = 1 AND n = 2", "1 SIMPLE item * PRIMARY,n *"},
	{"SELECT * FROM item WHERE n + 1 = 2", "1 SIMPLE item ALL - - - - 3 100 Using where"},
	{"SELECT * FROM item WHERE 1 = 0", "1 SIMPLE - - - - - - - - Impossible WHERE"},
	{"SELECT name, COUNT(*) FROM item GROUP BY name ORDER BY 2", "1 SIMPLE item ALL - - - - 3 100 Using temporary; Using filesort"},
	{"SELECT * FROM item ORDER BY price LIMIT 1", "1 SIMPLE item ALL - - - - 3 100 Using filesort"},
	{"SELECT /*+ LOOKUP_JOIN(s,i) JOIN_ORDER(s,i) */ * FROM sale s JOIN item i ON i.id = s.item",
		"1 SIMPLE s ALL - - - - 3 100 -\n1 SIMPLE i eq_ref PRIMARY PRIMARY 4 shop.s.item 1 100 -"},
	{"SELECT /*+ HASH_JOIN(s,i) JOIN_ORDER(s,i) */ * FROM sale s JOIN item i ON i.price = s.id",
		"1 SIMPLE s ALL - - - - 3 100 -\n1 SIMPLE i ALL - - - - 3 33.33 Using where; Using join buffer (hash join)"},
	{"SELECT (SELECT 1), (SELECT MAX(id) FROM sale WHERE item = n) FROM item",
		"1 PRIMARY item ALL - - - - 3 100 -\n2 SUBQUERY - - - - - - - - No tables used\n3 DEPENDENT SUBQUERY sale ref item item 5 shop.item.n *"},
	{"SELECT * FROM (SELECT n, COUNT(*) c FROM item GROUP BY n) d, (SELECT 1) e", "1 PRIMARY *<derived*\n*DERIVED *"},
	{"SELECT id FROM item UNION SELECT id FROM sale UNION SELECT 3 ORDER BY 1",
		"1 PRIMARY item ALL - - - - 3 100 -\n2 UNION sale ALL - - - - 3 100 -\n3 UNION - - - - - - - - No tables used\n- UNION RESULT <union1,2,3> ALL - - - - - - Using temporary; Using filesort"},
	{"SELECT id FROM item UNION ALL SELECT id FROM sale", "1 PRIMARY item ALL - - - - 3 100 -\n2 UNION sale ALL - - - - 3 100 -"},
	{"WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r",
		"1 PRIMARY <derived2> ALL - - - - - - -\n2 DERIVED - - - - - - - - No tables used\n3 UNION r ALL - - - - - 33.33 Recursive; Using where"},
	{"INSERT INTO item (id) VALUES (4)", "1 INSERT item ALL - - - - - - -"},
	{"INSERT INTO item (id) SELECT id FROM sale", "1 INSERT item ALL - - - - - - -\n1 SIMPLE sale ALL - - - - 3 100 -"},
	{"REPLACE INTO item (id) VALUES (4)", "1 REPLACE item ALL - - - - - - -"},
	{"UPDATE item SET n = 2 WHERE id = 1", "1 UPDATE item range PRIMARY PRIMARY 4 const 1 100 -"},
	{"DELETE FROM item WHERE id = 1", "1 DELETE item range PRIMARY PRIMARY 4 const 1 100 -"},
	{"DELETE FROM item", "1 DELETE *"},
	{"UPDATE item JOIN sale ON sale.item = item.id SET n = 2", "1 *UPDATE item *"},
	{"SELECT * FROM performance_schema.threads WHERE THREAD_ID = 1", "1 SIMPLE threads const PRIMARY PRIMARY 8 const 1 100 -"},
	{"SELECT * FROM performance_schema.threads WHERE THREAD_ID > 1", "1 SIMPLE threads ALL PRIMARY - - - * 33.33 Using where"},
	{"SELECT * FROM performance_schema.cond_instances WHERE NAME = 'x'", "1 SIMPLE cond_instances ref NAME NAME 514 const - 100 -"},
	{"SELECT * FROM performance_schema.accounts WHERE USER = 'root' AND HOST = 'localhost'", "1 SIMPLE accounts const ACCOUNT ACCOUNT * const,const 1 100 -"},
	{"SELECT * FROM performance_schema.accounts WHERE USER = 'root'", "1 SIMPLE accounts ref ACCOUNT ACCOUNT * const - 100 -"},
	{"SELECT * FROM performance_schema.threads WHERE THREAD_ID = 'x'", "1 SIMPLE - - - - - - - - no matching row in const table"},
	{"SELECT * FROM performance_schema.accounts WHERE USER = 'nobody' AND HOST = 'nowhere'", "1 SIMPLE - - - - - - - - no matching row in const table"},
	{"SELECT * FROM performance_schema.accounts WHERE HOST = 'x' AND USER = 'y' AND TOTAL_CONNECTIONS = 1", "1 SIMPLE - - - - - - - - no matching row in const table"},
	{"SELECT * FROM performance_schema.users WHERE USER = 'root' AND TOTAL_CONNECTIONS < 0", "1 SIMPLE users const USER USER 129 const 1 100 -"},
	{"SELECT * FROM performance_schema.events_statements_current WHERE THREAD_ID = 'x'", "1 SIMPLE events_statements_current ref PRIMARY PRIMARY 8 const - 100 Using where"},
	{"SELECT * FROM performance_schema.hosts WHERE HOST = 'localhost'", "1 SIMPLE * HOST HOST 256 const *"},
	{"SELECT * FROM performance_schema.setup_instruments WHERE ENABLED = 'YES' AND NAME <> 'a'", "1 SIMPLE setup_instruments ALL PRIMARY - - - * 45 Using where"},
	{"SELECT * FROM item WHERE id = 99", "1 SIMPLE - - - - - - - - no matching row in const table"},
	{"SELECT * FROM item AS i WHERE i.id = 99 AND n > 3", "1 SIMPLE - - - - - - - - no matching row in const table"},
	{"UPDATE item SET n = 2 WHERE id = 99", "1 UPDATE item range PRIMARY PRIMARY 4 const 1 100 -"},
	{"SELECT * FROM sale WHERE note = 'x'", "1 SIMPLE sale ALL - - - - 3 33.33 Using where"},
	{"SELECT * FROM sale WHERE note = 'x' OR note LIKE 'y%'", "1 SIMPLE sale ALL - - - - 3 40.74 Using where"},
	{"SELECT * FROM sale WHERE note BETWEEN 'a' AND 'b' AND note IS NOT NULL", "1 SIMPLE sale ALL - - - - 3 7.41 Using where"},
	{"SELECT * FROM sale WHERE NOT note > 'a'", "1 SIMPLE sale ALL - - - - 3 * Using where"},
	{"SELECT * FROM item WHERE n > 1 AND price > 1", "1 SIMPLE item range n n 5 - - 33.33 Using where"},
	{"SELECT * FROM information_schema.tables", "1 SIMPLE TABLES ALL - - - - - 100 -"},
}

// What is compared anew with a constant that a key was made of: a BIGINT or an ENUM with a text,
// since more than one text may be one key; no smaller number. And what part of few rows is left.
func TestExplainComparesAnew(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE kinds (i INT NOT NULL, b BIGINT NOT NULL, e ENUM('x', 'y') NOT NULL, d DATE NOT NULL, KEY (i), KEY (b), KEY (e), KEY (d))")
	mustExec(t, c, "INSERT INTO kinds VALUES (1, 1, 'x', '2001-01-01')")
	mustExec(t, c, "CREATE TABLE one (a INT)")
	mustExec(t, c, "INSERT INTO one VALUES (1)")
	mustExec(t, c, "SET explain_format = TRADITIONAL, @member = 'y', @other = 'z', @i = '1'")
	for query, want := range map[string]string{
		"SELECT * FROM kinds WHERE i = '1'":          "1 SIMPLE kinds ref i i 4 const - 100 -",
		"SELECT * FROM kinds WHERE b = '1'":          "1 SIMPLE kinds ref b b 8 const - 100 Using where",
		"SELECT * FROM kinds WHERE b = 1":            "1 SIMPLE kinds ref b b 8 const - 100 -",
		"SELECT * FROM kinds WHERE d = '2001-01-01'": "1 SIMPLE kinds ref d d 3 const - 100 -",
		"SELECT * FROM kinds WHERE e = 'y'":          "1 SIMPLE kinds ref e e 1 const - 100 Using where",
		"SELECT * FROM kinds WHERE e = @member":      "1 SIMPLE kinds ref e e 1 const - 100 Using where",
		"SELECT * FROM kinds WHERE e = @other":       "1 SIMPLE kinds ref e e 1 const - 100 Using where",
		"SELECT * FROM one WHERE a > 1":              "1 SIMPLE one ALL - - - - 1 100 Using where",
		"SELECT * FROM performance_schema.prepared_statements_instances WHERE OWNER_OBJECT_TYPE = @member":        "1 SIMPLE prepared_statements_instances ref OWNER_OBJECT_TYPE OWNER_OBJECT_TYPE 2 const - 100 Using where",
		"SELECT * FROM performance_schema.events_transactions_summary_global_by_event_name WHERE EVENT_NAME > ''": "1 SIMPLE events_transactions_summary_global_by_event_name ALL PRIMARY - - - 1 100 Using where",
	} {
		if got := explained(t, c, "EXPLAIN "+query); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", query, got, want)
		}
	}
	for _, test := range [][2]string{
		{"SELECT COUNT(*) FROM kinds WHERE e = @member", "0"},
		{"SELECT COUNT(*) FROM kinds WHERE e = @other", "0"},
		{"SELECT COUNT(*) FROM kinds WHERE e = (@member := 'x')", "1"},
		{"SELECT COUNT(*) FROM kinds WHERE e = @member AND i = @i", "1"},
		{"SELECT COUNT(*) FROM kinds WHERE (@member := 'y') = 'y' AND e = @member", "0"}, // assigned here: no constant
	} {
		if got := rows(t, c, test[0]); got[0][0] != test[1] {
			t.Errorf("%s: %s, want %s", test[0], got, test[1])
		}
	}
}

func TestExplainRows(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	explainTables(t, c)
	mustExec(t, c, "SET explain_format = TRADITIONAL")
	for _, test := range explainRows {
		for _, verb := range []string{"EXPLAIN ", "/* a */ DESC FORMAT = traditional "} {
			if got := explained(t, c, verb+test.query); !like(got, test.rows) {
				t.Errorf("%s%s:\n%s\nwant\n%s", verb, test.query, got, test.rows)
			}
		}
		var document map[string]any
		if got := rows(t, c, "EXPLAIN FORMAT=JSON "+test.query); json.Unmarshal([]byte(got[0][0]), &document) != nil || document["query"] != test.query || document["query_plan"] == nil {
			t.Errorf("%s: %s", test.query, got)
		}
	}
	if got := rows(t, c, "SELECT COUNT(*) FROM item"); got[0][0] != "3" {
		t.Errorf("EXPLAIN changed the table: %s", got)
	}
}

// The forms of EXPLAIN, its mistakes, and what a client prepares.
func TestExplainForms(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	explainTables(t, c)
	mustExec(t, c, "SET explain_format = TRADITIONAL")
	wantErrors(t, c, map[string]uint16{
		"EXPLAIN FORMAT=nonsense SELECT 1": 1791, "EXPLAIN ANALYZE FORMAT=JSON SELECT 1": 1235, "EXPLAIN ANALYZE FORMAT=TRADITIONAL SELECT 1": 1235,
		"EXPLAIN ANALYZE FORMAT=TREE SELECT 1": 0, "EXPLAIN FORMAT=TREE SELECT 1": 0, "EXPLAIN PLAN SELECT 1": 0, "EXPLAIN": 1064, "EXPLAIN FORMAT=JSON": 1064,
		"EXPLAIN FORMAT=JSON DROP TABLE item": 1064, "EXPLAIN FORMAT=JSON EXPLAIN SELECT 1": 1064, "EXPLAIN FORMAT=JSON SELECT * FROM nowhere": 1146,
		"EXPLAIN SELECT * FROM nowhere": 1146, "EXPLAIN SELECT nothing FROM item": 1054, "EXPLAIN item name": 0, "EXPLAIN item 'n%'": 0, "EXPLAIN nowhere name": 1146,
		"EXPLAIN item name nonsense": 1064, "EXPLAIN FOR SCHEMA shop SELECT 1": 1235, "EXPLAIN FORMAT=JSON INTO @a SELECT 1": 1235,
		"EXPLAIN FOR CONNECTION 4000000": 1094, "EXPLAIN FOR CONNECTION x": 1064, "EXPLAIN FORMAT=nonsense FOR CONNECTION 1": 1791,
	})
	if got := rows(t, c, "EXPLAIN item name"); len(got) != 1 || got[0][0] != "name" {
		t.Errorf("one column: %q", got)
	}
	const of = "1 SIMPLE item const PRIMARY PRIMARY 4 const 1 100 -"
	mustExec(t, c, "PREPARE s FROM 'EXPLAIN SELECT * FROM item WHERE id = ?'")
	mustExec(t, c, "SET @a = 1, @b = NULL")
	for range 2 {
		if got := explained(t, c, "EXECUTE s USING @a"); got != of {
			t.Errorf("prepared: %s", got)
		}
	}
	for _, query := range []string{"EXPLAIN SELECT * FROM item WHERE id = ?", "DESC FORMAT=TREE UPDATE item SET n = 1 WHERE id = ?"} {
		p, err := c.PrepareContext(t.Context(), query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		r, err := p.QueryContext(t.Context(), 1)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if !r.Next() {
			t.Errorf("%s: no row", query)
		}
		_, _ = r.Close(), p.Close()
	}
	mustExec(t, c, "SET explain_format = JSON")
	if got := rows(t, c, "EXPLAIN SELECT 1"); !strings.HasPrefix(got[0][0], "{") {
		t.Errorf("as the session has it: %q", got)
	}
	mustExec(t, c, "SET explain_format = DEFAULT")
	if got := rows(t, c, "EXPLAIN SELECT name FROM item WHERE id = 1"); len(got) != 1 || !strings.HasPrefix(got[0][0], "-> Single-row index lookup on item using PRIMARY") {
		t.Errorf("by default: %q", got)
	}
	mustExec(t, c, "SET explain_format = TRADITIONAL_STRICT")
	mustExec(t, c, "CREATE PROCEDURE shown() EXPLAIN SELECT * FROM item WHERE id = 1")
	if got := explained(t, c, "CALL shown()"); got != of {
		t.Errorf("in a procedure: %s", got)
	}
}

// EXPLAIN needs the rights of its statement, and of another's connection PROCESS.
func TestExplainAsksForRights(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	explainTables(t, root)
	for _, q := range []string{"CREATE USER reader@localhost", "GRANT SELECT ON shop.item TO reader@localhost", "CREATE VIEW shown AS SELECT * FROM sale", "GRANT SELECT ON shop.shown TO reader@localhost"} {
		mustExec(t, root, q)
	}
	c := s.connect(t, "reader", "shop")
	var id string
	if err := root.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"", "FORMAT=JSON ", "FORMAT=TREE "} {
		for statement, want := range map[string]uint16{
			"SELECT * FROM item": 0, "SELECT * FROM sale": 1142, "SELECT (SELECT MAX(id) FROM sale) FROM item": 1142, "INSERT INTO item (id) VALUES (9)": 1142,
			"UPDATE item SET n = 1": 1142, "DELETE FROM item": 1142, "REPLACE INTO item (id) VALUES (9)": 1142, "SELECT * FROM shown": 1345, "FOR CONNECTION " + id: 1227,
		} {
			if number, _, message := errorOf(t, c, "EXPLAIN "+format+statement); number != want {
				t.Errorf("EXPLAIN %s%s: %d %s, want %d", format, statement, number, message, want)
			}
		}
	}
	other := s.connect(t, "reader", "shop")
	if err := other.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	if number, _, message := errorOf(t, c, "EXPLAIN FOR CONNECTION "+id); number != 3012 {
		t.Errorf("of an idle connection: %d %s", number, message)
	}
	mustExec(t, root, "SELECT GET_LOCK('gate0', 10)")
	done := s.start(t.Context(), other, "SELECT id FROM item WHERE id < 2 OR GET_LOCK(CONCAT('gate', id * 0), 30) = 1")
	var got [][]string
	await(t, "its plan", func() bool {
		var err error
		got, err = tryRows(t.Context(), c, "EXPLAIN FORMAT=TRADITIONAL FOR CONNECTION "+id)
		return err == nil && len(got) == 1 && strings.Contains(fmt.Sprint(got), "SIMPLE item")
	})
	for _, format := range []string{"JSON", "TREE"} {
		if got := rows(t, c, "EXPLAIN FORMAT="+format+" FOR CONNECTION "+id); !strings.Contains(fmt.Sprint(got), "item") {
			t.Errorf("%s: %q", format, got)
		}
	}
	mustExec(t, root, "SELECT RELEASE_LOCK('gate0')")
	if r := <-done; r.err != nil {
		t.Error(r.err)
	}
}
