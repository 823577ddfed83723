package plantree

import (
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/activity"
)

// Running is what other connections may see of a statement's plan. It is
// the statement's own and is not used again.
type Running struct {
	Root sql.Node
	// Plan counts all nodes; nil where no profiler samples.
	Plan *activity.Plan
	// Tables are counted where the plan is not, the first of them.
	Tables   []TableCount
	One      [1]TableCount            // room for that of most statements
	Analysis atomic.Pointer[Analysis] // of an EXPLAIN ANALYZE
}

// MostTables is how many tables of a plan are counted where the plan is not.
const MostTables = 4

// TableCount is how often a table of a plan is read, and the rows it gives.
type TableCount struct {
	Node  sql.Node
	Count activity.PlanNode
}

// View is the plan as it is now.
func (r *Running) View() View {
	if a := r.Analysis.Load(); a != nil {
		return a.View()
	}
	if r.Plan != nil {
		return View{Nodes: r.Plan.Nodes()}
	}
	var k Tree
	k.Keep(r.Root)
	v := View{Nodes: k.Plan.Nodes()}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		n.Known = false
		for j := range r.Tables {
			if t := &r.Tables[j]; t.Node != nil && t.Node == k.Nodes()[i] {
				n.Loops, n.Rows = t.Count.Counts()
				n.Known, n.RowsUnknown = true, false
			}
		}
	}
	return v
}
