package gms_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// nested are the statements of a thread's history, in the order they began:
// level, instrument, program, text and error.
func nested(th *perfschema.Thread) string {
	h := th.StatementsHistory()
	var out []string
	for range h {
		first := -1
		for i, e := range h {
			if e.EventID != 0 && (first < 0 || e.EventID < h[first].EventID) {
				first = i
			}
		}
		e := h[first]
		line := fmt.Sprintf("%d %s", e.NestingLevel, strings.TrimPrefix(e.EventName, "statement/"))
		if e.ObjectName != "" {
			line += fmt.Sprintf(" %s %s.%s", e.ObjectType, e.ObjectSchema, e.ObjectName)
		}
		if e.SQLText != "" {
			line += " | " + e.SQLText
		}
		if e.Errno != 0 {
			line += fmt.Sprintf(" ! %d", e.Errno)
		}
		out = append(out, line)
		h[first].EventID = 0
	}
	return strings.Join(out, "\n")
}

// runNested runs a statement and compares what it did.
func (s *testServer) runNested(t *testing.T, c *sql.Conn, th *perfschema.Thread, query, want string) error {
	t.Helper()
	_ = s.schema.Read().Truncate("events_statements_history")
	_, err := tryRows(t.Context(), c, query)
	if got := nested(th); got != strings.TrimSpace(want) {
		t.Errorf("%s:\n%s\nwant:\n%s", query, got, strings.TrimSpace(want))
	}
	return err
}

func (s *testServer) program(t *testing.T, name string) record.ProgramInfo {
	t.Helper()
	for _, p := range s.schema.Read().Programs() {
		if p.Name == name {
			return p
		}
	}
	t.Errorf("no program %s in %v", name, s.schema.Read().Programs())
	return record.ProgramInfo{}
}

func wideHistory() perfschema.Config {
	z := perfschema.DefaultSizes()
	z.StatementsHistory = 100
	return perfschema.Config{Sizes: z}
}

func TestProcedure(t *testing.T) {
	s := startServer(t, wideHistory())
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	mustExec(t, c, `CREATE PROCEDURE restock(IN wanted INT) COMMENT 'BEGIN'
BEGIN
  DECLARE n INT DEFAULT 0;
  SET n = wanted;
  IF n > 1 THEN
    UPDATE product SET price = price + 1 WHERE id = n; -- one
  ELSE
    SELECT 'nothing';
  END IF;
  INSERT INTO line VALUES (100, wanted, 1), (101, wanted, 2);
  SELECT name, price FROM product WHERE id = wanted;
END`)
	if err := s.runNested(t, c, th, "CALL restock(2)", `
0 sql/call_procedure | CALL restock(2)
1 sp/set PROCEDURE shop.restock
1 sp/jump_if_not PROCEDURE shop.restock
1 sp/stmt PROCEDURE shop.restock | UPDATE product SET price = price + 1 WHERE id = n
1 sp/stmt PROCEDURE shop.restock | INSERT INTO line VALUES (100, wanted, 1), (101, wanted, 2)
1 sp/stmt PROCEDURE shop.restock | SELECT name, price FROM product WHERE id = wanted
`); err != nil {
		t.Error(err)
	}
	var sum record.StatementStat
	for _, e := range th.StatementsHistory() {
		if e.NestingLevel == 0 {
			continue
		}
		if e.NestingType != record.EventStatement || e.DigestHex != "" || e.Running {
			t.Errorf("%+v", e)
		}
		sum.Timer.Count++
		sum.Timer.Sum += e.TimerWait
		sum.Counters.Add(&e.Counters)
	}
	p := s.program(t, "restock")
	if p.Type != "PROCEDURE" || p.Schema != "shop" || p.Calls.Count != 1 || p.Statements.Timer.Count != sum.Timer.Count ||
		p.Statements.Timer.Sum != sum.Timer.Sum || p.Statements.Counters != sum.Counters || p.Calls.Sum <= p.Statements.Timer.Sum {
		t.Errorf("%+v, its statements: %+v", p, sum)
	}
	if want := (record.StatementCounters{RowsAffected: 3, RowsExamined: 2, RowsSent: 1}); sum.Counters != want {
		t.Errorf("%+v, want %+v", sum.Counters, want)
	}
	for _, e := range th.StatementsHistory() {
		if e.NestingLevel == 0 && (e.Counters.RowsExamined != 2 || e.Counters.RowsSent != 1) {
			t.Errorf("the call: %+v", e.Counters)
		}
	}
	// Every summary by event name agrees.
	for _, stats := range s.schema.Read().StatementSummary(record.Global, 0).All() {
		var n uint64
		for i, class := range s.schema.Read().ClassesOf(perfschema.KindStatement) {
			if strings.HasPrefix(class.Name(), "statement/sp/") {
				n += stats[i].Timer.Count
			}
		}
		if n != 5 {
			t.Errorf("%d sub-statements by event name", n)
		}
	}
	mustExec(t, c, "DROP PROCEDURE Restock")
	if rows := s.schema.Read().Programs(); len(rows) != 0 {
		t.Errorf("after DROP: %+v", rows)
	}
}

