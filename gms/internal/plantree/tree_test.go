package plantree

import (
	"slices"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/activity"
)

// around stands in the place of another node.
type around struct{ sql.Node }

func (a *around) Wrapped() sql.Node { return a.Node }

func filter(below sql.Node) *plan.Filter {
	return plan.NewFilter(expression.NewLiteral(true, types.Boolean), below)
}

// Nodes have numbers in the order in which they are met, each after the one above it, in
// small plans and in large ones, and however large they are no more than there may be.
func TestNumbers(t *testing.T) {
	for _, count := range []int{1, fewNodes, fewNodes + 1, 3 * activity.MaxPlanNodes} {
		nodes := []sql.Node{plan.NewResolvedDualTable()}
		for len(nodes) < count {
			nodes = append(nodes, filter(nodes[len(nodes)-1]))
		}
		slices.Reverse(nodes)
		var k Tree
		for range 2 { // it is used again
			k.Keep(nodes[0])
			shown := k.Plan.Nodes()
			if want := min(count, activity.MaxPlanNodes); len(shown) != want || len(k.Nodes()) != want {
				t.Fatalf("of %d nodes %d are shown, and %d known", count, len(shown), len(k.Nodes()))
			}
			for i, n := range nodes {
				want := uint16(i + 1)
				if i >= activity.MaxPlanNodes {
					want = 0
				}
				if got, wrapped := k.Number(n), k.Number(&around{n}); got != want || wrapped != want {
					t.Fatalf("of %d nodes that of number %d has %d, and %d where another stands for it", count, want, got, wrapped)
				}
				if want != 0 && shown[i].Parent != want-1 {
					t.Fatalf("node %d lies below %d", want, shown[i].Parent)
				}
			}
			if n := k.Number(plan.NewResolvedDualTable()); n != 0 {
				t.Errorf("a node of another plan has number %d", n)
			}
			k.Forget()
			if len(k.Nodes()) != 0 || k.Plan != nil {
				t.Error("a plan that was forgotten has nodes")
			}
		}
	}
}

// What the engine makes anew to run it is known by the table below it, as long as it is
// of the same form.
func TestCopies(t *testing.T) {
	table := plan.NewResolvedDualTable()
	inner := filter(table)
	root := plan.NewLimit(expression.NewLiteral(int64(1), types.Int64), inner)
	var k Tree
	k.Keep(root)
	for _, test := range []struct {
		name string
		node sql.Node
		want uint16
	}{
		{"a copy of the filter", filter(table), 2},
		{"that stands for another", &around{filter(table)}, 2},
		{"a copy of the root", plan.NewLimit(root.Limit, filter(table)), 1},
		{"of rows before", plan.NewPrependNode(filter(table), sql.Row{1}), 2},
		{"of another form", plan.NewDistinct(table), 0},
		{"higher than the plan", filter(plan.NewLimit(root.Limit, filter(table))), 0},
	} {
		if got := k.Number(test.node); got != test.want {
			t.Errorf("%s: number %d, want %d", test.name, got, test.want)
		}
	}
	k.Fuse(root)
	for i, known := range []bool{true, false, true} {
		if n := k.Plan.Nodes()[i]; n.Known != known {
			t.Errorf("node %d (%s), of a storage that fuses all: known is %t", n.Node, n.Name, n.Known)
		}
	}
	var none *Tree
	none.Fuse(root)
	if none.Analyzed() || none.Watch(nil) != nil || none.Called(&plan.Call{}) != nil {
		t.Error("no plan has something")
	}
}
