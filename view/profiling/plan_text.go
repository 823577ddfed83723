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

// PlanLine is a line of EXAMPLE_PLAN. Shown is Text with an indentation of spaces that do not break, which stay
// where browsers and tables take other spaces together: two for four.
type PlanLine struct{ Text, Shown string }

// PairPlanLines puts the lines of two plans side by side. The shorter one has empty lines at its end.
func PairPlanLines(a, b string) [][2]PlanLine {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	out := make([][2]PlanLine, max(len(left), len(right)))
	for i := range out {
		out[i] = [2]PlanLine{planLine(left, i), planLine(right, i)}
	}
	return out
}

func planLine(lines []string, i int) PlanLine {
	if i >= len(lines) {
		return PlanLine{}
	}
	node := strings.TrimLeft(lines[i], " ")
	return PlanLine{lines[i], strings.Repeat("\u00a0", (len(lines[i])-len(node))/2) + node}
}
