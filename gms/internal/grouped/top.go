package grouped

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/view"
)

// Of ORDER BY and LIMIT of a table that another server has, it may be asked for those rows
// alone, where it knows all conditions and has the same order. The rows are sorted again
// in the plan: nothing of it changes but what is read.

// pushTop is a plan whose first rows are to be asked for; it is false where that stays as
// it is.
func pushTop(ctx *sql.Context, n sql.Node) (sql.Node, bool) {
	switch t := n.(type) {
	case *plan.Limit:
		return aboveTop(ctx, n, t.Child)
	case *plan.Offset:
		return aboveTop(ctx, n, t.Child)
	case *plan.Project:
		return aboveTop(ctx, n, t.Child)
	case *plan.TopN:
		p := pushing{ctx: ctx}
		return p.top(t)
	}
	return nil, false
}

func aboveTop(ctx *sql.Context, n, child sql.Node) (sql.Node, bool) {
	child, ok := pushTop(ctx, child)
	if !ok {
		return nil, false
	}
	out, err := n.WithChildren(child)
	return out, err == nil
}

func (p *pushing) top(n *plan.TopN) (sql.Node, bool) {
	if n.CalcFoundRows || !query.IsConstant(n.Limit) || !p.find(n.Child) {
		return nil, false
	}
	limit, err := n.Limit.Eval(p.ctx, nil)
	if err != nil {
		return nil, false
	}
	converted, inRange, err := types.Uint64.Convert(p.ctx, limit)
	rows, ok := converted.(uint64)
	if err != nil || !ok || inRange != sql.InRange {
		return nil, false
	}
	top := view.Top{Rows: rows}
	for _, f := range n.Fields {
		at := p.column(f.Column)
		if at < 0 || f.NullOrdering != sql.NullsFirst || !p.isOrdered(p.schema[at].Type) {
			return nil, false
		}
		top.Order = append(top.Order, view.TopColumn{Column: p.table.Place(at), Descending: f.Order == sql.Descending})
	}
	if left := p.conditions(n.Child); len(left) > 0 {
		return nil, false
	}
	top.Bounds = p.grouping.Bounds
	child, ok := p.below(n.Child, p.table.Topped(top), allConditions(n.Child))
	if !ok {
		return nil, false
	}
	out := *n
	out.Child = child
	return &out, true
}

// allConditions are those above a table.
func allConditions(n sql.Node) []sql.Expression {
	switch n := n.(type) {
	case *plan.TableAlias:
		return allConditions(n.Child)
	case *plan.Filter:
		return append([]sql.Expression{n.Expression}, allConditions(n.Child)...)
	}
	return nil
}
