package window

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Windows are of the rows that HAVING leaves, where the engine has them of all rows. MySQL
// refuses a window's own figure in HAVING; here that stays a condition on what it gives.

// HavingBeforeWindowsRule is the rule having-before-windows.
var HavingBeforeWindowsRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "having-before-windows", Changes: rule.Plan, About: rule.Windows,
		Why:      "The engine computes windows over all rows, and applies HAVING afterwards; MySQL computes them over the rows that HAVING leaves.",
		NeededBy: rule.Data, Golden: "windows_over_groups",
	},
	Apply: step.PlanStep{Features: step.Windows, Apply: HavingBeforeWindows},
}

// HavingBeforeWindows has conditions of HAVING met before windows are made. It is for a plan
// as it was bound.
func HavingBeforeWindows(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		h, ok := n.(*plan.Having)
		if !ok {
			return n, transform.SameTree, nil
		}
		var w *plan.Window
		aliases := make(map[string]sql.Expression)
		switch t := h.Child.(type) {
		case *plan.Window:
			w = t
		case *plan.Project:
			for _, e := range t.Projections {
				if a, ok := e.(*expression.Alias); ok {
					aliases[strings.ToLower(a.Name())] = a.Child
				}
			}
			w, _ = t.Child.(*plan.Window)
		}
		if w == nil {
			return n, transform.SameTree, nil
		}
		figures := make(map[sql.ColumnId]bool)
		for _, e := range w.SelectExprs {
			if f, ok := e.(sql.WindowAdaptableExpression); ok {
				figures[f.Id()] = true
			}
		}
		cond, _, err := transform.Expr(h.Cond, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			if f, ok := e.(*expression.GetField); ok && f.Table() == "" {
				if alias := aliases[strings.ToLower(f.Name())]; alias != nil {
					return alias, transform.NewTree, nil
				}
			}
			return e, transform.SameTree, nil
		})
		if err != nil {
			return n, transform.SameTree, err
		}
		if transform.InspectExpr(cond, func(e sql.Expression) bool {
			f, ok := e.(*expression.GetField)
			return ok && figures[f.Id()]
		}) {
			return n, transform.SameTree, nil
		}
		filtered := sql.Node(plan.NewWindow(w.SelectExprs, plan.NewFilter(cond, w.Child)))
		if p, ok := h.Child.(*plan.Project); ok {
			project := *p
			project.Child = filtered
			filtered = &project
		}
		return filtered, transform.NewTree, nil
	})
}
