package size

import (
	"testing"

	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// elsewhere is a statement that the parser does not know: it refers to all of a server.
type elsewhere struct {
	server map[string][]byte
	parsed ast.Statement
}

func (e *elsewhere) String() string                          { return "" }
func (e *elsewhere) WithResolvedChildren([]any) (any, error) { return e, nil }

// TestTreeEndsWhereTheParserDoes: what a statement refers to is none of its tree, whatever
// it stands behind.
func TestTreeEndsWhereTheParserDoes(t *testing.T) {
	big := &elsewhere{server: map[string][]byte{"a": make([]byte, 1<<20)}}
	for i := range 1000 {
		big.server[string(rune(i))] = make([]byte, 1000)
	}
	parsed, err := ast.Parse("SELECT a FROM t WHERE a > 1")
	if err != nil {
		t.Fatal(err)
	}
	big.parsed = parsed
	alone := Tree(parsed)
	for name, tree := range map[string]ast.Statement{
		"statement":  ast.InjectedStatement{Statement: big},
		"pointer":    &ast.InjectedStatement{Statement: big},
		"expression": &ast.Select{SelectExprs: ast.SelectExprs{&ast.AliasedExpr{Expr: ast.InjectedExpr{Expression: big}}}},
		"explained":  &ast.Explain{Statement: ast.InjectedStatement{Statement: big}},
	} {
		if n := Tree(tree); n > 2048 {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
	if alone < 500 || alone > 5000 {
		t.Errorf("a SELECT has %d bytes", alone)
	}
}
