package query

import (
	"fmt"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// joinOf joins n tables; condition gives the two columns, each 10 times its table's
// number and one of ten, that join the i-th to those before it.
func joinOf(n int, op plan.JoinType, condition func(i int) (left, right int)) sql.Node {
	var joined sql.Node
	field := func(column int) sql.Expression {
		return expression.NewGetFieldWithTable(column, column/10, types.Int64, "", fmt.Sprint("t", column/10), fmt.Sprint("c", column), false)
	}
	for i := 1; i <= n; i++ {
		table := plan.NewResolvedTable(filler{}, memory.NewDatabase(""), nil).WithId(sql.TableId(i))
		if joined == nil {
			joined = table
			continue
		}
		left, right := condition(i)
		joined = plan.NewJoin(joined, table, op, expression.NewEquals(field(left), field(right)))
	}
	return joined
}

func oneColumn(i int) (left, right int) { return 10*(i-1) + 1, 10*i + 1 }
func chain(i int) (left, right int)     { return 10*(i-1) + 2, 10*i + 1 }
func star(i int) (left, right int)      { return 10 + i%9, 10*i + 1 }

func TestPairsOfJoins(t *testing.T) {
	pow := func(b, n int) int {
		p := 1
		for range n {
			p *= b
		}
		return p
	}
	for n := 2; n <= 9; n++ {
		for _, c := range []struct {
			name string
			node sql.Node
			want int
		}{
			{"one column", joinOf(n, plan.JoinTypeInner, oneColumn), (pow(3, n) - pow(2, n+1) + 1) / 2},
			{"a chain", joinOf(n, plan.JoinTypeInner, chain), (n*n*n - n) / 6},
			{"a star", joinOf(n, plan.JoinTypeInner, star), (n - 1) * pow(2, n-2)},
			{"outer joins by one column", joinOf(n, plan.JoinTypeLeftOuter, oneColumn), (n*n*n - n) / 6},
		} {
			var g joinGraph
			g.add(c.node)
			if got := g.pairs(1 << 30); got != c.want {
				t.Errorf("%s of %d tables: %d pairs, want %d", c.name, n, got, c.want)
			}
		}
	}
}

// Joins that have too many orders are filled up, others are not, and nothing of it
// stays.
func TestFillJoins(t *testing.T) {
	ctx := sql.NewEmptyContext()
	for _, c := range []struct {
		name  string
		node  sql.Node
		fills bool
	}{
		{"ten by one column", joinOf(10, plan.JoinTypeInner, oneColumn), false},
		{"eleven by one column", joinOf(11, plan.JoinTypeInner, oneColumn), true},
		{"fifteen by one column", joinOf(15, plan.JoinTypeInner, oneColumn), true},
		{"sixteen by one column", joinOf(16, plan.JoinTypeInner, oneColumn), false}, // which the engine leaves as they are
		{"a chain of fifteen", joinOf(15, plan.JoinTypeInner, chain), false},
		{"a star of fifteen", joinOf(15, plan.JoinTypeInner, star), true},
	} {
		root := plan.NewProject(nil, plan.NewFilter(expression.NewLiteral(true, types.Boolean), c.node))
		filled, same, err := fillJoins(ctx, root, true)
		if err != nil || bool(same) == c.fills {
			t.Errorf("%s: filled %v: %v", c.name, !same, err)
			continue
		}
		if same {
			continue
		}
		leaves := 0
		transform.Inspect(filled, func(n sql.Node) bool {
			if _, ok := n.(*plan.ResolvedTable); ok {
				leaves++
			}
			return true
		})
		if leaves != engineTables+1 {
			t.Errorf("%s: %d tables", c.name, leaves)
		}
	}
}
