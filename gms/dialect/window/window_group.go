package window

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Windows over groups, as SUM(SUM(n)) OVER (), the engine refuses or cannot run. They are
// windows over the rows of a grouping: that becomes a derived table, of which the columns
// are what is selected without a window, and the aggregates, the expressions that are
// grouped by and the columns in what is selected with one.

const (
	groupedTable  = "grouped rows"
	groupedColumn = "grouped "
)

// WindowsOverGroupsRule is the rule windows-over-groups.
var WindowsOverGroupsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "windows-over-groups", Changes: rule.Tree, About: rule.Windows,
		Why:      "The engine refuses a window function over an aggregate, as SUM(SUM(n)) OVER (); MySQL computes it over the rows of the grouping.",
		NeededBy: rule.Tool, By: "Metabase", Golden: "windows_over_groups",
	},
	Apply: step.TreeStep{Sought: step.SoughtOver, Apply: windowsOverGroupsIn, Programs: true},
}

// windowsOverGroupsIn writes them so.
func windowsOverGroupsIn(n sqlparser.SQLNode) {
	for _, s := range SelectsIn(n) {
		windowsOverGroups(s)
	}
}

// SelectsIn are the queries in a statement, for a rule that puts others into them, on which
// it is not to work again.
func SelectsIn(n sqlparser.SQLNode) (list []*sqlparser.Select) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if s, ok := n.(*sqlparser.Select); ok {
			list = append(list, s)
		}
		return true, nil
	}, n)
	return list
}

// groupedWindows is one query that is taken apart.
type groupedWindows struct {
	by      map[string]bool             // the texts that are grouped by
	aliases map[string]bool             // of what is selected
	columns map[string]int              // of the derived table, by their texts
	made    map[*sqlparser.ColName]bool // columns of it: a named window, with them, stands in each OVER that names it
	inner   sqlparser.SelectExprs
	Having  sqlparser.Expr // that the rows of the derived table are to meet
	Aside   bool           // something cannot be taken apart: the query is left as it is
}

func windowsOverGroups(s *sqlparser.Select) {
	if !HasWindow(s.SelectExprs, s.OrderBy) || len(s.GroupBy) == 0 && !Aggregates(s.SelectExprs, s.OrderBy) {
		return
	}
	g, selected, ok := NewGroupedWindows(s)
	if !ok {
		return
	}
	// What is taken apart is looked at before anything is changed.
	for _, e := range selected {
		if HasWindow(e.Expr) {
			g.Look(e.Expr)
		}
	}
	for _, o := range s.OrderBy {
		g.Look(o.Expr)
	}
	if g.Aside {
		return
	}
	g.Split(s, selected)
}

// NewGroupedWindows knows what a query selects and is grouped by; false of SELECT *.
func NewGroupedWindows(s *sqlparser.Select) (g groupedWindows, selected []*sqlparser.AliasedExpr, ok bool) {
	g = groupedWindows{by: make(map[string]bool), aliases: make(map[string]bool), columns: make(map[string]int), made: make(map[*sqlparser.ColName]bool)}
	for _, e := range s.GroupBy {
		text := exprText(e)
		g.by[text] = true
		g.Aside = g.Aside || strings.Contains(text, words.Rollup)
	}
	selected = make([]*sqlparser.AliasedExpr, len(s.SelectExprs))
	for i, e := range s.SelectExprs {
		aliased, ok := e.(*sqlparser.AliasedExpr)
		if !ok {
			return g, nil, false // SELECT *
		}
		selected[i] = aliased
		name := strings.ToLower(ShownName(aliased))
		g.aliases[name] = true
		if !aliased.As.IsEmpty() && g.by[exprText(&sqlparser.ColName{Name: aliased.As})] {
			g.by[exprText(aliased.Expr)] = true
		}
	}
	return g, selected, true
}

// Split makes the derived table, and has the query read it.
func (g *groupedWindows) Split(s *sqlparser.Select, selected []*sqlparser.AliasedExpr) {
	outer := make(sqlparser.SelectExprs, len(selected))
	positions := make(map[string]string)
	for i, e := range selected { // first, so that the pieces of others are found among them
		if !HasWindow(e.Expr) {
			outer[i] = &sqlparser.AliasedExpr{Expr: g.whole(e), As: sqlparser.NewColIdent(ShownName(e))}
			positions[strconv.Itoa(i+1)] = strconv.Itoa(len(g.inner))
		}
	}
	for i, e := range selected {
		if outer[i] == nil {
			outer[i] = &sqlparser.AliasedExpr{Expr: g.replaced(e.Expr), As: sqlparser.NewColIdent(ShownName(e))}
		}
	}
	order := s.OrderBy
	for _, o := range order {
		if !g.isOutput(o.Expr) {
			o.Expr = g.replaced(o.Expr)
		}
	}
	var where *sqlparser.Where
	if g.Having != nil {
		where, s.Having = sqlparser.NewWhere(sqlparser.WhereStr, g.replaced(g.Having)), nil
	}
	if len(g.inner) == 0 {
		g.inner = sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: sqlparser.NewIntVal([]byte("1"))}}
	}
	by := slices.Clone(s.GroupBy)
	for i, e := range by {
		if v, ok := e.(*sqlparser.SQLVal); ok && v.Type == sqlparser.IntVal && positions[string(v.Val)] != "" {
			by[i] = sqlparser.NewIntVal([]byte(positions[string(v.Val)]))
		}
	}
	rows := &sqlparser.Select{
		From: s.From, Where: s.Where, GroupBy: by, Having: s.Having, SelectExprs: g.inner, Lock: s.Lock,
		QueryOpts: sqlparser.QueryOpts{StraightJoinHint: s.QueryOpts.StraightJoinHint},
	}
	s.From = sqlparser.TableExprs{&sqlparser.AliasedTableExpr{
		Auth: sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}, Expr: &sqlparser.Subquery{Select: rows}, As: sqlparser.NewTableIdent(groupedTable),
	}}
	s.Where, s.GroupBy, s.Having, s.Lock, s.Window = where, nil, nil, nil, nil
	s.SelectExprs, s.QueryOpts.StraightJoinHint = outer, false
}

