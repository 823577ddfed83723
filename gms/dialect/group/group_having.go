package group

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/window"
)

// HAVING with GROUP_CONCAT() the engine refuses, as it does one with an aggregate of a column
// of another table than the first where that has a column of the same name. Such a condition
// becomes one on the rows of the grouping, a derived table as windows over groups read it.

// HavingOfGroupsRule is the rule having-of-groups.
var HavingOfGroupsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "having-of-groups", Changes: rule.Tree, About: rule.Grouping,
		Why:      "The engine refuses GROUP_CONCAT() in HAVING, and an aggregate of a column whose name another table has too.",
		NeededBy: rule.Tool, By: "Django", Golden: "having_groups",
	},
	Apply: step.TreeStep{Sought: step.SoughtHaving, Apply: havingOfGroupsIn, Programs: true},
}

// havingOfGroupsIn writes it so.
func havingOfGroupsIn(n sqlparser.SQLNode) {
	for _, s := range window.SelectsIn(n) {
		if s.Having != nil {
			havingOfGroups(s)
		}
	}
}

func havingOfGroups(s *sqlparser.Select) {
	if window.HasWindow(s.SelectExprs, s.OrderBy, s.Having.Expr) || !concatenates(s.Having.Expr) && !aggregatesOther(s) {
		return
	}
	g, selected, ok := window.NewGroupedWindows(s)
	if !ok {
		return
	}
	g.Having = s.Having.Expr
	g.Pieces(g.Having)
	for _, o := range s.OrderBy {
		g.Look(o.Expr)
	}
	if !g.Aside {
		g.Split(s, selected)
	}
}

func concatenates(e sqlparser.Expr) bool {
	return window.HasFunction([]sqlparser.SQLNode{e}, func(e sqlparser.Expr) bool {
		_, ok := e.(*sqlparser.GroupConcatExpr)
		return ok
	})
}

// aggregatesOther says of a query of several tables that it has an aggregate in HAVING, and
// another, of a column that is named as one of another table than the first.
func aggregatesOther(s *sqlparser.Select) bool {
	tables := tableNames(s.From)
	if len(tables) < 2 || !window.Aggregates(s.SelectExprs) {
		return false
	}
	first := firstTable(s.From)
	return window.HasFunction([]sqlparser.SQLNode{s.Having.Expr}, func(e sqlparser.Expr) bool {
		if !window.IsAggregate(e) {
			return false
		}
		return window.HasFunction([]sqlparser.SQLNode{e}, func(e sqlparser.Expr) bool {
			c, ok := e.(*sqlparser.ColName)
			return ok && !c.Qualifier.Name.IsEmpty() && !strings.EqualFold(c.Qualifier.Name.String(), first)
		})
	})
}

// firstTable is the name by which a FROM clause knows the first of its tables, empty if that
// is not told.
func firstTable(from sqlparser.TableExprs) string {
	if len(from) == 0 {
		return ""
	}
	e := from[0]
	for {
		switch t := e.(type) {
		case *sqlparser.JoinTableExpr:
			e = t.LeftExpr
			continue
		case *sqlparser.AliasedTableExpr:
			if !t.As.IsEmpty() {
				return t.As.String()
			}
			if table, ok := t.Expr.(sqlparser.TableName); ok {
				return table.Name.String()
			}
		}
		return ""
	}
}
