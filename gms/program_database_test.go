package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestProceduresRunInTheirDatabase has procedures that name tables without a database find
// those of their own, whichever database the caller has selected, and leave that selected.
func TestProceduresRunInTheirDatabase(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE DATABASE other", "CREATE TABLE other.log (what TEXT)", "CREATE TABLE log (what TEXT)",
		"CREATE VIEW logged AS SELECT COUNT(*) AS n FROM log",
		"CREATE PROCEDURE note(what TEXT) INSERT INTO log VALUES (CONCAT(what, ' in ', DATABASE()))",
		"CREATE PROCEDURE inner_note(what TEXT) BEGIN CALL note(what); INSERT INTO log VALUES ('after'); END",
		"CREATE PROCEDURE other.outer_note(what TEXT) BEGIN CALL shop.inner_note(what); INSERT INTO log VALUES (DATABASE()); END",
		"CREATE PROCEDURE count_log() SELECT COUNT(*), DATABASE(), (SELECT n FROM logged) FROM log",
		"CREATE PROCEDURE prepared(what TEXT) BEGIN SET @text = 'INSERT INTO log VALUES (?)', @what = what; PREPARE s FROM @text; EXECUTE s USING @what; END",
		"CREATE PROCEDURE fails() BEGIN INSERT INTO log VALUES ('fails'); SELECT * FROM nothing; END",
		"CREATE PROCEDURE first_note() BEGIN DECLARE w TEXT; DECLARE c CURSOR FOR SELECT what FROM log; OPEN c; FETCH c INTO w; CLOSE c; SELECT w; END",
	} {
		mustExec(t, root, query)
	}
	for _, database := range []string{"shop", "", "other", "information_schema", "performance_schema"} {
		c := s.connect(t, "root", database)
		mustExec(t, root, "DELETE FROM shop.log")
		mustExec(t, root, "DELETE FROM other.log")
		mustExec(t, c, "CALL shop.note('note')")
		mustExec(t, c, "CALL other.outer_note('outer')")
		mustExec(t, c, "CALL shop.prepared('prepared')")
		if number, _, message := errorOf(t, c, "CALL shop.fails()"); number != 1146 || message != "Table 'shop.nothing' doesn't exist" {
			t.Errorf("with %q selected: %d %s", database, number, message)
		}
		for query, want := range map[string]string{
			"SELECT IFNULL(DATABASE(), '')": fmt.Sprintf("[[%s]]", database),
			"CALL shop.count_log()":         "[[5 shop 5]]",
			"CALL shop.first_note()":        "[[note in shop]]",
		} {
			if got := fmt.Sprint(rows(t, c, query)); got != want {
				t.Errorf("with %q selected: %s: %s, want %s", database, query, got, want)
			}
		}
		if got, want := fmt.Sprint(rows(t, root, "SELECT what FROM shop.log")), "[[note in shop] [outer in shop] [after] [prepared] [fails]]"; got != want {
			t.Errorf("with %q selected: %s, want %s", database, got, want)
		}
		const recorded = "SELECT DISTINCT IFNULL(CURRENT_SCHEMA, ''), EVENT_NAME FROM performance_schema.events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND EVENT_NAME IN ('statement/sql/call_procedure', 'statement/sp/stmt') ORDER BY EVENT_NAME DESC"
		mustExec(t, c, "CALL shop.note('note')")
		if got, want := fmt.Sprint(rows(t, c, recorded)), fmt.Sprintf("[[%s statement/sql/call_procedure] [shop statement/sp/stmt]]", database); got != want {
			t.Errorf("with %q selected: recorded as %s, want %s", database, got, want)
		}
		if got, want := fmt.Sprint(rows(t, root, "SELECT what FROM other.log")), "[[other]]"; got != want {
			t.Errorf("with %q selected: %s in the other, want %s", database, got, want)
		}
	}
}

// TestProceduresAskForRightsInTheirDatabase has the tables that a procedure names without a
// database be its own to the checks of rights, too.
func TestProceduresAskForRightsInTheirDatabase(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE DATABASE other", "CREATE TABLE other.log (what TEXT)", "CREATE TABLE log (what TEXT)",
		"CREATE PROCEDURE mine() SQL SECURITY INVOKER INSERT INTO log VALUES ('x')",
		"CREATE USER joe", "GRANT INSERT ON other.* TO joe", "GRANT EXECUTE ON shop.* TO joe",
	} {
		mustExec(t, root, query)
	}
	joe := s.connect(t, "joe", "other")
	if number, _, message := errorOf(t, joe, "CALL shop.mine()"); number != 1142 {
		t.Errorf("%d %s", number, message)
	}
	if got := rows(t, root, "SELECT * FROM other.log UNION ALL SELECT * FROM shop.log"); len(got) != 0 {
		t.Errorf("written: %v", got)
	}
}
