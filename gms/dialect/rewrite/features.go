package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

// Features are what a plan has that a rule may have to change.
type Features struct {
	Joins    bool
	Converts bool // an ENUM, a SET, or what may become one or a document of them
	Shows    bool
	Texts    bool // a string as a number
	Integers bool // a sum, difference, product or quotient (DIV), an opposite, or SUBSTRING()
	Rollups  bool // a grouping WITH ROLLUP
	Windows  bool
	Negated  bool // NOT of a comparison, maybe with a subquery
	Assigns  bool // a variable of the session, with :=
	Rows     bool // a comparison of rows
	Collated bool // a column of texts that are not told apart by their bytes
	Compares bool // texts that may have to be compared otherwise than the engine does
	Mixed    bool // a comparison of values of two types that are compared as a third
	Queries  bool // a subquery in an expression, a UNION and the like, SQL_CALC_FOUND_ROWS or GROUP_CONCAT()
	Sorts    bool // a sort by what has been computed below it
	Likens   bool // LIKE or RLIKE
}

var everyFeature = Features{true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true}

// FeaturesOf looks at a plan. One within another, as a trigger's, has columns that
// are not its own.
func FeaturesOf(n sql.Node, scope *plan.Scope) (f Features) {
	if scope != nil {
		return everyFeature
	}
	f.node(n)
	f.Collated = f.Collated && f.Compares
	return f
}

// IsPlain says of a plan, in one step, that no rule has work for it: it gives columns of
// one table, of the rows in which one of them has a value. Of others it may say no.
func IsPlain(n sql.Node) bool {
	p, ok := n.(*plan.Project)
	if !ok || len(p.Projections) > maxColumns {
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
		if !ok || types.IsTime(column.Type()) || areMixed(column, literal) || needsNumber(column, literal) {
			return false
		}
		n = f.Child
	}
	t, ok := n.(*plan.ResolvedTable)
	if !ok {
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

// needsNumber says of a literal that it is a text which a number has to be made of, with a
// warning, to be compared with a column.
func needsNumber(column *expression.GetField, literal *expression.Literal) bool {
	return types.IsNumber(column.Type()) && types.IsText(literal.Type()) && !isNumberText(toDouble, literal.Value())
}

// node looks at a node and what is below it. One that is not known is taken to have
// everything.
func (f *Features) node(n sql.Node) {
	switch t := n.(type) {
	case *plan.ResolvedTable:
		f.columns(t.Schema())
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
		f.Texts = f.Texts || isTextValued(t.Expression) || isSpanValued(t.Expression)
		f.expression(t.Expression)
		f.node(t.Child)
		return
	case *plan.Having:
		f.Texts = f.Texts || isTextValued(t.Cond) || isSpanValued(t.Cond)
	case *plan.Window:
		f.Windows = true
	case *plan.GroupBy:
		f.Rollups = f.Rollups || IsRollup(t)
	case *plan.Distinct:
		f.Compares = true
	case *plan.Limit:
		f.Queries = f.Queries || t.CalcFoundRows
	case *plan.Sort:
		f.Sorts = f.Sorts || sortsComputed(t)
	case *plan.TableAlias, *plan.Offset,
		*plan.Values, *plan.InsertDestination, *plan.Update, *plan.UpdateSource, *plan.DeleteFrom:
	case *plan.JoinNode:
		f.Joins = true
	default:
		*f = everyFeature
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

func (f *Features) columns(s sql.Schema) {
	for _, c := range s {
		f.Converts = f.Converts || isEnum(c.Type) || kindOfType(c.Type) != anything
		f.Collated = f.Collated || isCollated(c.Type)
	}
}

func (f *Features) expression(e sql.Expression) {
	f.Texts = f.Texts || wantsNumbers(e)
	f.Mixed = f.Mixed || isMixed(e)
	switch e := e.(type) {
	case *expression.GetField, *expression.Literal, *expression.BindVar:
		return // a field is a column of a table below
	case *expression.Equals:
		f.Rows, f.Compares = f.Rows || isRow(e.LeftChild), f.Compares || areTextColumns(e)
		f.expression(e.LeftChild)
		f.expression(e.RightChild)
		return
	case *plan.Subquery:
		f.Compares, f.Queries = true, true
		f.node(e.Query)
		return
	case *sql.ColumnDefaultValue:
		if e == nil || e.Expr == nil {
			return
		}
	case *expression.Arithmetic, *expression.UnaryMinus:
		f.Integers = true
	case *aggregation.GroupConcat:
		f.Converts, f.Compares, f.Queries = true, true, true
	case *expression.Not:
		f.Negated = true
	case *expression.IntDiv, *function.Substring:
		f.Integers, f.Converts, f.Compares = true, true, true
	case *expression.GreaterThan, *expression.GreaterThanOrEqual, *expression.LessThan, *expression.LessThanOrEqual:
		c := e.(expression.Comparer)
		f.Rows, f.Compares = f.Rows || isRow(c.Left()), f.Compares || areTextColumns(c)
	case *expression.Alias, *expression.Between, *expression.And, *expression.Or, *expression.IsNull,
		expression.Tuple, *expression.SetField:
	case *expression.InTuple:
		f.Compares = f.Compares || !types.IsNumber(e.LeftChild.Type())
	case *expression.NullSafeEquals:
		f.Rows, f.Converts, f.Compares = f.Rows || isRow(e.LeftChild), true, true
	case *expression.Like, *function.RegexpLike:
		f.Converts, f.Likens = true, true
		f.Compares = f.Compares || isOfText(e) || isVariable(e)
	default:
		f.Converts = true
		f.Assigns = f.Assigns || isAssignment(e)
		f.Compares = f.Compares || isOfText(e) || isVariable(e)
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
		if stored, ok := child.(*storedValue); ok {
			child = stored.child
		}
		switch child := child.(type) {
		case *expression.GetField:
			if types.IsText(child.Type()) || isEnum(child.Type()) {
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
