package group

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// The grammar lacks GROUP BY ... WITH ROLLUP. [words.Respell] writes a call of a function
// for it, the last of what is grouped by. Each row is then grouped once for every number
// of the expressions, the level, from all of them down to none (rollup_plan.go). What is
// told of a group asks for its level: an expression that is grouped by is NULL where the
// level leaves it out, and GROUPING() is 1 there.

// Functions that no statement names by chance.
const (
	levelName = "rollup level"

	groupingName  = "grouping of"
	errGrouping   = 3602 // ER_FIELD_IN_GROUPING_NOT_GROUP_BY
	errWrongGroup = 1056 // ER_WRONG_GROUP_FIELD
	errBranches   = 6034 // ER_TOO_MANY_GROUP_BY_MODIFIER_BRANCHES

	// maxRollup is how many expressions a query may group by WITH ROLLUP: each row is
	// grouped once more for each of them.
	maxRollup = 127
)

// MisplacedRollup says whether WITH ROLLUP stands where none may.
func MisplacedRollup(stmt sqlparser.Statement, text string) bool {
	if stmt == nil || !step.HasRollup(text) {
		return false
	}
	f := syntaxtree.QueryFinder{United: make(map[*sqlparser.Select]bool)}
	f.In(reflect.ValueOf(stmt))
	queries := 0
	for _, s := range f.List {
		if rollsUp(s) {
			queries++
		}
	}
	return strings.Count(text, words.Rollup) != queries
}

// rollsUp says whether a query is WITH ROLLUP.
func rollsUp(s *sqlparser.Select) bool {
	n := len(s.GroupBy)
	if n < 2 {
		return false
	}
	f, ok := s.GroupBy[n-1].(*sqlparser.FuncExpr)
	return ok && f.Name.EqualString(words.Rollup) && f.Qualifier.IsEmpty() && len(f.Exprs) == 0
}

// unfoldRollup makes GROUP BY a, b WITH ROLLUP of GROUP BY ROLLUP (a, b).
func unfoldRollup(s *sqlparser.Select) {
	if len(s.GroupBy) != 1 {
		return
	}
	f, ok := s.GroupBy[0].(*sqlparser.FuncExpr)
	if !ok || !f.Name.EqualString(step.RollupFunction) || !f.Qualifier.IsEmpty() || f.Distinct || len(f.Exprs) == 0 {
		return
	}
	var by sqlparser.GroupBy
	for _, e := range f.Exprs {
		one, ok := e.(*sqlparser.AliasedExpr)
		if !ok {
			return
		}
		by = append(by, one.Expr)
	}
	s.GroupBy = append(by, &sqlparser.FuncExpr{Name: sqlparser.NewColIdent(words.Rollup)})
}

// RollupsRule is the rule rollup.
var RollupsRule = rule.Of[step.CheckStep]{
	Rule: rule.Rule{
		Name: "rollup", Changes: rule.Tree, About: rule.Grouping,
		Why:      "The engine's grammar lacks GROUP BY ... WITH ROLLUP.",
		NeededBy: rule.Tool, By: "Dolphie", Golden: "collated_plans",
	},
	Apply: step.CheckStep{Sought: step.SoughtRollup, Find: rollupsIn},
}

func rollupsIn(n sqlparser.SQLNode) error {
	f := syntaxtree.QueryFinder{United: make(map[*sqlparser.Select]bool)}
	f.In(reflect.ValueOf(n))
	for _, s := range f.List {
		unfoldRollup(s)
		if rollsUp(s) {
			if err := rollUp(s, !f.United[s]); err != nil {
				return err
			}
		}
	}
	return nil
}

// rollup is a query at work: the texts of what it groups by.
type rollup struct {
	items []rollupItem
	sizes map[sqlparser.SQLNode]int
	err   error
}

type rollupItem struct {
	kind        reflect.Type
	size        int    // what lies in one another has several: texts are compared of one
	name, whole string // without the tables of its columns, and with them
}

