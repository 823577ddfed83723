package operand

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// MySQL writes as many digits of a second as a DATETIME or TIME has by what it is computed
// from. The engine says of its functions that they have all or none: it writes six where there
// is a fraction, and none where it is zero.

// MomentDigits are how many digits of a second a DATETIME, TIMESTAMP or TIME has; known is false
// where they cannot be told, as those of a TIME that is stored.
func MomentDigits(e sql.Expression) (n int, known bool) {
	switch e := e.(type) {
	case *expression.Alias:
		return MomentDigits(e.Child)
	case *expression.GetField:
		return momentTypeDigits(e.Type())
	case *expression.Literal: // what has been computed already has six digits, or none
		n, known := momentTypeDigits(e.Type())
		return n, known && n < Microseconds
	case *expression.Case:
		list := make([]sql.Expression, 0, len(e.Branches)+1)
		for _, b := range e.Branches {
			list = append(list, b.Value)
		}
		if e.Else != nil {
			list = append(list, e.Else)
		}
		return mostDigits(list)
	case *anyMoment:
		return momentTypeDigits(e.typ)
	case *Cast:
		if e.argument {
			return WrittenDigits([]sql.Expression{e.Child})
		}
		if e.To == "time" && types.IsTimespan(e.Child.Type()) && e.Length == Microseconds {
			return 0, false // as a function of one has it
		}
		return max(e.Length, 0), e.To == expression.ConvertToDatetime || e.To == "time"
	case *dateShift:
		return e.digits()
	case sql.FunctionExpression:
		return functionDigits(strings.ToLower(e.FunctionName()), e.Children())
	}
	return 0, false
}

// functionDigits are those of what a function gives.
func functionDigits(name string, args []sql.Expression) (n int, known bool) {
	switch name {
	case "now", "current_timestamp", "localtime", "localtimestamp", "sysdate", "utc_timestamp", "curtime", "current_time", "utc_time":
		if len(args) == 0 {
			return 0, true
		}
		if l, ok := args[0].(*expression.Literal); ok {
			n, known := IntegerOf(l.Value())
			return int(n.Low), known && n.High == 0 && n.Low <= Microseconds
		}
	case "if":
		return mostDigits(args[1:])
	case "ifnull", "coalesce", "greatest", "least":
		return mostDigits(args)
	case "nullif", "min", "max", "any_value", "first_value", "last_value", "lag", "lead", "first", "last":
		if len(args) > 0 {
			return MomentDigits(args[0])
		}
	case "from_unixtime", "sec_to_time":
		if len(args) == 1 {
			return numberDigits(args[0]), true
		}
	case "maketime":
		if len(args) == 3 {
			return numberDigits(args[2]), true
		}
	case "timestamp", "time", "timediff", "addtime", "subtime":
		return WrittenDigits(args)
	case "convert_tz":
		return WrittenDigits(args[:1])
	}
	return 0, false
}

// WrittenDigits are the most that moments have, some of which may be written as texts.
func WrittenDigits(args []sql.Expression) (n int, known bool) {
	for _, e := range args {
		d, known := MomentDigits(e)
		switch l, ok := e.(*expression.Literal); {
		case ok && types.IsText(l.Type()):
			d, known = SecondDigits(e), true
		case !known && e.Resolved() && types.IsNumber(e.Type()):
			d, known = numberDigits(e), true
		}
		if !known {
			return 0, false
		}
		n = max(n, d)
	}
	return n, len(args) > 0
}

// momentTypeDigits are those of a type.
func momentTypeDigits(t sql.Type) (n int, known bool) {
	d, ok := t.(sql.DatetimeType)
	switch {
	case !ok:
		return 0, false
	case types.IsDateType(d):
		return 0, true
	}
	return d.Precision(), true
}

// mostDigits are those of what is one of several moments.
func mostDigits(list []sql.Expression) (n int, known bool) {
	for _, e := range list {
		switch t := e.Type(); {
		case t == types.Null:
			continue
		case !IsDated(t) && !types.IsTimespan(t):
			return 0, false
		case types.IsDateType(t):
			known = true
			continue
		}
		d, ok := MomentDigits(e)
		if !ok {
			return 0, false
		}
		n, known = max(n, d), true
	}
	return n, known
}

// digits are those of a date with an interval.
func (s *dateShift) digits() (n int, known bool) {
	if strings.HasSuffix(s.unit, "MICROSECOND") {
		return Microseconds, IsDated(s.date.Type())
	}
	if !IsDated(s.date.Type()) {
		return 0, false
	}
	if !types.IsDateType(s.date.Type()) {
		if n, known = MomentDigits(s.date); !known {
			return 0, false
		}
	}
	if s.unit == "SECOND" {
		n = max(n, numberDigits(s.by))
	}
	return n, true
}

// anyMoment is a day or a moment as one of a type that has room for its digits.
type anyMoment struct {
	planwalk.StandIn
	typ sql.Type
}

// newMoment is one of so many digits, of any number where they are not known.
func newMoment(e sql.Expression, digits int, known bool) *anyMoment {
	if !known {
		digits = Microseconds
	}
	typ, err := types.CreateDatetimeType(sqltypes.Datetime, digits)
	if err != nil {
		typ = types.DatetimeMaxPrecision
	}
	return &anyMoment{planwalk.StandIn{Child: e}, typ}
}

var (
	_ sql.Expression         = (*anyMoment)(nil)
	_ sql.CollationCoercible = (*anyMoment)(nil)
)

// Eval implements sql.Expression.
func (m *anyMoment) Eval(ctx *sql.Context, row sql.Row) (any, error) { return m.Child.Eval(ctx, row) }

// Type implements sql.Expression.
func (m *anyMoment) Type() sql.Type { return m.typ }

// WithChildren implements sql.Expression.
func (m *anyMoment) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(m, len(children), 1)
	}
	return &anyMoment{planwalk.StandIn{Child: children[0]}, m.typ}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*anyMoment) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}

// likeMoments gives days and moments of several types the one that has room for all; nil where
// there is anything else, or nothing to be done. The engine makes texts of them.
func likeMoments(list []sql.Expression) []sql.Expression {
	var first sql.Type
	differ := false
	for _, e := range list {
		switch {
		case !e.Resolved():
			return nil
		case e.Type() == types.Null:
		case !IsDated(e.Type()):
			return nil
		case first == nil:
			first = e.Type()
		default:
			differ = differ || !first.Equals(e.Type())
		}
	}
	if !differ {
		return nil
	}
	digits, known := mostDigits(list)
	out := make([]sql.Expression, len(list))
	for i, e := range list {
		if out[i] = e; e.Type() != types.Null {
			out[i] = newMoment(e, digits, known)
		}
	}
	return out
}

// ColumnDigits are how many digits of a second a column of a query has, a DATETIME, TIMESTAMP or
// TIME; known is false where they cannot be told.
func ColumnDigits(n sql.Node, i int) (digits int, known bool) {
	for {
		switch t := n.(type) {
		case *plan.Project:
			if i >= len(t.Projections) {
				return 0, false
			}
			return MomentDigits(t.Projections[i])
		case *plan.SetOp:
			left, leftKnown := ColumnDigits(t.Left(), i)
			right, rightKnown := ColumnDigits(t.Right(), i)
			return max(left, right), leftKnown && rightKnown
		case node.PassedOver:
			n = t.PassedOver()
		default:
			if n = node.SameColumns(n); n == nil {
				return 0, false
			}
		}
	}
}
