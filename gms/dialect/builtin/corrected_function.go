package builtin

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// corrections are the functions of the engine's that give something else than MySQL's, by
// how a call is computed.
var corrections = map[string]func(c *correctedCall, ctx *sql.Context, row sql.Row) (any, error){
	"crc32":         (*correctedCall).crc32,
	"quote":         (*correctedCall).quote,
	"from_base64":   (*correctedCall).fromBase64,
	"sign":          (*correctedCall).sign,
	"str_to_date":   (*correctedCall).strToDate,
	"json_overlaps": (*correctedCall).overlaps,
	"json_contains": (*correctedCall).contains,
	"json_value":    (*correctedCall).jsonValue,
	"find_in_set":   (*correctedCall).findInTexts,

	"last_insert_id": (*correctedCall).lastInsertID,
}

// corrected is a call of a function as MySQL computes it.
func corrected(name string, e sql.Expression) sql.Expression {
	if corrections[name] == nil {
		return e
	}
	return &correctedCall{e, name}
}

// correctedCall is a call of one of them.
type correctedCall struct {
	sql.Expression
	name string
}

var (
	_ sql.FunctionExpression = (*correctedCall)(nil)
	_ sql.CollationCoercible = (*correctedCall)(nil)
)

// Eval implements sql.Expression.
func (c *correctedCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	return corrections[c.name](c, ctx, row)
}

// Type implements sql.Expression. The moments of STR_TO_DATE() have a fraction where their
// format may read one.
func (c *correctedCall) Type() sql.Type {
	t := c.Expression.Type()
	if c.name != "str_to_date" || t != types.Datetime {
		return t
	}
	if l, ok := c.Children()[1].(*expression.Literal); ok {
		if format, ok := l.Value().(string); ok && !strings.Contains(format, "%f") {
			return t
		}
	}
	return types.DatetimeMaxPrecision
}

// FunctionName implements sql.FunctionExpression.
func (c *correctedCall) FunctionName() string { return c.name }

// Description implements sql.FunctionExpression.
func (*correctedCall) Description() string { return "as MySQL computes it" }

// IsNullable implements sql.Expression.
func (c *correctedCall) IsNullable() bool { return c.name != "quote" }

// WithChildren implements sql.Expression.
func (c *correctedCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := c.Expression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return corrected(c.name, e), nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *correctedCall) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.Expression)
}

