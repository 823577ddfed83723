package profiling

import (
	"strconv"
	"strings"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
)

// planText shows a plan as a tree, a line a node, as MySQL's EXPLAIN FORMAT=TREE does: each under the
// one that reads from it, with its table, its index, and the rows and loops that are known.
func planText(p *activity.Plan) string {
	var b strings.Builder
	nodes := p.Nodes()
	depth := make([]int, len(nodes)+1)
	for i := range nodes {
		n := &nodes[i]
		if n.Parent != 0 {
			depth[n.Node] = depth[n.Parent] + 1
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.Repeat("    ", depth[n.Node]))
		writeNode(&b, n)
	}
	return b.String()
}

func writeNode(b *strings.Builder, n *record.PlanNodeInfo) {
	b.WriteString("-> ")
	b.WriteString(n.Name)
	switch {
	case n.Index != "":
		b.WriteString("(" + n.Object + ", " + n.Index + ")")
	case n.Object != "":
		b.WriteString("(" + n.Object + ")")
	}
	if !n.Known {
		return
	}
	b.WriteString("  (")
	if !n.RowsUnknown {
		b.WriteString("rows=" + strconv.FormatUint(n.Rows, 10) + " ")
	}
	b.WriteString("loops=" + strconv.FormatUint(n.Loops, 10) + ")")
}
