package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestTriggersOfAnyDatabase has triggers that name tables of their database run for
// whoever writes to their table, whichever database that session has selected.
func TestTriggersOfAnyDatabase(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE DATABASE other", "CREATE TABLE other.log (what TEXT)", // of the same name as the one that is meant
		"CREATE TABLE item (i INT PRIMARY KEY, b INT)", "CREATE TABLE log (what TEXT)",
		"CREATE TRIGGER fill BEFORE INSERT ON item FOR EACH ROW SET NEW.b = 7",
		"CREATE TRIGGER note_insert AFTER INSERT ON item FOR EACH ROW INSERT INTO log VALUES (CONCAT('insert ', NEW.i))",
		"CREATE TRIGGER note_update AFTER UPDATE ON item FOR EACH ROW INSERT INTO log VALUES (CONCAT('update ', NEW.i))",
		"CREATE TRIGGER note_delete AFTER DELETE ON item FOR EACH ROW INSERT INTO log VALUES (CONCAT('delete ', OLD.i))",
	} {
		mustExec(t, root, query)
	}
	for i, database := range []string{"shop", "", "other", "information_schema", "performance_schema"} {
		c := s.connect(t, "root", database)
		for _, query := range []string{"INSERT INTO shop.item (i) VALUES (%d)", "UPDATE shop.item SET b = b + 1 WHERE i = %d", "DELETE FROM shop.item WHERE i = %d"} {
			mustExec(t, c, fmt.Sprintf(query, i))
		}
		want := fmt.Sprintf("[[delete %d] [insert %d] [update %d]]", i, i, i)
		if got := fmt.Sprint(rows(t, root, fmt.Sprintf("SELECT * FROM shop.log WHERE what LIKE '%% %d' ORDER BY what", i))); got != want {
			t.Errorf("with %q selected: %s, want %s", database, got, want)
		}
		var selected any
		if err := c.QueryRowContext(t.Context(), "SELECT IFNULL(DATABASE(), '')").Scan(&selected); err != nil || fmt.Sprintf("%s", selected) != database {
			t.Errorf("%q was selected, then %s (%v)", database, selected, err)
		}
	}
	mustExec(t, s.connect(t, "root", "other"), "DROP TABLE shop.item")
	if got := rows(t, root, "SHOW TRIGGERS"); len(got) != 0 {
		t.Errorf("triggers of a table that is gone: %v", got)
	}
	if got := rows(t, root, "SELECT * FROM other.log"); len(got) != 0 {
		t.Errorf("noted elsewhere: %v", got)
	}
}
