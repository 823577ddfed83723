package rewrite

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

// A text that an ENUM does not have is equal to none of its values, but may be equal to what is
// stored where a value was none, '', which has the number 0. MySQL looks an index up for that
// number and compares the text with what it finds. The engine looks nothing up for a column
// that is read as a text, so the number is compared beside the text.

// lookUpNoMembers does so in the condition of a filter.
func lookUpNoMembers(ctx *sql.Context, n sql.Node) (sql.Node, transform.TreeIdentity) {
	filter, ok := n.(*plan.Filter)
	if !ok {
		return n, transform.SameTree
	}
	condition, changed := noMembersByNumber(ctx, filter.Expression)
	if !changed {
		return n, transform.SameTree
	}
	return plan.NewFilter(condition, filter.Child), transform.NewTree
}

// noMembersByNumber does so in a condition.
func noMembersByNumber(ctx *sql.Context, e sql.Expression) (sql.Expression, bool) {
	switch e := e.(type) {
	case *expression.And:
		left, l := noMembersByNumber(ctx, e.LeftChild)
		right, r := noMembersByNumber(ctx, e.RightChild)
		if l || r {
			return expression.NewAnd(left, right), true
		}
	case *expression.Or:
		left, l := noMembersByNumber(ctx, e.LeftChild)
		right, r := noMembersByNumber(ctx, e.RightChild)
		if l || r {
			return expression.NewOr(left, right), true
		}
	case *expression.Equals:
		column, isColumn := e.Left().(*expression.GetField)
		literal, isLiteral := e.Right().(*expression.Literal)
		if !isColumn || !isLiteral {
			column, isColumn = e.Right().(*expression.GetField)
			literal, isLiteral = e.Left().(*expression.Literal)
		}
		if !isColumn || !isLiteral || !isNoMember(ctx, column.Type(), literal) {
			return e, false
		}
		text := &enumText{standIn{column}, textTypeOf(column.Type()), true}
		return expression.NewAnd(expression.NewEquals(column, expression.NewLiteral(uint16(0), column.Type())), expression.NewEquals(text, literal)), true
	}
	return e, false
}

// isNoMember says of a literal that it is a text that no value of an ENUM is equal to.
func isNoMember(ctx *sql.Context, typ sql.Type, literal *expression.Literal) bool {
	of, isEnum := typ.(sql.EnumType)
	text, isText := literal.Value().(string)
	if !isEnum || !isText || !types.IsText(literal.Type()) {
		return false
	}
	values := textTypeOf(typ)
	for _, value := range of.Values() {
		if equal, err := values.Compare(ctx, value, text); err != nil || equal == 0 {
			return false
		}
	}
	return true
}

// isNumberOf says whether an integer is written that is the number of a value of an ENUM, which
// is all that the engine can compare the column with where that has an index; or that the
// column is a SET.
func isNumberOf(typ sql.Type, e sql.Expression) bool {
	if !types.IsInteger(e.Type()) {
		return false
	}
	of, isEnum := typ.(sql.EnumType)
	if !isEnum {
		return typ.Type() == sqltypes.Set
	}
	literal, ok := e.(*expression.Literal)
	if !ok {
		return false
	}
	number, _, err := types.Int64.Convert(context.Background(), literal.Value())
	n, ok := number.(int64)
	return err == nil && ok && n >= 1 && n <= int64(of.NumberOfElements())
}
