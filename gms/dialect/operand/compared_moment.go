package operand

import (
	"strings"
	"sync/atomic"
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
// when it is evaluated. MySQL reads a text by where it stands:
//
//   - alone beside a column of a table, a time zone in it moves its moment into the session's zone.
//     A text that is no date is error 1525;
//   - in lists and ranges, and beside anything else, the zone of a literal is left out. There a text
//     that is no date is the date of zeros, with warning 1292;
//   - the zone of a prepared statement's parameter, and that beside a TIME, moves the moment anywhere.
//
// A statement that changes rows in a strict sql_mode ends in error 1292 for all texts that are no
// dates, or have something else behind the date.

// textPlace is where a text stands that is compared with a date or a time.
type textPlace struct {
	zoned   bool // a time zone in the text moves it, if it is beside a column of a table
	lenient bool // a text that is no date is the date of zeros
}

var (
	textAlone  = textPlace{zoned: true}
	textAmong  = textPlace{lenient: true} // others: in a list, a range or a CASE
	textNulled = textPlace{}              // of NULLIF(), or in a row that is smaller or larger
)

// comparing makes comparisons of one statement comparable. Without a context no literal is taken
// for a parameter.
type comparing struct{ ctx *sql.Context }

// plainMoments writes a text that stands beside a date or a time as the engine reads it, see
// plainMoment.
func (c comparing) plainMoments(left sql.Expression, kl valueKind, right sql.Expression, kr valueKind, place textPlace) (l, r sql.Expression, changed bool) {
	if out := c.plainMoment(left, kl, right, place); out != nil {
		return left, out, true
	}
	if out := c.plainMoment(right, kr, left, place); out != nil {
		return out, right, true
	}
	return left, right, false
}

// plainMoment returns e as it is to be beside an operand of a kind, nil if it is as it should be, or
// no text.
func (c comparing) plainMoment(beside sql.Expression, kind valueKind, e sql.Expression, place textPlace) sql.Expression {
	clock := kind == timeKind
	if !clock && !kind.isDated() {
		return nil
	}
	field, isColumn := beside.(*expression.GetField)
	compared := func(zoned bool) *comparedMoment {
		m := &comparedMoment{UnaryExpressionStub: expression.UnaryExpressionStub{Child: e}, kind: kind, zoned: zoned, lenient: place.lenient, told: new(atomic.Bool)}
		if isColumn {
			m.column = field.Name()
		}
		return m
	}
	zoned := clock || place.zoned && isColumn && field.Table() != "" // which an aggregate has none of
	l, ok := e.(*expression.Literal)
	if !ok {
		if isColumn && kindOf(e) == textKind && !hasColumn(e) {
			return compared(zoned)
		}
		return nil
	}
	text, ok := l.Value().(string)
	if !ok {
		return nil
	}
	if clock {
		micros, _, _, in, ok := moment.Time(text, time.UTC)
		switch {
		case !ok || !in || moment.Zoned(text):
			return compared(true)
		case moment.Usual(text, true):
			return nil
		}
		return expression.NewLiteral(types.Timespan(micros), types.Time)
	}
	cut, ok := moment.Begins(text)
	switch {
	case !ok && moment.IsZero(text) && (c.ctx == nil || !RefusesZero(c.ctx)):
		return nil
	case !ok || cut:
		m := compared(zoned)
		m.parameter = !moment.IsImpossibleDay(text) && c.isParameter(text)
		return m
	case moment.Zoned(text) && (zoned || c.isParameter(text)):
		return compared(true)
	case moment.Usual(text, false):
		return nil
	}
	written, ok := writtenMoment(text)
	if !ok || written == text {
		return nil
	}
	typ, err := types.CreateStringWithDefaults(sqltypes.VarChar, int64(len(written)))
	if err != nil {
		return nil
	}
	return expression.NewLiteral(written, typ)
}

// isParameter reports whether a text is the value of a parameter of the running statement.
func (c comparing) isParameter(text string) bool {
	if c.ctx == nil {
		return false
	}
	of, ok := c.ctx.Value(ChangeKey{}).(Change)
	return ok && of.HasParameter(c.ctx, text)
}

// RefusesZero reports whether the date of zeros is none in the session.
func RefusesZero(ctx *sql.Context) bool {
	mode := sql.LoadSqlMode(ctx)
	return mode.Strict() && mode.ModeEnabled("NO_ZERO_DATE")
}

// writtenMoment returns a text of a date, without its time zone, as the engine reads it.
func writtenMoment(text string) (written string, ok bool) {
	at, hasTime, _, _, ok := moment.Local(text)
	if !ok {
		return "", false
	}
	if hasTime {
		return at.Format(MomentLayout), true
	}
	return at.Format(time.DateOnly), true
}

// MomentLayout is the layout of a date and time with six digits of a second.
const MomentLayout = "2006-01-02 15:04:05.999999"

// comparedMoment is a text that is compared with a date, as the engine reads it, or with a time, as
// a TIME. With zoned a time zone in it moves it into the session's.
type comparedMoment struct {
	expression.UnaryExpressionStub
	kind           valueKind
	column         string // that it is beside, if any
	zoned, lenient bool
	parameter      bool         // which is NULL if it is no date
	told           *atomic.Bool // whether the warning of a text that is no date has been given
}

var (
	_ sql.Expression         = (*comparedMoment)(nil)
	_ sql.CollationCoercible = (*comparedMoment)(nil)
)

// Eval implements sql.Expression. What is no text comes back as it is.
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
	if begin := moment.Begin(text); begin != text {
		v, text = begin, begin
	}
	if m.kind == timeKind {
		return m.clock(ctx, text)
	}
	cut, ok := moment.Begins(text)
	switch {
	case !ok && moment.IsZero(text) && !RefusesZero(ctx):
		return v, nil
	case !ok, cut && endsByWarnings(ctx) && sql.LoadSqlMode(ctx).Strict():
		if err := m.tell(ctx, text); err != nil || m.parameter {
			return nil, err
		}
		return types.ZeroTimestampDatetimeStr, nil
	case cut, moment.Usual(text, false):
		return v, nil
	}
	if m.zoned {
		if at, hasTime, _, ok := moment.Datetime(text, ZoneFor(ctx, text)); ok && hasTime {
			return at.Format(MomentLayout), nil
		}
	}
	if written, ok := writtenMoment(text); ok {
		return written, nil
	}
	return v, nil
}

