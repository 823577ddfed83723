package plantree

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/record"
)

// View is a plan to be shown.
type View struct {
	Nodes []record.PlanNodeInfo
	Texts []string                     // what EXPLAIN calls the nodes, or nil
	Times map[uint16]time.Duration     // by node, itself; nil where they are not known
	total func(node int) time.Duration // with those below; nil: as times add up
}

// Schema is the result of EXPLAIN ANALYZE.
var Schema = sql.Schema{
	{Name: "Operator", Type: types.LongText},
	{Name: "Rows", Type: types.Int64, Nullable: true},
	{Name: "Loops", Type: types.Int64, Nullable: true},
	{Name: "Self_time", Type: types.MustCreateDecimalType(18, 6), Nullable: true},
	{Name: "Total_time", Type: types.MustCreateDecimalType(18, 6), Nullable: true},
}

// Rows shows the operators. What is not counted, because a storage did an
// operator's work together with that of another, is NULL; so is the time that is
// not known. An operator that never began has 0 loops.
func (v *View) Rows() []sql.Row {
	out := make([]sql.Row, len(v.Nodes))
	depth, total := make([]int, len(v.Nodes)+1), make([]time.Duration, len(v.Nodes)+1)
	for i := len(v.Nodes) - 1; i >= 0; i-- {
		n := &v.Nodes[i]
		total[n.Node] += v.Times[n.Node]
		if v.total != nil {
			total[n.Node] = v.total(i)
		}
		total[n.Parent] += total[n.Node]
	}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Parent != 0 {
			depth[n.Node] = depth[n.Parent] + 1
		}
		text := nodeText(n.Name, n.Object, n.Name)
		if v.Texts != nil {
			text = v.Texts[i]
		}
		row := sql.Row{strings.Repeat("  ", depth[n.Node]) + text, nil, nil, nil, nil}
		if n.Known {
			row[2] = int64(n.Loops)
		}
		if n.Known && !n.RowsUnknown {
			row[1] = int64(n.Rows)
		}
		if v.Times != nil && (n.Loops > 0 || total[n.Node] > 0) {
			row[3], row[4] = profile.Microseconds(v.Times[n.Node].Microseconds()), profile.Microseconds(total[n.Node].Microseconds())
		}
		out[i] = row
	}
	return out
}
