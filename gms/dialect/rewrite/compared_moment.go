package rewrite

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/moment"
)

// The engine compares a date or a time with the texts that it reads itself. Others are written
// as it reads them: literals in the plan, what is computed or depends on the session's time zone
// when it is evaluated. A time zone in a text moves its moment into the session's zone where MySQL
// compares the text with a column of a table; in lists, ranges and beside anything else MySQL leaves
// the zone out. For a computed text it does either, by whether the column has an index. A date that the calendar does not have is an error: the engine would read another one, as
// 2024-02-03 of 2024-02-30.

// plainMoments writes a text that stands beside a date or a time as the engine reads it, see
// plainMoment.
func plainMoments(left, right sql.Expression, zoned bool) (l, r sql.Expression, changed bool) {
	if out := plainMoment(left, right, zoned); out != nil {
		return left, out, true
	}
	if out := plainMoment(right, left, zoned); out != nil {
		return out, right, true
	}
	return left, right, false
}

// plainMoment returns e as it is to be beside another operand, nil if it is as it should be, or
// no text. zoned has the time zone of a text beside a column move its moment.
func plainMoment(beside, e sql.Expression, zoned bool) sql.Expression {
	kind := kindOf(beside)
	clock := kind == timeKind
	if !clock && !kind.isDated() {
		return nil
	}
	l, ok := e.(*expression.Literal)
	if !ok {
		if field, column := beside.(*expression.GetField); column && kindOf(e) == textKind && !hasColumn(e) {
			return &comparedMoment{expression.UnaryExpressionStub{Child: e}, clock, zoned && !clock && field.Table() != "", kindName(kind)}
		}
		return nil
	}
	text, ok := l.Value().(string)
	if !ok {
		return nil
	}
	if field, column := beside.(*expression.GetField); column && zoned && !clock && field.Table() != "" { // which an aggregate has none of
		if _, _, has, _, ok := moment.Local(text); ok && has || moment.IsImpossible(text) {
			return &comparedMoment{expression.UnaryExpressionStub{Child: e}, false, true, kindName(kind)}
		}
	}
	if moment.Usual(text, clock) {
		return nil
	}
	written, ok := writtenMoment(text, clock)
	if !ok || written == text {
		return nil
	}
	typ, err := types.CreateStringWithDefaults(sqltypes.VarChar, int64(len(written)))
	if err != nil {
		return nil
	}
	return expression.NewLiteral(written, typ)
}

// kindName is the name of a kind of dates in errors.
func kindName(k valueKind) string {
	if k == dayKind {
		return "DATE"
	}
	return "DATETIME"
}

// writtenMoment returns a text of a date or a time, without its time zone, as the engine reads it.
func writtenMoment(text string, clock bool) (written string, ok bool) {
	if clock {
		micros, _, _, in, ok := moment.Time(text)
		if !ok || !in {
			return "", false
		}
		v, err := types.Time.SQL(nil, nil, types.Timespan(micros))
		return v.ToString(), err == nil
	}
	at, hasTime, _, _, ok := moment.Local(text)
	if !ok {
		return "", false
	}
	if hasTime {
		return at.Format(momentLayout), true
	}
	return at.Format(time.DateOnly), true
}

const momentLayout = "2006-01-02 15:04:05.999999"

// comparedMoment is a text that is compared with a date, or with clock with a time, as the engine
// reads it. With zoned it is in the session's time zone; with clock too it may be a time or a date
// with its time.
type comparedMoment struct {
	expression.UnaryExpressionStub
	clock, zoned bool
	kind         string // of the date, in the error for one of no calendar; empty if that is for others to tell
}

var (
	_ sql.Expression         = (*comparedMoment)(nil)
	_ sql.CollationCoercible = (*comparedMoment)(nil)
)

// Eval implements sql.Expression. What is no text, or none of a date, comes back as it is.
func (m *comparedMoment) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := m.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return v, err
	}
	whole, err := sql.UnwrapAny(ctx, v)
	text, ok := whole.(string)
	if err != nil || !ok {
		return v, err
	}
	if !m.clock && m.kind != "" && moment.IsImpossible(text) {
		return nil, mysql.NewSQLError(erWrongValue, "HY000", "Incorrect %s value: '%s'", m.kind, text)
	}
	if moment.Usual(text, m.clock) {
		return v, nil
	}
	if m.zoned {
		if at, hasTime, _, ok := moment.Datetime(text, zoneOf(ctx)); ok && (hasTime || !m.clock) {
			return at.Format(momentLayout), nil
		}
		if !m.clock {
			return v, nil
		}
	}
	if written, ok := writtenMoment(text, m.clock); ok {
		return written, nil
	}
	return v, nil
}

// Type implements sql.Expression.
func (m *comparedMoment) Type() sql.Type { return m.Child.Type() }

// String implements sql.Expression.
func (m *comparedMoment) String() string { return m.Child.String() }

// DebugString implements sql.DebugStringer.
func (m *comparedMoment) DebugString() string { return sql.DebugString(m.Child) }

// WithChildren implements sql.Expression.
func (m *comparedMoment) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(m, len(children), 1)
	}
	out := *m
	out.Child = children[0]
	return &out, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (m *comparedMoment) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, m.Child)
}
