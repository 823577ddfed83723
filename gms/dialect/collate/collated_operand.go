package collate

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// CollatedTextsRule is the rule collated-texts.
var CollatedTextsRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "collated-texts", Changes: rule.Plan, About: rule.Comparisons,
		Why:      "The engine compares, groups and sorts texts by the collation of one operand; MySQL decides by both, by coercibility.",
		NeededBy: rule.Data, Golden: "collated_forms",
	},
	Apply: step.PlanStep{Features: step.Compares, Apply: CollateTexts, Also: collates, Change: step.Compares},
}

// CollateTexts has a plan's texts be of types with the collations that they are compared
// by: what is compared, grouped, put in order and told apart, and the columns of derived
// tables. Columns of tables stay as they are, for indexes to be found by them.
func CollateTexts(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags != nil {
		flags.Set(step.FlagCollates)
	}
	c := collator{ctx: ctx, types: make(map[sql.ColumnId]sql.Type)}
	if t, ok := n.(*plan.CreateTable); ok && t.Select() != nil {
		return c.created(t)
	}
	if flags != nil && flags.IsSet(sql.QFlagDDL) { // its rows may be those of CREATE TABLE ... SELECT
		return c.plan(n)
	}
	return c.result(n)
}

// created is CREATE TABLE ... SELECT: where it defines no columns, those that it was bound
// with are of what is selected.
func (c *collator) created(t *plan.CreateTable) (sql.Node, transform.TreeIdentity, error) {
	before, own := t.Select().Schema(), t.PkSchema().Schema
	query, same, err := c.plan(t.Select())
	if err != nil || bool(same) {
		return t, transform.SameTree, err
	}
	schema := own
	if len(own) == len(before) && len(t.Indexes()) == 0 && len(t.Checks()) == 0 {
		schema = append(sql.Schema(nil), own...)
		for i, col := range query.Schema() {
			if own[i].Name == col.Name && own[i].Type.Equals(before[i].Type) {
				typed := *own[i]
				typed.Type = col.Type
				schema[i] = &typed
			}
		}
	}
	return plan.NewCreateTableSelect(t.Database(), t.Name(), t.IfNotExists(), t.Temporary(), query, &plan.TableSpec{
		Schema: sql.NewPrimaryKeySchema(schema, t.PkSchema().PkOrdinals...), FkDefs: t.ForeignKeys(), ChDefs: t.Checks(), IdxDefs: t.Indexes(),
		Collation: t.Collation, TableOpts: t.TableOpts,
	}), transform.NewTree, nil
}

// collator goes through a plan from below.
type collator struct {
	ctx *sql.Context
	// types are those of the columns below that are others than they were bound with.
	types map[sql.ColumnId]sql.Type
}

// result is what gives the rows of a statement: the types of these nobody compares.
func (c *collator) result(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	switch t := n.(type) {
	case *plan.Limit:
		child, same, err := c.result(t.Child)
		return planwalk.Replaced(n, child, same, err)
	case *plan.Offset:
		child, same, err := c.result(t.Child)
		return planwalk.Replaced(n, child, same, err)
	case *plan.Project:
		child, same, err := c.plan(t.Child)
		n, same, err = planwalk.Replaced(n, child, same, err)
		if err != nil {
			return n, same, err
		}
		return c.expressions(n, same, nil)
	}
	return c.plan(n)
}

func (c *collator) plan(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return planwalk.TransformQueries(n, c.node)
}

// node changes one node, after those below it.
func (c *collator) node(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	same := transform.SameTree
	var err error
	switch t := n.(type) {
	case *plan.Project:
		if n, same, err = c.expressions(n, same, c.settled); err == nil {
			c.note(n.(*plan.Project).Projections)
		}
	case *plan.GroupBy:
		n, same, err = c.group(t)
	case *plan.Sort:
		n, same, err = c.expressions(n, same, c.settled)
	case *plan.Window:
		if n, same, err = c.expressions(n, same, nil); err == nil {
			c.note(n.(*plan.Window).SelectExprs)
		}
	case *plan.SetOp:
		if n, same, err = c.expressions(n, same, nil); err == nil {
			return c.sides(n.(*plan.SetOp), same)
		}
	case *plan.RecursiveCte:
		if n, same, err = c.expressions(n, same, nil); err == nil {
			r := n.(*plan.RecursiveCte)
			n = r.WithSchema(columnsTyped(r.Schema(), r.Left().Schema()))
			c.noteColumns(r.Columns(), n.Schema())
			same = transform.NewTree
		}
	case *plan.SubqueryAlias:
		c.noteColumns(t.Columns(), t.Schema())
	default:
		n, same, err = c.expressions(n, same, nil)
	}
	return n, same, err
}