// clock returns the TIME of a text. Alone a text that is none is longer than every TIME.
func (m *comparedMoment) clock(ctx *sql.Context, text string) (any, error) {
	micros, _, _, in, ok := moment.Time(text, ZoneFor(ctx, text))
	if ok && in {
		return types.Timespan(micros), nil
	}
	if err := m.tell(ctx, text); err != nil {
		return nil, err
	}
	switch µs, valid, _ := timeText(ctx, text); {
	case ok && micros < 0:
		return types.Timespan(micros - int64(1e6)), nil
	case ok || !m.lenient:
		return types.Timespan(moment.MostMicros + int64(1e6)), nil
	case !valid:
		return types.Timespan(0), nil
	default:
		return types.Timespan(µs.IntPart()), nil
	}
}

// tell warns once of a text that is no date or time, or returns the statement's error.
func (m *comparedMoment) tell(ctx *sql.Context, text string) error {
	name := map[valueKind]string{dayKind: "DATE", momentKind: "DATETIME", timeKind: "TIME"}[m.kind]
	ends := endsByWarnings(ctx) && sql.LoadSqlMode(ctx).Strict()
	if !ends && !m.lenient && !m.parameter && m.kind != timeKind {
		return mysql.NewSQLError(erWrongValue, "HY000", "Incorrect %s value: '%s'", name, text)
	}
	if !ends && m.told.Swap(true) {
		return nil
	}
	if m.column == "" {
		return notes{}.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect %s value: '%s'", strings.ToLower(name), text)
	}
	return notes{}.tell(ctx, mysql.ERTruncatedWrongValue, "Incorrect %s value: '%s' for column '%s' at row 1", strings.ToLower(name), text, m.column)
}

// Type implements sql.Expression.
func (m *comparedMoment) Type() sql.Type {
	if m.kind == timeKind {
		return types.Time
	}
	return m.Child.Type()
}

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