// rollUp rewrites one query; ordered gives its rows MySQL's order, if it has none: the rows
// of a group, and then what they come to.
func rollUp(s *sqlparser.Select, ordered bool) error {
	items := s.GroupBy[:len(s.GroupBy)-1]
	if len(items) > maxRollup {
		return mysql.NewSQLError(errBranches, sqlerr.StateGeneral, "Too many branches of GROUP BY: %d, and no more than %d are allowed", len(items)+1, maxRollup+1)
	}
	for _, e := range s.SelectExprs {
		if _, ok := e.(*sqlparser.StarExpr); ok {
			return sqlerr.NotSupportedYet("SELECT * with WITH ROLLUP")
		}
	}
	mark := syntaxtree.Call(levelName)
	r := rollup{sizes: make(map[sqlparser.SQLNode]int)}
	for i, e := range items {
		item, alias := selected(s.SelectExprs, e)
		switch {
		case !hasAggregate(item):
		case item == e:
			return sqlerr.GroupFunction()
		default:
			return mysql.NewSQLError(errWrongGroup, sqlerr.StateAccess, "Can't group on '%s'", sqlparser.String(e))
		}
		if alias != "" {
			mark.Exprs = append(mark.Exprs, &sqlparser.AliasedExpr{Expr: sqlparser.NewStrVal([]byte(alias))})
		}
		r.items = append(r.items, rollupItem{reflect.TypeOf(item), r.size(item), rollupText(item, false), rollupText(item, true)})
		if _, ok := item.(*sqlparser.SQLVal); ok && item != e {
			item = &sqlparser.ParenExpr{Expr: item} // a number alone would be a position
		}
		items[i] = item
	}
	s.GroupBy[len(items)] = mark
	for _, e := range s.SelectExprs {
		if a, ok := e.(*sqlparser.AliasedExpr); ok {
			name, isColumn := a.Expr.(*sqlparser.ColName)
			before := a.Expr
			r.in(reflect.ValueOf(&a.Expr).Elem())
			if isColumn && a.Expr != before && a.As.IsEmpty() {
				a.As = name.Name
			}
		}
	}
	if s.Having != nil {
		r.in(reflect.ValueOf(&s.Having.Expr).Elem())
	}
	for _, o := range s.OrderBy {
		if !isAlias(s.SelectExprs, o.Expr) {
			r.in(reflect.ValueOf(&o.Expr).Elem())
		}
	}
	if s.OrderBy == nil && ordered && !s.QueryOpts.Distinct {
		for i, e := range items {
			s.OrderBy = append(s.OrderBy,
				&sqlparser.Order{Expr: syntaxtree.Call(groupingName, level(), position(i)), Direction: sqlparser.AscScr},
				&sqlparser.Order{Expr: syntaxtree.Call(step.RolledName, position(i), level(), e), Direction: sqlparser.AscScr})
		}
	}
	return r.err
}

// level is the expression of a group's level.
func level() sqlparser.Expr { return syntaxtree.Call("max", syntaxtree.Call(levelName)) }

func position(i int) sqlparser.Expr { return sqlparser.NewIntVal([]byte(strconv.Itoa(i))) }

// selected is what an expression of GROUP BY stands for: the position of one of SELECT, its
// alias, which is told, or itself.
func selected(list sqlparser.SelectExprs, e sqlparser.Expr) (item sqlparser.Expr, alias string) {
	for {
		p, ok := e.(*sqlparser.ParenExpr)
		if !ok {
			break
		}
		e = p.Expr
	}
	switch v := e.(type) {
	case *sqlparser.SQLVal:
		if n, err := strconv.Atoi(string(v.Val)); v.Type == sqlparser.IntVal && err == nil && n > 0 && n <= len(list) {
			if a, ok := list[n-1].(*sqlparser.AliasedExpr); ok {
				return a.Expr, ""
			}
		}
	case *sqlparser.ColName:
		if !v.Qualifier.IsEmpty() {
			break
		}
		for _, s := range list {
			a, ok := s.(*sqlparser.AliasedExpr)
			if !ok || !a.As.Equal(v.Name) {
				continue
			}
			if c, ok := a.Expr.(*sqlparser.ColName); ok && c.Name.Equal(v.Name) {
				break
			}
			return a.Expr, a.As.String()
		}
	}
	return e, ""
}

// isAlias says whether an expression is the alias of one in a list.
func isAlias(list sqlparser.SelectExprs, e sqlparser.Expr) bool {
	c, ok := e.(*sqlparser.ColName)
	if !ok || !c.Qualifier.IsEmpty() {
		return false
	}
	for _, s := range list {
		if a, ok := s.(*sqlparser.AliasedExpr); ok && a.As.Equal(c.Name) {
			return true
		}
	}
	return false
}

