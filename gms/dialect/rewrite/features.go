package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// FeaturesOf looks at a plan. One within another, as a trigger's, has columns that
// are not its own.
func FeaturesOf(n sql.Node, scope *plan.Scope) step.Features {
	if scope != nil {
		return step.EveryFeature
	}
	var f finding
	f.node(n)
	if !f.Has(step.Compares) {
		f.Features &^= step.Collated
	}
	return f.Features
}

// finding collects the features of a plan.
type finding struct{ step.Features }

// IsPlain says of a plan, in one step, that no rule has work for it: it gives columns of
// one table, of the rows in which one of them has a value. Of others it may say no.
func IsPlain(n sql.Node) bool {
	p, ok := n.(*plan.Project)
	if !ok || len(p.Projections) > column.MaxColumns {
		return false
	}
	for _, e := range p.Projections {
		if _, column := e.(*expression.GetField); !column {
			return false
		}
	}
	n = p.Child
	if f, ok := n.(*plan.Filter); ok {
		e, ok := f.Expression.(*expression.Equals)
		if !ok {
			return false
		}
		column, ok := e.LeftChild.(*expression.GetField)
		if !ok {
			return false
		}
		literal, ok := e.RightChild.(*expression.Literal)
		if !ok || types.IsTime(column.Type()) || operand.AreMixed(column, literal) || needsNumber(column, literal) {
			return false
		}
		n = f.Child
	}
	t, ok := n.(*plan.ResolvedTable)
	if !ok {
		return false
	}
	if _, virtual := t.Table.(*plan.VirtualColumnTable); virtual {
		return false
	}
	for _, c := range t.Schema() {
		switch c.Type.Type() {
		case sqltypes.Enum, sqltypes.Set, sqltypes.Geometry, sqltypes.TypeJSON:
			return false
		}
	}
	return true
}

// needsNumber says of a column and a literal that one is a text which a number has to be made of, with a
// warning, to be compared with the other.
func needsNumber(column *expression.GetField, literal *expression.Literal) bool {
	if types.IsText(column.Type()) {
		return types.IsNumber(literal.Type())
	}
	return types.IsNumber(column.Type()) && types.IsText(literal.Type()) && !operand.IsNumberText(operand.ToDouble, literal.Value())
}

// node looks at a node and what is below it. One that is not known is taken to have
// everything.
func (f *finding) node(n sql.Node) {
	switch t := n.(type) {
	case *plan.ResolvedTable:
		f.columns(t.Schema())
		if virtual, ok := t.Table.(*plan.VirtualColumnTable); ok {
			for _, e := range virtual.Projections {
				f.expression(e)
			}
		}
		return
	case *plan.SubqueryAlias:
		f.node(t.Child)
		return
	case *plan.InsertInto:
		f.node(t.Destination)
		f.node(t.Source)
		for _, e := range t.OnDupExprs {
			f.expression(e)
		}
		return
	case *plan.Project: // the commonest, without what Children and Expressions allocate
		for _, e := range t.Projections {
			f.expression(e)
		}
		f.node(t.Child)
		return
	case *plan.Filter:
		if !f.Has(step.Texts) && (operand.NeedsTruth(t.Expression) || operand.IsSpanValued(t.Expression)) {
			f.Features |= step.Texts
		}
		f.expression(t.Expression)
		f.node(t.Child)
		return
	case *plan.Having:
		if !f.Has(step.Texts) && (operand.NeedsTruth(t.Cond) || operand.IsSpanValued(t.Cond)) {
			f.Features |= step.Texts
		}
	case *plan.Window:
		f.Features |= step.Windows
	case *plan.GroupBy:
		if !f.Has(step.Rollups) && group.IsRollup(t) {
			f.Features |= step.Rollups
		}
	case *plan.Distinct:
		f.Features |= step.Compares
	case *plan.Limit:
		if !f.Has(step.Queries) && t.CalcFoundRows {
			f.Features |= step.Queries
		}
	case *plan.Sort:
		if !f.Has(step.Sorts) && query.SortsComputed(t) {
			f.Features |= step.Sorts
		}
	case *plan.TableAlias, *plan.Offset,
		*plan.Values, *plan.InsertDestination, *plan.Update, *plan.UpdateSource, *plan.DeleteFrom:
	case *plan.JoinNode:
		f.Features |= step.Joins
	default:
		f.Features = step.EveryFeature
		return
	}
	if e, ok := n.(sql.Expressioner); ok {
		for _, e := range e.Expressions() {
			f.expression(e)
		}
	}
	for _, child := range n.Children() {
		f.node(child)
	}
}