func TestProceduresNest(t *testing.T) {
	s := startServer(t, wideHistory())
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	mustExec(t, c, "CREATE PROCEDURE innermost() SELECT COUNT(*) FROM product")
	mustExec(t, c, "CREATE PROCEDURE middle() BEGIN CALL innermost(); DELETE FROM line WHERE id = 1; END")
	mustExec(t, c, "CREATE PROCEDURE outermost() BEGIN REPEAT CALL middle(); UNTIL TRUE END REPEAT; END")
	if err := s.runNested(t, c, th, "CALL outermost()", `
0 sql/call_procedure | CALL outermost()
1 sp/stmt PROCEDURE shop.outermost | CALL middle()
2 sp/stmt PROCEDURE shop.middle | CALL innermost()
3 sp/stmt PROCEDURE shop.innermost | SELECT COUNT(*) FROM product
2 sp/stmt PROCEDURE shop.middle | DELETE FROM line WHERE id = 1
1 sp/jump_if_not PROCEDURE shop.outermost
`); err != nil {
		t.Error(err)
	}
	if p := s.program(t, "middle"); p.Calls.Count != 1 || p.Statements.Timer.Count != 2 || p.Statements.Counters.RowsAffected != 1 {
		t.Errorf("%+v", p)
	}
}

func TestProcedureErrors(t *testing.T) {
	s := startServer(t, wideHistory())
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	mustExec(t, c, "CREATE PROCEDURE fails() BEGIN INSERT INTO product VALUES (1,'x',1); SELECT 1; END")
	mustExec(t, c, `CREATE PROCEDURE handles() BEGIN
  DECLARE handled INT DEFAULT 0;
  DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET handled = 1;
  INSERT INTO product VALUES (1,'x',1);
  SELECT 1;
END`)
	mustExec(t, c, "CREATE PROCEDURE calls() BEGIN CALL fails(); END")
	mustExec(t, c, `CREATE PROCEDURE last_handled() BEGIN
  DECLARE handled INT DEFAULT 0;
  DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET handled = 2;
  SELECT * FROM nowhere;
END`)
	if err := s.runNested(t, c, th, "CALL calls()", `
0 sql/call_procedure | CALL calls() ! 1062
1 sp/stmt PROCEDURE shop.calls | CALL fails() ! 1062
2 sp/stmt PROCEDURE shop.fails | INSERT INTO product VALUES (1,'x',1) ! 1062
`); err == nil {
		t.Error("no error")
	}
	s.wantRaised(t, "passed up", 1062, 1, 0)
	if p := s.program(t, "fails"); p.Calls.Count != 1 || p.Statements.Errors != 1 {
		t.Errorf("%+v", p)
	}
	if err := s.runNested(t, c, th, "CALL handles()", `
0 sql/call_procedure | CALL handles()
1 sp/stmt PROCEDURE shop.handles | INSERT INTO product VALUES (1,'x',1) ! 1062
1 sp/set PROCEDURE shop.handles
1 sp/stmt PROCEDURE shop.handles | SELECT 1
`); err != nil {
		t.Error(err)
	}
	s.wantRaised(t, "handled", 1062, 1, 1)
	if _, err := tryRows(t.Context(), c, "CALL last_handled()"); err != nil {
		t.Error(err)
	}
	s.wantRaised(t, "handled at the end", 1146, 0, 1)
}