// expressions changes those of a node: each is given to then, if that is not nil.
func (c *collator) expressions(n sql.Node, same transform.TreeIdentity, then func(sql.Expression) (sql.Expression, bool)) (sql.Node, transform.TreeIdentity, error) {
	t, ok := n.(sql.Expressioner)
	if !ok {
		return n, same, nil
	}
	list, changed, err := c.list(t.Expressions(), then)
	if err != nil || !changed {
		return n, same, err
	}
	n, err = t.WithExpressions(list...)
	return n, transform.NewTree, err
}

func (c *collator) list(list []sql.Expression, then func(sql.Expression) (sql.Expression, bool)) (out []sql.Expression, changed bool, err error) {
	for i, e := range list {
		if e == nil {
			continue
		}
		with, own, err := c.expression(e)
		if err != nil {
			return nil, false, err
		}
		if then != nil {
			settled, more := then(with)
			with, own = settled, own || more
		}
		if !own {
			continue
		}
		if !changed {
			list, changed = append([]sql.Expression(nil), list...), true
		}
		list[i] = with
	}
	return list, changed, nil
}

// group changes a grouping: of the functions only what they compare.
func (c *collator) group(g *plan.GroupBy) (sql.Node, transform.TreeIdentity, error) {
	deps, changed, err := c.list(g.SelectDeps, nil)
	if err != nil {
		return g, transform.SameTree, err
	}
	by, more, err := c.list(g.GroupByExprs, c.settled)
	if err != nil {
		return g, transform.SameTree, err
	}
	c.note(deps)
	if !changed && !more {
		return g, transform.SameTree, nil
	}
	out := *g
	out.SelectDeps, out.GroupByExprs = deps, by
	return &out, transform.NewTree, nil
}

// settled is a text of the type that its collation asks for.
func (c *collator) settled(e sql.Expression) (sql.Expression, bool) {
	inner := e
	if a, ok := e.(*expression.Alias); ok {
		inner = a.Child
	}
	switch inner.(type) {
	case *expression.GetField, *expression.Literal, sql.Aggregation, *collated:
		return e, false
	}
	by, _, ok := collationOf(c.ctx, inner)
	if !ok {
		return e, false
	}
	return withCollation(e, by)
}

// note remembers the types of what a node gives.
func (c *collator) note(list []sql.Expression) {
	for _, e := range list {
		id, ok := e.(sql.IdExpression)
		if !ok || id.Id() == 0 {
			continue
		}
		own, ok := collationOfType(e)
		if !ok {
			continue
		}
		typ := e.Type()
		if _, isAggregation := e.(sql.Aggregation); isAggregation {
			if by, _, ok := collationOf(c.ctx, e); ok && by != own {
				typ, _ = TypeWith(typ, by)
			}
		}
		c.types[id.Id()] = typ
	}
}

// noteColumns remembers those of a table's columns.
func (c *collator) noteColumns(ids sql.ColSet, s sql.Schema) {
	if ids.Len() != len(s) {
		return
	}
	i := 0
	ids.ForEach(func(id sql.ColumnId) {
		if _, ok := textCollation(s[i].Type); ok {
			c.types[id] = s[i].Type
		}
		i++
	})
}

// columnsTyped are columns of the types of others where these are texts, too.
func columnsTyped(s, as sql.Schema) sql.Schema {
	out := make(sql.Schema, len(s))
	for i, col := range s {
		out[i] = col
		if _, ok := textCollation(col.Type); !ok || i >= len(as) {
			continue
		}
		if by, ok := textCollation(as[i].Type); ok {
			if typ, ok := TypeWith(col.Type, by); ok {
				own := *col
				own.Type = typ
				out[i] = &own
			}
		}
	}
	return out
}

// expression changes one: columns have the types that they have become of, and what is
// compared has those of its collation.
func (c *collator) expression(e sql.Expression) (sql.Expression, bool, error) {
	return planwalk.MapExpression(e, func(e sql.Expression) (sql.Expression, bool, error) {
		switch t := e.(type) {
		case *expression.GetField:
			typ, ok := c.types[t.Id()]
			if !ok || t.IsQuotedIdentifier() {
				return e, false, nil
			}
			if _, ok := textCollation(t.Type()); !ok || typ.Equals(t.Type()) {
				return e, false, nil
			}
			return expression.NewGetFieldWithTable(t.Index(), int(t.TableId()), typ, t.Database(), t.Table(), t.Name(), t.IsNullable()).WithId(t.Id()), true, nil
		case *expression.SystemVar:
			out, changed := databaseVariable(c.ctx, t)
			return out, changed, nil
		case *expression.InTuple:
			t, texts := listWithTexts(t)
			out, changed := c.inList(t)
			return out, changed || texts, nil
		case *expression.Between:
			out, changed := c.compared(false, t.Val, t.Lower, t.Upper)
			if !changed {
				return e, false, nil
			}
			return expression.NewBetween(out[0], out[1], out[2]), true, nil
		case *expression.Case:
			out, changed := c.branches(t)
			return out, changed, nil
		case *expression.Like:
			out, changed := c.compared(false, t.Left(), t.Right())
			if !changed {
				return e, false, nil
			}
			return expression.NewLike(out[0], out[1], t.Escape), true, nil
		case *expression.NullSafeEquals:
			right, texts := textBeside(t.Right(), t.Left())
			left, also := textBeside(t.Left(), t.Right())
			out, changed := c.sameType(left, right)
			if !changed && !texts && !also {
				return e, false, nil
			}
			return planwalk.WithChildren(e, out...), true, nil
		case *expression.Equals, *expression.LessThan, *expression.LessThanOrEqual,
			*expression.GreaterThan, *expression.GreaterThanOrEqual, *function.NullIf, *function.StrCmp:
			children := e.Children()
			out, changed := c.compared(false, children...)
			if !changed {
				return e, false, nil
			}
			return planwalk.WithChildren(e, out...), true, nil
		case *aggregation.Min, *aggregation.Max:
			child, changed := c.settled(e.Children()[0])
			if !changed {
				return e, false, nil
			}
			return planwalk.WithChildren(e, child), true, nil
		}
		if w, ok := e.(sql.WindowAdaptableExpression); ok && w.Window() != nil {
			return c.window(w)
		}
		return e, false, nil
	})
}

