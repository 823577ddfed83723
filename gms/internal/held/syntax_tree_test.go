package held

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// treeStatement is a statement of a connection without a client.
type treeStatement struct {
	memory    Statement
	statement perfschema.Statement
	text      string
}

func newTreeStatement(tb testing.TB, text string) *treeStatement {
	tb.Helper()
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		tb.Fatal(err)
	}
	key := schema.RegisterThread("sql", perfschema.Info{Name: "one_connection", Flags: perfschema.FlagUser})
	thread := schema.NewThread(key, perfschema.ThreadOptions{})
	x := &treeStatement{text: text}
	x.memory.Own(&Server{Classes: Register(schema)}, thread, nil, new(*plantree.Tree))
	x.statement = thread.BeginStatement(schema.AbstractQuery())
	x.statement.SetText(text)
	x.statement.ComputeDigest()
	return x
}

func countedSelect(tb testing.TB, text string) (*treeStatement, ast.Statement, sql.Node) {
	tb.Helper()
	stmt, err := ast.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	p := plan.NewProject([]sql.Expression{expression.NewLiteral(int64(1000), nil)}, plan.NewUnresolvedTable("sbtest1", ""))
	return newTreeStatement(tb, text), stmt, p
}

// BenchmarkStatementTree counts the parse tree and the plan of a point select
// whose like has been seen.
func BenchmarkStatementTree(b *testing.B) {
	x, stmt, p := countedSelect(b, "SELECT c FROM sbtest1 WHERE id = 5012")
	count := func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.memory.CountParsed(stmt, x.statement, x.text)
			x.memory.CountPlan(p, 7, x.statement, x.text)
			x.memory.trees.release(x.memory.thread)
		}
	}
	b.Run("on", count)
	x.memory.Server.Classes.tree.Class().SetEnabled(false)
	b.Run("off", count)
}

// Statements of one digest and about one length are looked at once, and what is
// counted is gone when the statement ends.
func TestStatementTree(t *testing.T) {
	x, stmt, p := countedSelect(t, "SELECT c FROM sbtest1 WHERE id IN (5012"+strings.Repeat(", 1", 300)+")")
	a := x.memory.Server
	x.memory.CountParsed(stmt, x.statement, x.text)
	if n := x.memory.trees.parsed.Size(); n < 10_000 || n > 40_000 || n-size.Tree(stmt) > treeSizeUnit {
		t.Errorf("a parse tree of %d bytes", n)
	}
	x.memory.CountPlan(p, 7, x.statement, x.text)
	if x.memory.trees.parsed.Counted() || x.memory.trees.plan.Size() == 0 {
		t.Errorf("while the plan runs: %+v", x.memory.trees)
	}
	x.memory.trees.release(x.memory.thread)
	if x.memory.trees.plan.Counted() {
		t.Error("a plan is left")
	}
	key := treeKey(x.statement, x.text)
	x.text = strings.Replace(x.text, "5012", "7777", 1)
	if treeKey(x.statement, x.text) != key {
		t.Error("another number makes another kind of statement")
	}
	x.text += strings.Repeat(" ", 500)
	if treeKey(x.statement, x.text) == key {
		t.Error("a list's length makes no difference")
	}
	if n := testing.AllocsPerRun(100, func() {
		x.memory.CountParsed(stmt, x.statement, x.text)
		x.memory.CountPlan(p, 7, x.statement, x.text)
		x.memory.trees.release(x.memory.thread)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	a.Trees.Keep(key, 1600)
	if n := a.Trees.Find(key); n != 1600 {
		t.Errorf("%d bytes are remembered", n)
	}
	if n := a.Trees.Find(key + 1); n != 0 {
		t.Errorf("%d bytes of another", n)
	}
}

// Texts without a digest are told apart by what is not a number or a string.
func TestTextShape(t *testing.T) {
	for _, same := range [][2]string{
		{"SELECT 1", "SELECT 234"},
		{"SELECT a FROM t WHERE b = 'x'", `SELECT a FROM t WHERE b = 'it\'s long'`},
	} {
		if textShape(same[0]) != textShape(same[1]) {
			t.Errorf("%q and %q differ", same[0], same[1])
		}
	}
	if textShape("SELECT a") == textShape("SELECT b") || textShape("") == 0 {
		t.Error("different texts are the same")
	}
}
