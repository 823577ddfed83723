package grouped

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
)

// A table that another server has may be asked for groups of its rows (view.Grouping). A
// grouping of such a table stays in the plan, and everything about it that is a matter of
// SQL, as collations, expressions and HAVING, stays there: what changes is that it reads
// groups in the place of rows. These are told apart by all columns that the grouping, or
// a condition that stays below it, has to see as they are. Sums, counts, the least and the
// greatest of other columns come as figures of each group, and the grouping adds those
// up. So what is read is never wrong, whatever the groups are: fewer are only faster.
// It is left as it was wherever what it computes might differ: in sums of floats, whose
// last digits depend on the order, and in what depends on how often a value comes.

// pushRuleID is that of the rule; the analyzer has none so high.
const pushRuleID analyzer.RuleId = 1<<20 + 6

// Push has an analyzer do so, once it knows the places of columns.
func Push(a *analyzer.Analyzer) {
	for i, b := range a.Batches {
		if b.Desc != "after-all" {
			continue
		}
		at := slices.IndexFunc(b.Rules, func(r analyzer.Rule) bool { return r.Id.String() == placesRule })
		if at < 0 {
			return
		}
		places := b.Rules[at].Id
		extended := *b
		extended.Rules = slices.Insert(slices.Clone(b.Rules), at+1, analyzer.Rule{Id: pushRuleID, Apply: func(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			// Of a part of a statement the places are not known yet. Rows of a trigger, or in a
			// subquery of an expression, have others' columns before theirs.
			if !scope.IsEmpty() || sel != nil && !sel(places) {
				return n, transform.SameTree, nil
			}
			if top, ok := pushTop(ctx, n); ok {
				return top, transform.NewTree, nil
			}
			if flags != nil && !flags.IsSet(sql.QFlagAggregation) {
				return n, transform.SameTree, nil
			}
			return pushIn(ctx, n)
		}})
		a.Batches[i] = &extended
	}
}

// placesRule is the engine's rule that finds the places of columns, by its name.
const placesRule = "assignExecIndexes"

func pushIn(ctx *sql.Context, n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		switch n := n.(type) {
		case *plan.InsertInto:
			source, same, err := pushIn(ctx, n.Source)
			if err != nil || bool(same) {
				return n, same, err
			}
			return n.WithSource(source), transform.NewTree, nil
		case *plan.GroupBy:
			p := pushing{ctx: ctx}
			if out, ok := p.group(n); ok {
				return out, transform.NewTree, nil
			}
		}
		return n, transform.SameTree, nil
	})
}

// pushing is a grouping that is to read groups.
type pushing struct {
	ctx      *sql.Context
	table    *table.Table
	name     string // of the table, or its alias
	schema   sql.Schema
	grouping view.Grouping
	keys     map[int]int // their places in what is read, by column of schema
	figures  []view.Figure
	failed   bool
}

// group is the grouping as it is to be; it is false where that stays as it is.
func (p *pushing) group(g *plan.GroupBy) (sql.Node, bool) {
	if group.IsRollup(g) || !p.find(g.Child) {
		return nil, false
	}
	p.keys = make(map[int]int)
	conditions := p.conditions(g.Child)
	// What is to be seen as it is comes first, so that figures come behind the last key.
	for _, e := range slices.Concat(conditions, g.GroupByExprs, g.SelectDeps) {
		p.collect(e)
	}
	if p.failed {
		return nil, false
	}
	out := *g
	out.GroupByExprs, out.SelectDeps = p.replaceAll(g.GroupByExprs), p.replaceAll(g.SelectDeps)
	p.grouping.Figures = p.figures
	child, ok := p.below(g.Child, p.table.Grouped(p.grouping), p.replaceAll(conditions))
	if !ok || p.failed {
		return nil, false
	}
	out.Child = child
	return &out, true
}

// find looks for the table below a grouping: nothing but conditions and an alias may
// stand between them.
func (p *pushing) find(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.Filter:
		return p.find(n.Child)
	case *plan.TableAlias:
		if !p.find(n.Child) {
			return false
		}
		p.name = n.Name()
		return true
	case *plan.ResolvedTable:
		p.table = table.Of(n.UnderlyingTable()) // of a union's it is watched already
	case *plan.IndexedTableAccess:
		if !n.IsStatic() {
			return false
		}
		p.table = table.Of(n.Table)
	}
	if p.table == nil || !p.table.Groups() {
		return false
	}
	p.name, p.schema = p.table.Name(), p.table.Schema()
	return true
}

// conditions are those above the table that it cannot be told; the others are bounds.
func (p *pushing) conditions(n sql.Node) (left []sql.Expression) {
	switch n := n.(type) {
	case *plan.TableAlias:
		return p.conditions(n.Child)
	case *plan.Filter:
		for _, e := range expression.SplitConjunction(n.Expression) {
			if bounds, ok := p.bounds(e); ok {
				p.grouping.Bounds = append(p.grouping.Bounds, bounds...)
			} else {
				left = append(left, e)
			}
		}
		return append(left, p.conditions(n.Child)...)
	}
	return nil
}

