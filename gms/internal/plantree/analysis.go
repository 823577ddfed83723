package plantree

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/stopwatch"
)

// Analysis is an EXPLAIN ANALYZE while it runs: the plan it counts, and the time
// in each node. Any goroutine may read it.
type Analysis struct {
	tree   Tree
	texts  []string
	clocks *stopwatch.Set
	// sums: of the node's time with that of those below it, only the sum is
	// known.
	sums []bool
}

// Analyze lists the operators of a plan.
func Analyze(root sql.Node) *Analysis {
	a := new(Analysis)
	a.tree.Keep(root)
	a.tree.analysis = a
	a.clocks = stopwatch.New(len(a.tree.nodes))
	a.sums = make([]bool, len(a.tree.nodes))
	for i, n := range a.tree.Plan.Nodes() {
		text := nodeText(n.Name, n.Object, n.Name)
		if node := a.tree.nodes[i]; node != nil {
			text = operatorName(node)
			a.sums[i] = IsAlias(node)
		}
		a.texts = append(a.texts, text)
	}
	return a
}

// operatorName is the first line of what the engine prints of a node, with the
// table where there is one.
func operatorName(n sql.Node) string {
	first, _, _ := strings.Cut(strings.TrimSpace(n.String()), "\n")
	if first = strings.TrimSpace(first); !strings.Contains(first, "(") {
		return nodeText(operator.KindOf(n).Name, Object(n), first)
	}
	return first
}

// nodeText is a node's name with its object; plain where there is none.
func nodeText(name, object, plain string) string {
	if object == "" {
		return plain
	}
	return name + "(" + object + ")"
}

// Tree is the plan that is analyzed.
func (a *Analysis) Tree() *Tree { return &a.tree }

// Analyzed says that it is that of an EXPLAIN ANALYZE; a nil Tree is not.
func (k *Tree) Analyzed() bool { return k != nil && k.analysis != nil }

// Watch is the stopwatch of a thread, which the caller runs on; nil where
// nothing is analyzed.
func (k *Tree) Watch(t *perfschema.Thread) *stopwatch.Watch {
	if k == nil || k.analysis == nil {
		return nil
	}
	return k.analysis.clocks.Of(t)
}

// View is the plan as it is now.
func (a *Analysis) View() View {
	v := View{Nodes: a.tree.Plan.Nodes(), Texts: a.texts, Times: make(map[uint16]time.Duration)}
	self, all := a.clocks.Sums()
	below := make([]time.Duration, len(self))
	for i := len(v.Nodes) - 1; i >= 0; i-- { // those below a node come after it
		n := &v.Nodes[i]
		if a.sums[i] {
			all[n.Node] = self[n.Node] + below[n.Node]
		}
		if all[n.Node] > 0 {
			v.Times[n.Node] = self[n.Node]
		}
		below[n.Parent] += all[n.Node]
	}
	v.total = func(node int) time.Duration { return all[node+1] }
	return v
}
