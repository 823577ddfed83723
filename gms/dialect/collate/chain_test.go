package collate

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// asked counts how often an operand is asked for its type.
type asked struct {
	*expression.Literal
	times int
}

func (a *asked) Type() sql.Type {
	a.times++
	return types.Int64
}

// A long chain of operators does not ask its first operand once for each of them.
func TestChainRemembersItsType(t *testing.T) {
	leaf := &asked{Literal: expression.NewLiteral(int64(1), types.Int64)}
	var e sql.Expression = leaf
	all := []sql.Expression{}
	for n := range 3000 {
		if n > 0 && n%maxChain == 0 {
			e = &Chain{Expression: e}
		}
		e = expression.NewPlus(e, expression.NewLiteral(int64(1), types.Int64))
		all = append(all, e)
	}
	leaf.times = 0
	for _, e := range all {
		e.Type()
		e.IsNullable()
	}
	if limit := 20 * maxChain * maxChain; leaf.times > limit {
		t.Errorf("asked %d times, more than %d", leaf.times, limit)
	}
	if v, err := e.Eval(sql.NewEmptyContext(), nil); err != nil || v != int64(3001) {
		t.Errorf("%v, %v", v, err)
	}
}

// Wherever a chain stands in a statement, no more than maxChain of its operators lie in
// one another without one that is wrapped, and what is wrapped is as it was.
func TestChainsAreBound(t *testing.T) {
	plus, right := "1"+strings.Repeat("+a", 300), strings.Repeat("a*(", 150)+"1"+strings.Repeat(")", 150)
	for _, text := range []string{
		"SELECT " + plus, "SELECT " + right, "SELECT a FROM t WHERE a = " + plus, "SELECT a FROM t ORDER BY " + right,
		"SELECT (SELECT ABS(" + plus + ")) - 1", "UPDATE t SET a = " + plus, "INSERT INTO t VALUES (" + right + ")", "DELETE FROM t WHERE a > " + plus,
		"SELECT CASE WHEN a THEN " + plus + " END / 2", "SELECT a FROM (SELECT " + plus + " AS a) AS d",
	} {
		stmt, err := sqlparser.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		before := sqlparser.String(stmt)
		if !BoundChains(stmt, text) {
			t.Errorf("%.60s is refused", text)
		}
		deepest, wrapped := 0, 0
		var depth func(e sqlparser.Expr) int
		depth = func(e sqlparser.Expr) int {
			switch e := e.(type) {
			case *sqlparser.ParenExpr:
				return depth(e.Expr)
			case *sqlparser.BinaryExpr:
				return 1 + max(depth(e.Left), depth(e.Right))
			}
			return 0
		}
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if e, ok := n.(*sqlparser.BinaryExpr); ok {
				deepest = max(deepest, depth(e))
			}
			if f, ok := n.(*sqlparser.FuncExpr); ok && f.Name.EqualString(chainName) {
				wrapped++
			}
			return true, nil
		}, stmt)
		after := sqlparser.String(stmt)
		bare := strings.NewReplacer(chainName+"(", "", "(", "", ")", "")
		if deepest > maxChain || wrapped < 150/maxChain || bare.Replace(after) != bare.Replace(before) {
			t.Errorf("%.60s: %d operators in one another, %d wrapped: %.200s", text, deepest, wrapped, after)
		}
	}
}

// Too many divisions are refused, and few as well as divisions in different places are
// not.
func TestDivisionsAreBound(t *testing.T) {
	for text, ok := range map[string]bool{
		"SELECT 1" + strings.Repeat("/1", maxDivisions):                           true,
		"SELECT 1" + strings.Repeat("/1", maxDivisions+1):                         false,
		"SELECT 1" + strings.Repeat(" MOD 1", maxDivisions+1):                     false,
		"SELECT 1" + strings.Repeat(" DIV 1 + 1", maxDivisions+1):                 true,
		"SELECT " + strings.Repeat("(1+", 120) + "1" + strings.Repeat(")%2", 120): false,
		"SELECT 1/2" + strings.Repeat("+1/2", 500):                                true,
		"SELECT 1/2" + strings.Repeat(", 1/2", 500):                               true,
	} {
		stmt, err := sqlparser.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := BoundChains(stmt, text); got != ok {
			t.Errorf("%.60s: %v", text, got)
		}
	}
}
