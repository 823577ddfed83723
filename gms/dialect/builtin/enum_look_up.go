package builtin

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// A text that an ENUM does not have is equal to none of its values, but may be equal to what is
// stored where a value was none, '', which has the number 0. MySQL looks an index up for that
// number and compares the text with what it finds. The engine looks nothing up for a column
// that is read as a text, so the number is compared beside the text. What a variable of the
// session has is such a text, too, or a value of the ENUM's, where the statement does not
// assign it.

// lookUpMembers does so in the condition of a filter; root is the statement it is in.
func lookUpMembers(ctx *sql.Context, n, root sql.Node) (sql.Node, transform.TreeIdentity) {
	filter, ok := n.(*plan.Filter)
	if !ok {
		return n, transform.SameTree
	}
	condition, changed := membersByNumber(ctx, filter.Expression, root)
	if !changed {
		return n, transform.SameTree
	}
	return plan.NewFilter(condition, filter.Child), transform.NewTree
}

// membersByNumber does so in a condition.
func membersByNumber(ctx *sql.Context, e sql.Expression, root sql.Node) (sql.Expression, bool) {
	switch e := e.(type) {
	case *expression.And:
		left, l := membersByNumber(ctx, e.LeftChild, root)
		right, r := membersByNumber(ctx, e.RightChild, root)
		if l || r {
			return expression.NewAnd(left, right), true
		}
	case *expression.Or:
		left, l := membersByNumber(ctx, e.LeftChild, root)
		right, r := membersByNumber(ctx, e.RightChild, root)
		if l || r {
			return expression.NewOr(left, right), true
		}
	case *expression.Equals:
		column, isColumn := e.Left().(*expression.GetField)
		other := e.Right()
		if !isColumn {
			column, isColumn = e.Right().(*expression.GetField)
			other = e.Left()
		}
		if !isColumn {
			return e, false
		}
		if _, isEnum := column.Type().(sql.EnumType); !isEnum {
			return e, false
		}
		literal, ofVariable := textOperand(ctx, other, root)
		if literal == nil {
			return e, false
		}
		text := &collate.EnumText{StandIn: planwalk.StandIn{Child: column}, Typ: collate.TextTypeOf(column.Type()), Again: true}
		switch {
		case isNoMember(ctx, column.Type(), literal):
			return expression.NewAnd(expression.NewEquals(column, expression.NewLiteral(uint16(0), column.Type())), expression.NewEquals(text, other)), true
		case ofVariable && operand.IsMember(ctx, column.Type(), literal):
			return expression.NewAnd(expression.NewEquals(column, literal), expression.NewEquals(text, other)), true
		}
	}
	return e, false
}

// textOperand is a text that is written, or that a variable of the session has for as long as
// the statement runs; nil for all else.
func textOperand(ctx *sql.Context, e sql.Expression, root sql.Node) (text *expression.Literal, ofVariable bool) {
	switch e := e.(type) {
	case *expression.Literal:
		return e, false
	case *expression.UserVar:
		value, err := e.Eval(ctx, nil)
		if held, isText := value.(string); err == nil && isText && !operand.Assigns(root) {
			return expression.NewLiteral(held, e.Type()), true
		}
	}
	return nil, false
}

// isNoMember says of a literal that it is a text that no value of an ENUM is equal to.
func isNoMember(ctx *sql.Context, typ sql.Type, literal *expression.Literal) bool {
	of, isEnum := typ.(sql.EnumType)
	text, isText := literal.Value().(string)
	if !isEnum || !isText || !types.IsText(literal.Type()) {
		return false
	}
	values := collate.TextTypeOf(typ)
	for _, value := range of.Values() {
		if equal, err := values.Compare(ctx, value, text); err != nil || equal == 0 {
			return false
		}
	}
	return true
}