func (f *finding) columns(s sql.Schema) {
	for _, c := range s {
		if !f.Has(step.Converts) && (collate.IsEnum(c.Type) || builtin.KindOfType(c.Type) != builtin.Anything) {
			f.Features |= step.Converts
		}
		if !f.Has(step.Collated) && collate.IsCollated(c.Type) {
			f.Features |= step.Collated
		}
	}
}

func (f *finding) expression(e sql.Expression) {
	if !f.Has(step.Texts) && operand.WantsNumbers(e) {
		f.Features |= step.Texts
	}
	if !f.Has(step.Mixed) && operand.IsMixed(e) {
		f.Features |= step.Mixed
	}
	switch e := e.(type) {
	case *expression.GetField, *expression.Literal, *expression.BindVar:
		return // a field is a column of a table below
	case *expression.Equals:
		if !f.Has(step.Rows) && operand.IsRow(e.LeftChild) {
			f.Features |= step.Rows
		}
		if !f.Has(step.Compares) && areTextColumns(e) {
			f.Features |= step.Compares
		}
		f.expression(e.LeftChild)
		f.expression(e.RightChild)
		return
	case *plan.Subquery:
		f.Features |= step.Compares | step.Queries
		f.node(e.Query)
		return
	case *sql.ColumnDefaultValue:
		if e == nil || e.Expr == nil {
			return
		}
	case *expression.Arithmetic, *expression.UnaryMinus:
		f.Features |= step.Integers
	case *aggregation.GroupConcat:
		f.Features |= step.Converts | step.Compares | step.Queries
	case *expression.Not:
		f.Features |= step.Negated
	case *expression.IntDiv, *function.Substring:
		f.Features |= step.Integers | step.Converts | step.Compares
	case *expression.GreaterThan, *expression.GreaterThanOrEqual, *expression.LessThan, *expression.LessThanOrEqual:
		c := e.(expression.Comparer)
		if !f.Has(step.Rows) && operand.IsRow(c.Left()) {
			f.Features |= step.Rows
		}
		if !f.Has(step.Compares) && areTextColumns(c) {
			f.Features |= step.Compares
		}
	case *expression.Alias, *expression.Between, *expression.And, *expression.Or, *expression.IsNull,
		expression.Tuple, *expression.SetField:
	case *expression.InTuple:
		if !f.Has(step.Compares) && !types.IsNumber(e.LeftChild.Type()) {
			f.Features |= step.Compares
		}
	case *expression.NullSafeEquals:
		if !f.Has(step.Rows) && operand.IsRow(e.LeftChild) {
			f.Features |= step.Rows
		}
		f.Features |= step.Converts | step.Compares
	case *expression.Like, *function.RegexpLike:
		f.Features |= step.Converts | step.Likens
		if !f.Has(step.Compares) && (isOfText(e) || isVariable(e)) {
			f.Features |= step.Compares
		}
	default:
		f.Features |= step.Converts
		if !f.Has(step.Assigns) && operand.IsAssignment(e) {
			f.Features |= step.Assigns
		}
		if !f.Has(step.Compares) && (isOfText(e) || isVariable(e)) {
			f.Features |= step.Compares
		}
	}
	for _, child := range e.Children() {
		f.expression(child)
	}
}

// areTextColumns says of a comparison that it is of two columns of texts.
func areTextColumns(c expression.Comparer) bool {
	left, ok := c.Left().(*expression.GetField)
	if !ok {
		return false
	}
	right, ok := c.Right().(*expression.GetField)
	return ok && types.IsText(left.Type()) && types.IsText(right.Type())
}

// isOfText says of an expression that it is made of a column or a literal that is a text.
func isOfText(e sql.Expression) bool {
	for _, child := range e.Children() {
		if stored, ok := child.(*operand.StoredValue); ok {
			child = stored.Child
		}
		switch child := child.(type) {
		case *expression.GetField:
			if types.IsText(child.Type()) || collate.IsEnum(child.Type()) {
				return true
			}
		case *expression.Literal:
			if types.IsText(child.Type()) {
				return true
			}
		case *expression.BindVar:
			return true
		}
	}
	return false
}

// isVariable says of an expression that it is a variable of a session, or one that tells of
// the selected database's collation.
func isVariable(e sql.Expression) bool {
	switch v := e.(type) {
	case *expression.UserVar:
		return true
	case *expression.SystemVar:
		return v.Collation != sql.Collation_Unspecified
	}
	return false
}