// size is of how many nodes an expression is, each counted once.
func (r *rollup) size(n sqlparser.SQLNode) int {
	known := reflect.TypeOf(n).Kind() == reflect.Pointer
	if known {
		if size, ok := r.sizes[n]; ok {
			return size
		}
	}
	size, below := 1, false
	_ = syntaxtree.Walk(func(child sqlparser.SQLNode) (bool, error) {
		if !below {
			below = true
			return true, nil
		}
		size += r.size(child)
		return false, nil
	}, n)
	if known {
		r.sizes[n] = size
	}
	return size
}

// rollupText is what an expression reads as whatever the case of its names.
func rollupText(e sqlparser.Expr, tables bool) string {
	buf := sqlparser.NewTrackedBuffer(func(buf *sqlparser.TrackedBuffer, n sqlparser.SQLNode) {
		switch n := n.(type) {
		case *sqlparser.ColName:
			if tables && !n.Qualifier.Name.IsEmpty() {
				buf.WriteString(strings.ToLower(n.Qualifier.Name.String()) + ".")
			}
			buf.WriteString("`" + n.Name.Lowered() + "`")
		case *sqlparser.FuncExpr:
			lower := *n
			lower.Name = sqlparser.NewColIdent(n.Name.Lowered())
			lower.Format(buf)
		default:
			n.Format(buf)
		}
	})
	buf.Myprintf("%v", e)
	return buf.String()
}

// find is the number of the expression that is grouped by; -1 of any other. A column is the
// same with its table and without.
func (r *rollup) find(e sqlparser.Expr) int {
	kind := reflect.TypeOf(e)
	var name, whole string
	for i, item := range r.items {
		if item.kind != kind || item.size != r.size(e) {
			continue
		}
		if name == "" {
			name, whole = rollupText(e, false), rollupText(e, true)
		}
		if item.whole == whole || item.name == name && (item.whole == item.name || whole == name) {
			return i
		}
	}
	return -1
}

// in goes through an expression and all below it, and puts others in its place.
func (r *rollup) in(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if e, ok := v.Interface().(sqlparser.Expr); ok && v.CanSet() && v.Type() == syntaxtree.ExpressionType {
			out, done := r.replacement(e)
			if out != nil {
				v.Set(reflect.ValueOf(out))
			}
			if done {
				return
			}
		}
		r.in(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem().PkgPath() == syntaxtree.SyntaxPackage {
			r.in(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().PkgPath() == syntaxtree.SyntaxPackage && v.Type().Field(i).IsExported() {
				r.in(v.Field(i))
			}
		}
	case reflect.Slice:
		switch v.Type().Elem().Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Slice:
			for i := range v.Len() {
				r.in(v.Index(i))
			}
		}
	}
}

// replacement is what takes the place of an expression, nil where it stays; done says that
// what is below it stays too: aggregates are of the rows as they are.
func (r *rollup) replacement(e sqlparser.Expr) (out sqlparser.Expr, done bool) {
	if i := r.find(e); i >= 0 {
		return syntaxtree.Call(step.RolledName, position(i), level(), e), true
	}
	switch e := e.(type) {
	case *sqlparser.Subquery:
		r.leave(e)
		return nil, true
	case *sqlparser.GroupConcatExpr:
		return nil, true
	case *sqlparser.FuncExpr:
		switch {
		case e.Over != nil:
			r.fail(sqlerr.NotSupportedYet("a window function with WITH ROLLUP"))
			return nil, true
		case planbuilder.IsAggregateFunc(e.Name.Lowered()):
			return nil, true
		case e.Name.EqualString("grouping"):
			return r.grouping(e), true
		}
	}
	return nil, false
}

// grouping is GROUPING() of some expressions.
func (r *rollup) grouping(f *sqlparser.FuncExpr) sqlparser.Expr {
	of := syntaxtree.Call(groupingName, level())
	for n, e := range f.Exprs {
		a, ok := e.(*sqlparser.AliasedExpr)
		i := -1
		if ok {
			i = r.find(a.Expr)
		}
		if i < 0 {
			r.fail(mysql.NewSQLError(errGrouping, sqlerr.StateGeneral, "Argument #%d of GROUPING function is not in GROUP BY", n))
			return nil
		}
		of.Exprs = append(of.Exprs, &sqlparser.AliasedExpr{Expr: position(i)})
	}
	return of
}

// leave refuses a subquery that names what is grouped by: it would see the values of rows.
func (r *rollup) leave(q *sqlparser.Subquery) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if c, ok := n.(*sqlparser.ColName); ok && r.find(c) >= 0 {
			r.fail(sqlerr.NotSupportedYet("a subquery on what is grouped WITH ROLLUP"))
		}
		return r.err == nil, nil
	}, q)
}

func (r *rollup) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}