// quotes writes a text as what stands between the quotes of a literal.
var quotes = strings.NewReplacer("'", `\'`, `\`, `\\`, "\x00", `\0`, "\x1a", `\Z`)

// quote is the word NULL of NULL. The engine's takes no more than 64 KiB.
func (c *correctedCall) quote(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.Children()[0].Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return "NULL", nil
	}
	if v, _, err = types.LongText.Convert(ctx, v); err != nil {
		return nil, err
	}
	text, _, err := sql.Unwrap[string](ctx, v)
	if err != nil {
		return nil, err
	}
	size := int64(len(text)) + 2
	for _, escaped := range []string{"'", `\`, "\x00", "\x1a"} {
		size += int64(strings.Count(text, escaped))
	}
	if limit := operand.LargestResult(ctx); size > limit {
		return tooLarge(ctx, c.name, limit)
	}
	return "'" + quotes.Replace(text) + "'", nil
}

// crc32 is of bytes, too.
func (c *correctedCall) crc32(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.Children()[0].Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, err
	}
	if raw, ok := v.([]byte); ok {
		return crc32.ChecksumIEEE(raw), nil
	}
	return c.Expression.Eval(ctx, row)
}

// fromBase64 passes over the space between digits, and is NULL for what is no base 64.
func (c *correctedCall) fromBase64(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.Children()[0].Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if v, _, err = types.LongText.Convert(ctx, v); err != nil {
		return nil, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, err
	}
	text, ok := v.(string)
	if !ok {
		return nil, nil
	}
	out, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\v\f", r) {
			return -1
		}
		return r
	}, text))
	if err != nil {
		return nil, nil //nolint:nilerr // as MySQL
	}
	return out, nil
}

// sign is of a number with its fraction.
func (c *correctedCall) sign(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.Children()[0].Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	switch v := v.(type) {
	case decimal.Decimal:
		return int8(v.Sign()), nil
	case float32:
		return int8(cmp.Compare(v, 0)), nil
	case float64:
		return int8(cmp.Compare(v, 0)), nil
	}
	return c.Expression.Eval(ctx, row)
}

// strToDate has no day that its month has not, and no hour that the day has not: the engine
// counts on into the next.
func (c *correctedCall) strToDate(ctx *sql.Context, row sql.Row) (any, error) {
	args := make([]any, len(c.Children()))
	for i, e := range c.Children() {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		if v, _, err = types.LongText.Convert(ctx, v); err != nil {
			return nil, err
		}
		if args[i], err = sql.UnwrapAny(ctx, v); err != nil {
			return nil, err
		}
	}
	text, isText := args[0].(string)
	format, isFormat := args[1].(string)
	if !isText || !isFormat {
		return nil, nil
	}
	warnings := len(ctx.Session.Warnings())
	v, err := function.NewStrToDate(expression.NewLiteral(withGaps(text, format), types.LongText), expression.NewLiteral(format, types.LongText)).Eval(ctx, nil)
	if err != nil { // a moment beyond those that there are
		v, err = nil, nil
		ctx.Warn(operand.ErWrongValueForType, "Incorrect datetime value: '%s' for function str_to_date", text)
	}
	if list := ctx.Session.Warnings(); v == nil && len(list) > warnings && list[0].Code == operand.ErWrongValueForType {
		list[0].Message = fmt.Sprintf("Incorrect datetime value: '%s' for function str_to_date", text)
	}
	if v != nil && err == nil && !readsMoment(v, text, format) {
		ctx.Warn(operand.ErWrongValueForType, "Incorrect datetime value: '%s' for function str_to_date", text)
		return nil, nil
	}
	if v == nil || err != nil {
		return v, err
	}
	v = withFraction(v, text, format)
	if types.IsTimespan(c.Type()) { // so that HOUR() and its kind find one
		v, _, err = types.Time.Convert(ctx, v)
	}
	return v, err
}

// findInTexts finds no empty text in an empty list.
func (c *correctedCall) findInTexts(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.Expression.Eval(ctx, row)
	if n, ok := operand.IntegerOf(v); err != nil || !ok || n != (operand.Integer{Low: 1}) {
		return v, err
	}
	list, err := collate.Texts(ctx, row, c.Children()[1:])
	if err == nil && len(list) == 1 && list[0] == "" {
		return int64(0), nil
	}
	return v, err
}

// weekOfYear is WEEK() in a mode by which the first days of a year may be of the last week
// of the one before: the engine has 0 for them. Other calls come back as they are.
func weekOfYear(args []sql.Expression) (sql.Expression, bool) {
	if len(args) != 2 {
		return nil, false
	}
	l, ok := args[1].(*expression.Literal)
	if !ok {
		return nil, false
	}
	mode, ok := operand.IntegerOf(l.Value())
	const byYear = 2
	if !ok || mode.Low&byYear == 0 {
		return nil, false
	}
	f, err := function.NewYearWeek(args...)
	call, ok := f.(sql.FunctionExpression)
	if err != nil || !ok {
		return nil, false
	}
	return &weekCall{call}, true
}

// weekCall is the week of YEARWEEK().
type weekCall struct{ sql.FunctionExpression }

var _ sql.CollationCoercible = (*weekCall)(nil)

// FunctionName implements sql.FunctionExpression.
func (*weekCall) FunctionName() string { return "week" }

// String implements sql.Expression.
func (w *weekCall) String() string { return operand.ShownCall("week", w) }

// Eval implements sql.Expression.
func (w *weekCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := w.FunctionExpression.Eval(ctx, row)
	if n, ok := v.(int32); ok {
		return n % 100, err
	}
	return v, err
}

// WithChildren implements sql.Expression.
func (w *weekCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := w.FunctionExpression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &weekCall{e.(sql.FunctionExpression)}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*weekCall) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
