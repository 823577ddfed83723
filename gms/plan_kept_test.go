package gms_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
)

// sampled is a server whose threads a profiler samples.
type sampled struct {
	*testServer
	view *perfschema.Sampling
	c    *sql.Conn
}

func startSampled(t *testing.T) *sampled {
	t.Helper()
	s := &sampled{testServer: startServer(t, perfschema.Config{})}
	s.c = s.connectWith(t, nil)
	shopTables(t, s.c)
	view, err := s.schema.Read().StartSampling(256)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(view.Stop)
	s.view = view
	return s
}

// planOf runs a statement, which may be one that fails, and gives its plan.
func (s *sampled) planOf(t *testing.T, query string, fails bool) string {
	t.Helper()
	s.view.Ended(func(uint32, uint32, *perfschema.SampledStatement) {})
	if _, err := tryRows(t.Context(), s.c, query); (err != nil) != fails {
		t.Errorf("%s: %v", query, err)
	}
	plan := ""
	await(t, "the end of "+query, func() bool {
		s.view.Ended(func(_, _ uint32, st *perfschema.SampledStatement) { plan = planText(st.Plan()) })
		return plan != ""
	})
	return plan
}

// planText is a plan as a tree: operator, name, object, loops and rows.
func planText(p *activity.Plan) string {
	var b strings.Builder
	depth := make(map[uint16]int)
	for _, n := range p.Nodes() {
		depth[n.Node] = depth[n.Parent] + 1
		counts := "?"
		switch {
		case n.Known && n.RowsUnknown:
			counts = fmt.Sprintf("%d×?", n.Loops)
		case n.Known:
			counts = fmt.Sprintf("%d×%d", n.Loops, n.Rows)
		}
		object := n.Object
		if object != "" {
			object = "(" + object + ")"
		}
		fmt.Fprintf(&b, "%s%s%s %s %s\n", strings.Repeat(" ", depth[n.Node]-1), n.Name, object,
			strings.TrimSuffix(strings.TrimPrefix(n.Operator.Column(), "prof"), "Rso"), counts)
	}
	return b.String()
}

// planTables are tables of which some have triggers and a foreign key, and
// procedures.
func planTables(t *testing.T, c *sql.Conn) {
	t.Helper()
	for _, q := range []string{
		"CREATE TABLE log (id INT PRIMARY KEY AUTO_INCREMENT, n INT)",
		"CREATE TABLE note (id INT PRIMARY KEY, line INT, FOREIGN KEY (line) REFERENCES line (id))",
		"CREATE TRIGGER added AFTER INSERT ON log FOR EACH ROW INSERT INTO product VALUES (NEW.n, 'x', 1) ON DUPLICATE KEY UPDATE price = price + 1",
		"CREATE TRIGGER changes BEFORE UPDATE ON log FOR EACH ROW BEGIN SET NEW.n = NEW.n + 1; REPLACE INTO product VALUES (NEW.n, 'y', 2); END",
		`CREATE TRIGGER gone AFTER DELETE ON log FOR EACH ROW BEGIN
			IF OLD.n > 9 THEN UPDATE product SET price = 7 WHERE id < 3; ELSE DELETE FROM note; END IF;
			INSERT INTO product SELECT id + 1000 + OLD.n, 'z', 3 FROM product WHERE id = 1; END`,
		"CREATE PROCEDURE inner_one(i INT) BEGIN UPDATE line SET n = n + 1 WHERE id = i; END",
		`CREATE PROCEDURE walk(many INT) BEGIN
			DECLARE done INT DEFAULT 0; DECLARE i INT; DECLARE c CURSOR FOR SELECT id FROM line WHERE id <= many;
			DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1;
			OPEN c;
			l: LOOP
				FETCH c INTO i; IF done THEN LEAVE l; END IF;
				IF i > 1 THEN CALL inner_one(i); ELSE INSERT INTO note VALUES (i + 50, 1), (i + 60, 1); END IF;
			END LOOP;
			CLOSE c;
			SELECT id FROM product WHERE id < 4;
		END`,
	} {
		mustExec(t, c, q)
	}
}

