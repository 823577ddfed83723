package gms

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func TestGrammarSplitsStatements(t *testing.T) {
	a, err := New(nil, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	g := a.grammar.Extend(nil)
	if again := a.grammar.Extend(g); again != g {
		t.Error("a parser was extended twice")
	}
	ctx := sql.NewEmptyContext()
	stmt, text, rest, err := g.Parse(ctx, "FLUSH STATUS; SELECT 1", true)
	if _, ok := stmt.(sqlparser.InjectedStatement); !ok || err != nil || text != "FLUSH STATUS" || rest != " SELECT 1" {
		t.Errorf("first: %T %q %q %v", stmt, text, rest, err)
	}
	stmt, _, rest, err = g.Parse(ctx, rest, true)
	if _, ok := stmt.(*sqlparser.Select); !ok || err != nil || rest != "" {
		t.Errorf("second: %T %q %v", stmt, rest, err)
	}
	if _, _, _, err := g.Parse(ctx, "SHOW ENGINE nonsense", false); err == nil {
		t.Error("SHOW ENGINE of nothing parses")
	}
	if stmt, n, err := g.ParseOneWithOptions(ctx, "FLUSH STATUS", sqlparser.ParserOptions{}); stmt == nil || n != len("FLUSH STATUS") || err != nil {
		t.Errorf("one: %T %d %v", stmt, n, err)
	}
}