// window settles what a window is divided by and in what order.
func (c *collator) window(w sql.WindowAdaptableExpression) (sql.Expression, bool, error) {
	list, changed, err := c.list(w.Window().ToExpressions(), c.settled)
	if err != nil || !changed {
		return w, false, err
	}
	window, err := w.Window().FromExpressions(list)
	if err != nil {
		return w, false, err
	}
	return w.WithWindow(window), true, nil
}

// common is the collation by which texts are compared with each other; false where that
// is by bytes anyway, or not as texts. Beside BINARY 'a' and other bytes that are no literal
// texts go by their bytes, too, and a column by none of its indexes.
func (c *collator) common(list []sql.Expression) (by sql.CollationID, ok bool) {
	by, rank := sql.Collation_Unspecified, byte(7)
	bytes := false
	for _, e := range list {
		if !e.Resolved() || types.IsNull(e) {
			continue
		}
		next, coercibility, text := collationOf(c.ctx, e)
		if !text {
			if _, literal := e.(*expression.Literal); literal || !types.IsBinaryType(e.Type()) {
				return by, false
			}
			bytes = true
			continue
		}
		by, rank = sql.ResolveCoercibility(by, rank, next, coercibility)
	}
	if bytes {
		return sql.Collation_utf8mb4_bin, by != sql.Collation_Unspecified
	}
	return by, by != sql.Collation_Unspecified && by != sql.Collation_binary
}

// compared are expressions that are compared with each other. A column whose collation
// decides stays: it may have an index. Literals stay, too, where the engine looks at what
// it compares and not at types alone.
func (c *collator) compared(literals bool, list ...sql.Expression) ([]sql.Expression, bool) {
	by, ok := c.common(list)
	if !ok {
		return list, false
	}
	var out []sql.Expression
	for i, e := range list {
		if _, ok := e.(*expression.Literal); ok && !literals {
			continue
		}
		with, changed := withCollation(e, by)
		if !changed {
			continue
		}
		if out == nil {
			out = append(out, list...)
		}
		out[i] = with
	}
	if out == nil {
		return list, false
	}
	return out, true
}

// sameType has both sides of <=> be of one type: the engine looks at nothing else there. It
// is that of a column whose collation decides, which may have an index.
func (c *collator) sameType(left, right sql.Expression) ([]sql.Expression, bool) {
	list := []sql.Expression{left, right}
	by, ok := c.common(list)
	if !ok || goesByBytes(by) || left.Type().Equals(right.Type()) && left.Type().Equals(types.CreateLongText(by)) {
		return list, false
	}
	var typ sql.Type = types.CreateLongText(by)
	for _, e := range list {
		if own, _ := collationOfType(e); own != by {
			continue
		}
		if _, column := e.(*expression.GetField); column {
			typ = e.Type()
			break
		}
	}
	changed := false
	for i, e := range list {
		if !types.IsNull(e) && !e.Type().Equals(typ) {
			list[i], changed = typedAs(e, typ), true
		}
	}
	return list, changed
}

// branches settles what a CASE compares its operand with.
func (c *collator) branches(e *expression.Case) (sql.Expression, bool) {
	if e.Expr == nil {
		return e, false
	}
	list := []sql.Expression{e.Expr}
	for _, b := range e.Branches {
		list = append(list, b.Cond)
	}
	list, changed := c.compared(false, list...)
	if !changed {
		return e, false
	}
	children := append([]sql.Expression(nil), e.Children()...)
	children[0] = list[0]
	for i := range e.Branches {
		children[1+2*i] = list[1+i]
	}
	return planwalk.WithChildren(e, children...), true
}