// below is what is below a grouping as it is to be, with what is read in the table's
// place and the conditions that are left.
func (p *pushing) below(n sql.Node, read *table.Table, left []sql.Expression) (sql.Node, bool) {
	var out sql.Node
	switch n := n.(type) {
	case *plan.TableAlias:
		child, ok := p.below(n.Child, read, nil)
		if !ok {
			return nil, false
		}
		alias, err := n.WithChildren(child)
		if err != nil {
			return nil, false
		}
		out = alias
	case *plan.Filter:
		return p.below(n.Child, read, left)
	case *plan.ResolvedTable:
		whole, err := n.ReplaceTable(read)
		if err != nil {
			return nil, false
		}
		out = whole.(sql.Node)
	case *plan.IndexedTableAccess:
		indexed := read.Access()
		of, ok := n.TableNode.(sql.MutableTableNode)
		if !ok {
			return nil, false
		}
		whole, err := of.ReplaceTable(indexed)
		if err != nil {
			return nil, false
		}
		access := *n
		access.Table, access.TableNode = indexed, whole.(sql.TableNode)
		out = &access
	}
	if len(left) > 0 {
		out = plan.NewFilter(expression.JoinAnd(left...), out)
	}
	return out, true
}

// column is the place of a column of the table in what it gave; -1: it is of another.
func (p *pushing) column(e sql.Expression) int {
	f, ok := operand.WithoutOperand(e).(*expression.GetField)
	if !ok || f.Index() < 0 || f.Index() >= len(p.schema) || !strings.EqualFold(p.schema[f.Index()].Name, f.Name()) || !strings.EqualFold(f.Table(), p.name) {
		return -1
	}
	return f.Index()
}

// collect finds out which columns an expression has to see as they are.
func (p *pushing) collect(e sql.Expression) {
	if p.failed {
		return
	}
	if _, ok := p.figure(e); ok {
		return
	}
	if passes(e) {
		p.failed = true
		return
	}
	switch e := e.(type) {
	case *expression.GetField:
		at := p.column(e)
		if at < 0 {
			p.failed = true
			return
		}
		if _, known := p.keys[at]; !known {
			p.keys[at] = len(p.grouping.Keys)
			p.grouping.Keys = append(p.grouping.Keys, p.table.Place(at))
		}
		return
	case *aggregation.Min, *aggregation.Max, *aggregation.CountDistinct, *aggregation.AnyValue:
		// However often a value comes: it is the same.
	case sql.Aggregation:
		p.failed = true
		return
	}
	for _, child := range e.Children() {
		p.collect(child)
	}
}

// figure is what the table can give of an aggregate.
func (p *pushing) figure(e sql.Expression) (view.Figure, bool) {
	a, ok := e.(sql.Aggregation)
	if !ok || a.Window() != nil {
		return view.Figure{}, false
	}
	children := a.Children()
	if len(children) != 1 {
		return view.Figure{}, false
	}
	at := p.column(children[0])
	f := view.Figure{Column: -1}
	if sum, ok := builtin.SumOperandOf(a); ok {
		f.Kind = view.SumFigure
		if typ := sum.Of.Type(); at < 0 || !sum.Exact || types.IsBit(typ) || types.IsYear(typ) {
			return f, false
		}
		f.Column = p.table.Place(at)
		return f, true
	}
	switch a.(type) {
	case *aggregation.Count:
		if at < 0 {
			return f, isEveryRow(children[0])
		}
		f.Column = p.table.Place(at)
		return f, true
	case *aggregation.Min, *aggregation.Max:
		f.Kind = view.LeastFigure
		if _, most := a.(*aggregation.Max); most {
			f.Kind = view.GreatestFigure
		}
		if at < 0 || !p.isOrdered(p.schema[at].Type) || children[0] != operand.WithoutOperand(children[0]) {
			return f, false
		}
	default:
		return f, false
	}
	f.Column = p.table.Place(at)
	return f, true
}

// isOrdered says of a type that its values are in the order there that they are in here.
func (p *pushing) isOrdered(t sql.Type) bool {
	switch {
	case types.IsEnum(t), types.IsSet(t), types.IsBit(t), types.IsYear(t):
		return false
	case types.IsTimestampType(t):
		return table.IsFixedZone(p.ctx)
	}
	return types.IsNumber(t)
}

// isEveryRow says whether COUNT() of an expression counts all rows.
func isEveryRow(e sql.Expression) bool {
	switch e := operand.WithoutOperand(e).(type) {
	case *expression.Star:
		return true
	case *expression.Literal:
		return e.Value() != nil
	}
	return false
}

// place is that of a figure in what is read. All keys are known.
func (p *pushing) place(f view.Figure) int {
	at := slices.Index(p.figures, f)
	if at < 0 {
		at = len(p.figures)
		p.figures = append(p.figures, f)
	}
	return len(p.grouping.Keys) + at
}

func (p *pushing) replaceAll(es []sql.Expression) []sql.Expression {
	out := make([]sql.Expression, len(es))
	for i, e := range es {
		out[i] = p.replace(e)
	}
	return out
}

// replace is an expression of what is read.
func (p *pushing) replace(e sql.Expression) sql.Expression {
	if f, ok := p.figure(e); ok {
		return p.adding(e.(sql.Aggregation), f)
	}
	if field, ok := e.(*expression.GetField); ok {
		return field.WithIndex(p.keys[field.Index()])
	}
	children := e.Children()
	if len(children) == 0 {
		return e
	}
	out, err := e.WithChildren(p.replaceAll(children)...)
	if err != nil {
		p.failed = true
		return e
	}
	return out
}
