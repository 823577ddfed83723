package window

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// MisplacedWindowsRule is the rule misplaced-windows.
var MisplacedWindowsRule = rule.Of[step.CheckStep]{
	Rule: rule.Rule{
		Name: "misplaced-windows", Changes: rule.Tree, About: rule.Windows,
		Why:      "The engine computes a window function in WHERE, GROUP BY or an aggregate from whatever is there; MySQL has error 3593.",
		NeededBy: rule.Data, Golden: "windows_of_all_rows",
	},
	Apply: step.CheckStep{Sought: step.SoughtOver, Find: misplacedWindowIn},
}

// misplacedWindowIn is MySQL's error 3593 of a window function where there are no rows yet
// that it could be of: in a condition on rows, in what is grouped by, in an aggregate or in
// another window function. In HAVING it stays a condition on what it gives.
func misplacedWindowIn(n sqlparser.SQLNode) error {
	for _, s := range SelectsIn(n) {
		places := []sqlparser.SQLNode{s.GroupBy}
		if s.Where != nil {
			places = append(places, s.Where.Expr)
		}
		for _, w := range s.Window {
			places = append(places, w.PartitionBy, w.OrderBy)
		}
		inSelect := func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.Subquery:
				return false, nil // has windows of its own
			case *sqlparser.JoinTableExpr:
				if n.Condition.On != nil {
					places = append(places, n.Condition.On)
				}
			case *sqlparser.GroupConcatExpr:
				places = append(places, n.Exprs, n.OrderBy)
			case *sqlparser.FuncExpr:
				if n.Over != nil {
					places = append(places, n.Over.PartitionBy, n.Over.OrderBy)
				}
				if n.Over != nil || IsAggregate(n) {
					places = append(places, n.Exprs)
				}
			}
			return true, nil
		}
		_ = syntaxtree.Walk(inSelect, s.SelectExprs, s.From, s.OrderBy, s.Having)
		for _, at := range places {
			if f := firstWindow(at); f != nil {
				return sql.ErrWindowUnsupported.New(f.Name.Lowered())
			}
		}
	}
	return nil
}

// firstWindow is a window function in an expression, not in subqueries; nil for none.
func firstWindow(n sqlparser.SQLNode) (found *sqlparser.FuncExpr) {
	HasFunction([]sqlparser.SQLNode{n}, func(e sqlparser.Expr) bool {
		if f, ok := e.(*sqlparser.FuncExpr); ok && f.Over != nil {
			found = f
		}
		return found != nil
	})
	return found
}