// Every node of a plan says how often it began and how many rows it gave:
// those of changes the rows that changed, those of triggers for all rows that
// set them off, and a CALL has a node for each statement that it may run.
func TestPlansAreKept(t *testing.T) {
	s := startSampled(t)
	planTables(t, s.c)
	for _, test := range []struct{ sql, plan string }{
		{"SELECT n, COUNT(*) FROM line WHERE id > 1 GROUP BY n ORDER BY n LIMIT 1", `
Limit Filter 1×1
 Project Proj 1×1
  TopN Sort 1×1
   GroupBy Agg 1×2
    IndexedTableAccess(line) Scan 1×3
`},
		{"SELECT (SELECT COUNT(*) FROM line m WHERE m.n > l.n) FROM line l", `
Project Proj 1×4
 Project Proj 4×4
  GroupBy Agg 4×4
   Filter Filter 4×3
    TableAlias(m) Scan 4×16
     Table(line) Scan 4×16
 TableAlias(l) Scan 1×4
  Table(line) Scan 1×4
`},
		{"INSERT INTO line VALUES (20, 1, 2), (21, 1, 3)", `
InsertInto(line) Dml 1×2
 Project Proj 1×2
  Values Other 1×2
`},
		{"INSERT INTO line SELECT id + 100, product, n FROM line WHERE n = 1", `
InsertInto(line) Dml 1×3
 Project Proj 1×3
  Project Proj 1×3
   Filter Filter 1×3
    Table(line) Scan 1×6
`},
		{"INSERT IGNORE INTO line VALUES (20, 1, 2), (22, 1, 3)", `
InsertInto(line) Dml 1×1
 Project Proj 1×2
  Values Other 1×2
`},
		{"INSERT INTO line VALUES (20, 1, 2) ON DUPLICATE KEY UPDATE n = n + 1", `
InsertInto(line) Dml 1×2
 Project Proj 1×1
  Values Other 1×1
`},
		{"REPLACE INTO line VALUES (20, 1, 2), (23, 1, 3)", `
InsertInto(line) Dml 1×3
 Project Proj 1×2
  Values Other 1×2
`},
		{"UPDATE line SET n = 5 WHERE id < 4", `
Update(line) Dml 1×2
 ForeignKeyHandler(line) Dml 1×3
  UpdateSource Dml 1×3
   IndexedTableAccess(line) Scan 1×3
`},
		{"UPDATE line SET n = 6 ORDER BY id LIMIT 2", `
Update(line) Dml 1×2
 ForeignKeyHandler(line) Dml 1×2
  UpdateSource Dml 1×2
   Limit Filter 1×2
    Sort Sort 1×2
     Table(line) Scan 1×11
`},
		{"UPDATE line l JOIN product p ON l.product = p.id SET l.n = p.price WHERE l.id < 4", `
Update(line) Dml 1×3
 UpdateJoin Dml 1×3
  UpdateSource Dml 1×3
   LookupJoin Hj 1×3
    TableAlias(l) Scan 1×3
     IndexedTableAccess(line) Scan 1×3
    TableAlias(p) Scan 3×3
     IndexedTableAccess(product) Scan 3×3
`},
		{"UPDATE line l JOIN product p ON l.product = p.id SET l.n = 8, p.price = 9 WHERE l.id < 4", `
Update Dml 1×5
 UpdateJoin Dml 1×?
  UpdateSource Dml 1×3
   LookupJoin Hj 1×3
    TableAlias(l) Scan 1×3
     IndexedTableAccess(line) Scan 1×3
    TableAlias(p) Scan 3×3
     IndexedTableAccess(product) Scan 3×3
`},
		{"DELETE FROM line WHERE n = 3", `
DeleteFrom(line) Dml 1×3
 Filter Filter 1×3
  Table(line) Scan 1×11
`},
		{"DELETE l FROM line l JOIN product p ON l.product = p.id WHERE l.id > 99", `
DeleteFrom(line) Dml 1×2
 LookupJoin Hj 1×2
  TableAlias(l) Scan 1×3
   IndexedTableAccess(line) Scan 1×3
  TableAlias(p) Scan 3×2
   IndexedTableAccess(product) Scan 3×2
`},
		{"INSERT INTO note VALUES (1, 1), (2, 1)", `
InsertInto(note) Dml 1×2
 Project Proj 1×2
  Values Other 1×2
`},
		{"UPDATE note SET line = 99", `
Update(note) Dml 1×0
 ForeignKeyHandler(note) Dml 1×?
  UpdateSource Dml 1×1
   Table(note) Scan 1×1
`},
		{"INSERT INTO log (n) VALUES (5), (6), (30)", `
TriggerExecutor Dml 1×3
 InsertInto(log) Dml 1×3
  Project Proj 1×3
   Values Other 1×3
 InsertInto(product) Dml 3×4
  Project Proj 3×3
   Values Other 3×3
`},
		{"UPDATE log SET n = n - 1 WHERE id > 1", `
Update(log) Dml 1×0
 TriggerExecutor Dml 1×2
  UpdateSource Dml 1×2
   IndexedTableAccess(log) Scan 1×2
  TriggerBeginEndBlock Dml 2×2
   Set Other 2×2
   InsertInto(product) Dml 2×4
    Project Proj 2×2
     Values Other 2×2
`},
		{"DELETE FROM log WHERE id > 0", `
TriggerExecutor Dml 1×3
 DeleteFrom(log) Dml 1×3
  IndexedTableAccess(log) Scan 1×3
 TriggerBeginEndBlock Dml 3×3
  IfElseBlock Other 3×?
   IfConditional Other 1×?
    Block Other 1×?
     Update(product) Dml 1×2
      UpdateSource Dml 1×2
       IndexedTableAccess(product) Scan 1×2
   Block Other 2×?
    DeleteFrom(note) Dml 2×2
     Table(note) Scan 2×2
  InsertInto(product) Dml 3×3
   Project Proj 3×3
    Project Proj 3×3
     IndexedTableAccess(product) Scan 3×3
`},
		{"TRUNCATE TABLE log", `
Truncate(log) Dml 1×0
 Table(log) Scan 0×0
`},
		{"CREATE TABLE copied AS SELECT * FROM line", `
TableCopier Dml 1×6
`},
		{"CALL walk(3)", `
Call(walk) Other 1×3
 Cursor(c) Other 1×3
 Handler Other 1×1
 If Other 4×4
 If Other 3×3
 Call(inner_one) Other 2×2
 Insert(note) Dml 1×2
 Select(product) Other 1×3
`},
	} {
		if got := s.planOf(t, test.sql, strings.Contains(test.sql, "= 99")); got != strings.TrimPrefix(test.plan, "\n") {
			t.Errorf("%s:\n%swant%s", test.sql, got, test.plan)
		}
	}
}
