package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// SQL_CALC_FOUND_ROWS counts what there would be without LIMIT. The engine counts in a LIMIT,
// below which OFFSET has already skipped rows, and that of a UNION counts nothing.

// everyRow is a limit that nothing reaches.
const everyRow = "9223372036854775807"

// FoundRowsOfUnionsRule is the rule found-rows-of-unions.
var FoundRowsOfUnionsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "found-rows-of-unions", Changes: rule.Tree, About: rule.Sets,
		Why:      "SQL_CALC_FOUND_ROWS of a UNION counts nothing in the engine; MySQL counts the rows there would be without LIMIT.",
		NeededBy: rule.Data, Golden: "found_rows",
	},
	Apply: step.TreeStep{Sought: step.SoughtSet, Apply: countSetIn, Programs: true},
}

// countSetIn has the first SELECT of a limited UNION say in the plan that rows are counted:
// the engine forgets that of one without a limit. All rows of a UNION without one are found.
func countSetIn(n sqlparser.SQLNode) {
	u, ok := n.(*sqlparser.SetOp)
	if !ok {
		return
	}
	s := firstSelect(u)
	switch {
	case s == nil || !s.QueryOpts.SQLCalcFoundRows:
	case u.Limit == nil:
		s.QueryOpts.SQLCalcFoundRows = false
	case s.Limit == nil:
		s.Limit = &sqlparser.Limit{Rowcount: sqlparser.NewIntVal([]byte(everyRow))}
	}
}

// firstSelect is the SELECT that a query begins with.
func firstSelect(s sqlparser.SelectStatement) *sqlparser.Select {
	switch s := s.(type) {
	case *sqlparser.Select:
		return s
	case *sqlparser.ParenSelect:
		return firstSelect(s.Select)
	case *sqlparser.SetOp:
		return firstSelect(s.Left)
	}
	return nil
}

// countSet has a statement's UNION count its rows before LIMIT and OFFSET, where its first
// SELECT says so.
func countSet(ctx *sql.Context, n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	u, ok := n.(*plan.SetOp)
	if !ok || u.Limit == nil { // the analyzer comes by with a part of a chain, too
		return n, transform.SameTree, nil
	}
	left, same, err := withoutCount(u.Left())
	if err != nil || bool(same) {
		return n, transform.SameTree, err
	}
	if n, err = u.WithChildren(left, u.Right()); err != nil {
		return n, transform.SameTree, err
	}
	set := *n.(*plan.SetOp)
	set.SortFields, set.Limit, set.Offset = nil, nil, nil
	n = &set
	if len(u.SortFields) > 0 {
		n = plan.NewSort(u.SortFields, n)
	}
	return countedRows(ctx, u.Limit, u.Offset, n), transform.NewTree, nil
}

// withoutCount is the beginning of a UNION that counts no rows of its own.
func withoutCount(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	switch t := n.(type) {
	case *plan.Limit:
		if t.CalcFoundRows {
			return t.WithCalcFoundRows(false), transform.NewTree, nil
		}
	case *plan.TopN:
		if t.CalcFoundRows {
			return t.WithCalcFoundRows(false), transform.NewTree, nil
		}
	}
	switch n.(type) {
	case *plan.Limit, *plan.Offset, *plan.Project, *plan.SetOp:
		children := n.Children()
		first, same, err := withoutCount(children[0])
		if err != nil || bool(same) {
			return n, transform.SameTree, err
		}
		out, err := n.WithChildren(append([]sql.Node{first}, children[1:]...)...)
		return out, transform.NewTree, err
	}
	return n, transform.SameTree, nil
}

// countedRows are the first rows of a plan, of which all are counted, those that are skipped
// among them; offset is nil where none are.
func countedRows(ctx *sql.Context, limit, offset sql.Expression, n sql.Node) sql.Node {
	if offset == nil {
		return plan.NewLimit(limit, n).WithCalcFoundRows(true)
	}
	return plan.NewOffset(offset, plan.NewLimit(countable(ctx, expression.NewPlus(limit, offset)), n).WithCalcFoundRows(true))
}
