package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// A procedure works in the transaction of who calls it, which stays open after it, also
// if it fails, unless the procedure ends it.
func TestProceduresRunInTheirCallersTransaction(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE TABLE log (id INT PRIMARY KEY)",
		"CREATE PROCEDURE counts(OUT n INT) SELECT COUNT(*) INTO n FROM log",
		"CREATE PROCEDURE shows() SELECT id FROM log ORDER BY id",
		"CREATE PROCEDURE writes(id INT) INSERT INTO log VALUES (id)",
		"CREATE PROCEDURE outer_writes(id INT) BEGIN CALL writes(id); CALL writes(id + 1); END",
		"CREATE PROCEDURE fails(id INT) BEGIN INSERT INTO log VALUES (id); INSERT INTO log VALUES (id); END",
		"CREATE PROCEDURE handles(id INT) BEGIN DECLARE EXIT HANDLER FOR 1062 INSERT INTO log VALUES (id + 1); CALL fails(id); END",
		"CREATE PROCEDURE undoes(id INT) BEGIN INSERT INTO log VALUES (id); ROLLBACK; END",
		"CREATE PROCEDURE keeps(id INT) BEGIN INSERT INTO log VALUES (id); COMMIT; END",
		"CREATE PROCEDURE keeps_and_begins(id INT) BEGIN COMMIT; START TRANSACTION; INSERT INTO log VALUES (id); END",
	} {
		mustExec(t, root, query)
	}
	const other = "SELECT id FROM log ORDER BY id"
	for _, test := range []struct {
		call     string
		number   uint16
		seen     string // by the caller, afterwards
		kept     string // by all, at COMMIT
		undone   string // by all, at ROLLBACK
		reported string
	}{
		{call: "CALL counts(@n)", seen: "[[1]]", kept: "[[1]]", undone: "[]"},
		{call: "CALL shows()", seen: "[[1]]", kept: "[[1]]", undone: "[]", reported: "[[1]]"},
		{call: "CALL writes(2)", seen: "[[1] [2]]", kept: "[[1] [2]]", undone: "[]"},
		{call: "CALL outer_writes(2)", seen: "[[1] [2] [3]]", kept: "[[1] [2] [3]]", undone: "[]"},
		{call: "CALL fails(2)", number: 1062, seen: "[[1] [2]]", kept: "[[1] [2]]", undone: "[]"},
		{call: "CALL handles(2)", seen: "[[1] [2] [3]]", kept: "[[1] [2] [3]]", undone: "[]"},
		{call: "CALL undoes(2)", seen: "[]", kept: "[]", undone: "[]"},
		{call: "CALL keeps(2)", seen: "[[1] [2]]", kept: "[[1] [2]]", undone: "[[1] [2]]"},
		{call: "CALL keeps_and_begins(2)", seen: "[[1] [2]]", kept: "[[1] [2]]", undone: "[[1]]"},
		{call: "CALL nosuch()", number: 1305, seen: "[[1]]", kept: "[[1]]", undone: "[]"},
	} {
		for _, begin := range []string{"BEGIN", "SET autocommit = 0"} {
			for _, end := range []string{"COMMIT", "ROLLBACK"} {
				name := begin + ", " + test.call + ", " + end
				mustExec(t, root, "DELETE FROM log")
				c := s.connect(t, "root", "shop")
				mustExec(t, c, begin)
				mustExec(t, c, "INSERT INTO log VALUES (1)")
				switch {
				case test.number != 0:
					if number, _, message := errorOf(t, c, test.call); number != test.number {
						t.Errorf("%s: %d %s", name, number, message)
					}
				case test.reported != "":
					if got := fmt.Sprint(rows(t, c, test.call)); got != test.reported {
						t.Errorf("%s: the procedure saw %s", name, got)
					}
				default:
					mustExec(t, c, test.call)
				}
				if got := fmt.Sprint(rows(t, c, other)); got != test.seen {
					t.Errorf("%s: the caller sees %s afterwards, want %s", name, got, test.seen)
				}
				mustExec(t, c, end)
				want := test.kept
				if end == "ROLLBACK" {
					want = test.undone
				}
				if got := fmt.Sprint(rows(t, root, other)); got != want {
					t.Errorf("%s: others see %s, want %s", name, got, want)
				}
				mustExec(t, c, "SET autocommit = 1")
				c.Close()
			}
		}
	}
	mustExec(t, root, "DELETE FROM log")
	mustExec(t, root, "CALL writes(5)")
	if got := fmt.Sprint(rows(t, s.connect(t, "root", "shop"), other)); got != "[[5]]" {
		t.Errorf("a CALL by itself has left %s", got)
	}
}

// A procedure that a trigger calls is part of the statement that fires it: what it has
// done goes with that.
func TestProceduresOfTriggersBelongToTheStatement(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE TABLE src (id INT PRIMARY KEY)",
		"CREATE TABLE log (id INT)",
		"CREATE PROCEDURE note(n INT) INSERT INTO log VALUES (n)",
		"CREATE PROCEDURE outer_note(n INT) BEGIN CALL note(n); CALL note(-n); END",
		"CREATE TRIGGER noted BEFORE INSERT ON src FOR EACH ROW CALL outer_note(NEW.id)",
		"INSERT INTO src VALUES (1), (2)",
	} {
		mustExec(t, c, query)
	}
	if number, _, message := errorOf(t, c, "INSERT INTO src VALUES (3), (3)"); number != 1062 {
		t.Errorf("%d %s", number, message)
	}
	mustExec(t, c, "BEGIN")
	mustExec(t, c, "INSERT INTO src VALUES (4)")
	mustExec(t, c, "ROLLBACK")
	mustExec(t, c, "INSERT INTO src VALUES (5)")
	for query, want := range map[string]string{
		"SELECT id FROM src ORDER BY id": "[[1] [2] [5]]",
		"SELECT id FROM log ORDER BY id": "[[-5] [-2] [-1] [1] [2] [5]]",
	} {
		if got := fmt.Sprint(rows(t, s.connect(t, "root", "shop"), query)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