func TestCursor(t *testing.T) {
	s := startServer(t, wideHistory())
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	mustExec(t, c, `CREATE PROCEDURE walk() BEGIN
  DECLARE done INT DEFAULT 0;
  DECLARE v VARCHAR(20);
  DECLARE cur CURSOR FOR SELECT name FROM product WHERE id < 3;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1;
  OPEN cur;
  again: LOOP
    FETCH cur INTO v;
    IF done = 1 THEN
      LEAVE again;
    END IF;
  END LOOP;
  CLOSE cur;
END`)
	if err := s.runNested(t, c, th, "CALL walk()", `
0 sql/call_procedure | CALL walk()
1 sp/copen PROCEDURE shop.walk
1 sp/cfetch PROCEDURE shop.walk
1 sp/jump_if_not PROCEDURE shop.walk
1 sp/cfetch PROCEDURE shop.walk
1 sp/jump_if_not PROCEDURE shop.walk
1 sp/cfetch PROCEDURE shop.walk ! 1329
1 sp/set PROCEDURE shop.walk
1 sp/jump_if_not PROCEDURE shop.walk
1 sp/cclose PROCEDURE shop.walk
`); err != nil {
		t.Error(err)
	}
	s.wantRaised(t, "no more rows", 1329, 0, 1)
	if p := s.program(t, "walk"); p.Statements.Counters.RowsExamined != 2 || p.Statements.Errors != 1 {
		t.Errorf("%+v", p)
	}
}

func TestTriggers(t *testing.T) {
	s := startServer(t, wideHistory())
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	mustExec(t, c, "CREATE TABLE audit (id INT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(20))")
	mustExec(t, c, "CREATE TRIGGER dearer BEFORE INSERT ON product FOR EACH ROW SET NEW.price = NEW.price + 1")
	mustExec(t, c, `CREATE TRIGGER noted AFTER INSERT ON product FOR EACH ROW BEGIN
  INSERT INTO audit (what) VALUES (NEW.name);
  IF NEW.id > 11 THEN
    UPDATE line SET n = n + 1 WHERE id <= 2;
  END IF;
END`)
	mustExec(t, c, "CREATE TRIGGER audited BEFORE INSERT ON audit FOR EACH ROW SET NEW.what = UPPER(NEW.what)")
	if err := s.runNested(t, c, th, "INSERT INTO product VALUES (11,'k',1), (12,'l',2)", `
0 sql/insert | INSERT INTO product VALUES (11,'k',1), (12,'l',2)
1 sp/set_trigger_field TRIGGER shop.dearer
1 sp/stmt TRIGGER shop.noted | INSERT INTO audit (what) VALUES (NEW.name)
2 sp/set_trigger_field TRIGGER shop.audited
1 sp/set_trigger_field TRIGGER shop.dearer
1 sp/stmt TRIGGER shop.noted | INSERT INTO audit (what) VALUES (NEW.name)
2 sp/set_trigger_field TRIGGER shop.audited
1 sp/stmt TRIGGER shop.noted | UPDATE line SET n = n + 1 WHERE id <= 2
`); err != nil {
		t.Error(err)
	}
	got := rows(t, c, "SELECT (SELECT GROUP_CONCAT(what ORDER BY id) FROM audit), (SELECT price FROM product WHERE id = 12), (SELECT n FROM line WHERE id = 2)")
	if fmt.Sprint(got) != "[[K,L 3 2]]" {
		t.Errorf("the triggers did %v", got)
	}
	noted, dearer := s.program(t, "noted"), s.program(t, "dearer")
	if noted.Type != "TRIGGER" || noted.Schema != "shop" || noted.Calls.Count != 2 || noted.Statements.Timer.Count != 3 || noted.Calls.Sum < noted.Statements.Timer.Sum {
		t.Errorf("%+v", noted)
	}
	if want := (record.StatementCounters{RowsAffected: 4, RowsExamined: 2}); noted.Statements.Counters != want {
		t.Errorf("%+v, want %+v", noted.Statements.Counters, want)
	}
	if dearer.Schema != "shop" || dearer.Calls.Count != 2 || dearer.Statements.Timer.Count != 2 {
		t.Errorf("%+v", dearer)
	}
	mustExec(t, c, "DROP TRIGGER dearer")
	if n := len(s.schema.Read().Programs()); n != 2 {
		t.Errorf("%d programs after DROP TRIGGER", n)
	}
	// An error in a trigger is that of its statement, once.
	mustExec(t, c, "CREATE TRIGGER fails BEFORE DELETE ON line FOR EACH ROW INSERT INTO product VALUES (1,'again',1)")
	if err := s.runNested(t, c, th, "DELETE FROM line WHERE id = 1", `
0 sql/delete | DELETE FROM line WHERE id = 1 ! 1062
1 sp/stmt TRIGGER shop.fails | INSERT INTO product VALUES (1,'again',1) ! 1062
`); err == nil {
		t.Error("no error")
	}
	s.wantRaised(t, "in a trigger", 1062, 1, 0)
	if p := s.program(t, "fails"); p.Schema != "shop" || p.Calls.Count != 1 || p.Statements.Errors != 1 {
		t.Errorf("%+v", p)
	}
	mustExec(t, c, "DROP TABLE audit")
	for _, p := range s.schema.Read().Programs() {
		if p.Name == "audited" {
			t.Error("a trigger outlives its table")
		}
	}
}