// Pieces are the outermost parts of an expression that the grouping has to give.
func (g *groupedWindows) Pieces(e sqlparser.Expr) (found []sqlparser.Expr) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		e, ok := n.(sqlparser.Expr)
		if !ok {
			return true, nil
		}
		c, column := e.(*sqlparser.ColName)
		if column && (g.made[c] || g.Having != nil && g.isOutput(c)) {
			return false, nil
		}
		if column || IsAggregate(e) || g.by[exprText(e)] {
			found, g.Aside = append(found, e), g.Aside || HasWindow(e)
			return false, nil
		}
		if _, subquery := e.(*sqlparser.Subquery); subquery {
			g.Aside = true
			return false, nil
		}
		return true, nil
	}, e)
	return found
}

// Look finds out whether an expression can be taken apart.
func (g *groupedWindows) Look(e sqlparser.Expr) {
	if !g.isOutput(e) {
		g.Pieces(e)
	}
}

// isOutput says of what is ordered by that it is a column of the result.
func (g *groupedWindows) isOutput(e sqlparser.Expr) bool {
	switch e := e.(type) {
	case *sqlparser.SQLVal:
		return true
	case *sqlparser.ColName:
		return e.Qualifier.IsEmpty() && g.aliases[e.Name.Lowered()]
	}
	return false
}

// replaced is an expression in which the pieces are columns of the derived table.
func (g *groupedWindows) replaced(e sqlparser.Expr) sqlparser.Expr {
	for _, piece := range g.Pieces(e) {
		column := g.column(piece, exprText(piece))
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if f, ok := n.(*sqlparser.FuncExpr); ok && f.Over != nil {
				for i := range f.Over.PartitionBy {
					f.Over.PartitionBy[i] = sqlparser.ReplaceExpr(f.Over.PartitionBy[i], piece, column)
				}
				for _, o := range f.Over.OrderBy {
					o.Expr = sqlparser.ReplaceExpr(o.Expr, piece, column)
				}
			}
			return true, nil
		}, e)
		e = sqlparser.ReplaceExpr(e, piece, column)
	}
	return e
}

// whole has the derived table give all of what is selected, by its alias if that is free,
// as it may be grouped by.
func (g *groupedWindows) whole(e *sqlparser.AliasedExpr) sqlparser.Expr {
	as := e.As
	if as.IsEmpty() || slices.ContainsFunc(g.inner, func(other sqlparser.SelectExpr) bool { return other.(*sqlparser.AliasedExpr).As.Equal(as) }) {
		as = sqlparser.NewColIdent(groupedColumn + strconv.Itoa(len(g.inner)+1))
	}
	g.columns[exprText(e.Expr)] = len(g.inner)
	g.inner = append(g.inner, &sqlparser.AliasedExpr{Expr: e.Expr, As: as})
	return &sqlparser.ColName{Name: as}
}

// column is the one of the derived table that gives a piece.
func (g *groupedWindows) column(piece sqlparser.Expr, text string) *sqlparser.ColName {
	at, ok := g.columns[text]
	if !ok {
		at = len(g.inner)
		g.columns[text] = at
		g.inner = append(g.inner, &sqlparser.AliasedExpr{Expr: piece, As: sqlparser.NewColIdent(groupedColumn + strconv.Itoa(at+1))})
	}
	c := &sqlparser.ColName{Name: g.inner[at].(*sqlparser.AliasedExpr).As}
	g.made[c] = true
	return c
}

// HasWindow reports whether nodes have a window function, not in subqueries.
func HasWindow(nodes ...sqlparser.SQLNode) bool {
	return HasFunction(nodes, func(e sqlparser.Expr) bool { f, ok := e.(*sqlparser.FuncExpr); return ok && f.Over != nil })
}

// Aggregates reports whether nodes have an aggregate, not in subqueries.
func Aggregates(nodes ...sqlparser.SQLNode) bool { return HasFunction(nodes, IsAggregate) }

// HasFunction looks for a function, not in subqueries.
func HasFunction(nodes []sqlparser.SQLNode, is func(sqlparser.Expr) bool) (found bool) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if _, subquery := n.(*sqlparser.Subquery); subquery {
			return false, nil
		}
		if e, ok := n.(sqlparser.Expr); ok && !found {
			found = is(e)
		}
		return !found, nil
	}, nodes...)
	return found
}

// IsAggregate says of an expression that it is one, and none with a window.
func IsAggregate(e sqlparser.Expr) bool {
	switch e := e.(type) {
	case *sqlparser.FuncExpr:
		return e.Over == nil && planbuilder.IsAggregateFunc(e.Name.Lowered())
	case *sqlparser.GroupConcatExpr:
		return true
	}
	return false
}

func exprText(e sqlparser.Expr) string { return strings.ToLower(sqlparser.String(e)) }

// ShownName is the name of a column of the result.
func ShownName(e *sqlparser.AliasedExpr) string {
	if !e.As.IsEmpty() {
		return e.As.String()
	}
	if c, ok := e.Expr.(*sqlparser.ColName); ok {
		return c.Name.String()
	}
	if e.InputExpression != "" {
		return e.InputExpression
	}
	return sqlparser.String(e.Expr)
}