// A procedure's statements prepare and execute others, and a trigger calls a
// procedure.
func TestProgramsTogether(t *testing.T) {
	s := startServer(t, wideHistory())
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	mustExec(t, c, "CREATE PROCEDURE dynamic() BEGIN PREPARE d FROM 'SELECT 5'; EXECUTE d; EXECUTE d; END")
	if err := s.runNested(t, c, th, "CALL dynamic()", `
0 sql/call_procedure | CALL dynamic()
1 sp/stmt PROCEDURE shop.dynamic | PREPARE d FROM 'SELECT 5'
1 sp/stmt PROCEDURE shop.dynamic | EXECUTE d
1 sp/stmt PROCEDURE shop.dynamic | EXECUTE d
`); err != nil {
		t.Error(err)
	}
	rows := s.schema.Read().PreparedStatements()
	if len(rows) != 1 || rows[0].Name != "d" || rows[0].Text != "SELECT 5" || rows[0].OwnerType != "PROCEDURE" || rows[0].OwnerName != "dynamic" || rows[0].Execute.Timer.Count != 2 {
		t.Errorf("%+v", rows)
	}
	mustExec(t, c, "CREATE PROCEDURE note(what INT) BEGIN INSERT INTO line VALUES (what, 1, 1); END")
	mustExec(t, c, "CREATE TRIGGER calls AFTER INSERT ON product FOR EACH ROW CALL note(NEW.id)")
	if err := s.runNested(t, c, th, "INSERT INTO product VALUES (50,'x',1)", `
0 sql/insert | INSERT INTO product VALUES (50,'x',1)
1 sp/stmt TRIGGER shop.calls | CALL note(NEW.id)
2 sp/stmt PROCEDURE shop.note | INSERT INTO line VALUES (what, 1, 1)
`); err != nil {
		t.Error(err)
	}
}

// Programs that setup_objects leaves out count nothing; threads that are not
// instrumented record nothing.
func TestProgramsFollowTheSetup(t *testing.T) {
	s := startServer(t, wideHistory())
	c := s.connectWith(t, nil)
	th := s.thread(t, c)
	mustExec(t, c, "CREATE PROCEDURE p() SELECT 1")
	if err := s.schema.InsertObject(record.Object{Type: "PROCEDURE", Schema: "shop", Name: "p"}); err != nil {
		t.Fatal(err)
	}
	mustExec(t, c, "CALL p()")
	if p := s.program(t, "p"); p.Calls.Count != 0 || p.Statements.Timer.Count != 0 {
		t.Errorf("%+v", p)
	}
	th.SetInstrumented(false)
	if err := s.schema.DeleteObject(record.Object{Type: "PROCEDURE", Schema: "shop", Name: "p"}); err != nil {
		t.Fatal(err)
	}
	mustExec(t, c, "CALL p()")
	if p := s.program(t, "p"); p.Calls.Count != 0 {
		t.Errorf("%+v", p)
	}
}
