package sqlerr

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
)

// Converts says whether a value can be of a type, as the engine finds out when it
// inserts it.
func Converts(ctx *sql.Context, t sql.Type, v any) bool {
	var in sql.ConvertInRange
	var err error
	if rounding, ok := t.(sql.RoundingNumberType); ok {
		_, in, err = rounding.ConvertRound(ctx, v)
	} else {
		_, in, err = t.Convert(ctx, v)
	}
	return err == nil && in == sql.InRange
}

// Value is MySQL's error of a value that a column does not take; nil if it
// cannot be told.
func Value(err error, c *sql.Column, v any, row int64) *mysql.SQLError {
	outOfRange := mysql.NewSQLError(mysql.ERWarnDataOutOfRange, stateRange, "Out of range value for column '%s' at row %d", c.Name, row)
	incorrect := func(number int, state, what string) *mysql.SQLError {
		return mysql.NewSQLError(number, state, "Incorrect %s value: '%s' for column '%s' at row %d", what, shownValue(v), c.Name, row)
	}
	truncated := mysql.NewSQLError(ERDataTruncated, stateDataTruncated, "Data truncated for column '%s' at row %d", c.Name, row)
	switch {
	case sql.ErrValueOutOfRange.Is(err), types.ErrConvertToDecimalLimit.Is(err):
		return outOfRange
	case types.ErrLengthBeyondLimit.Is(err), c.Type.Type() == querypb.Type_BIT:
		return mysql.NewSQLError(mysql.ERDataTooLong, "22001", "Data too long for column '%s' at row %d", c.Name, row)
	case types.ErrConvertingToEnum.Is(err), sql.ErrInvalidSetValue.Is(err), sql.ErrConvertingToSet.Is(err):
		return truncated
	case sql.ErrInvalidValue.Is(err), types.ErrConvertingToDecimal.Is(err), types.ErrConvertingToYear.Is(err),
		types.ErrConvertingToTime.Is(err), types.ErrConvertingToTimeType.Is(err), sql.ErrTruncatedIncorrect.Is(err):
	default:
		return nil
	}
	switch t := c.Type.Type(); {
	case types.IsInteger(c.Type) && beginsWithNumber(v):
		return truncated
	case types.IsFloat(c.Type), types.IsDecimal(c.Type):
		return IncorrectNumber(c.Type, v, c.Name, row)
	case types.IsYear(c.Type) && beginsWithNumber(v):
		return outOfRange
	case types.IsInteger(c.Type), types.IsYear(c.Type):
		return IncorrectNumber(c.Type, v, c.Name, row)
	case t == querypb.Type_DATE:
		return incorrect(mysql.ERTruncatedWrongValue, stateDatetime, "date")
	case t == querypb.Type_TIME:
		return incorrect(mysql.ERTruncatedWrongValue, stateDatetime, "time")
	case t == querypb.Type_DATETIME, t == querypb.Type_TIMESTAMP:
		return incorrect(mysql.ERTruncatedWrongValue, stateDatetime, "datetime")
	}
	return nil
}

// IncorrectNumber is MySQL's error of a text that a column of numbers does not take.
func IncorrectNumber(t sql.Type, v any, column string, row int64) *mysql.SQLError {
	what := "integer"
	switch {
	case t.Type() == querypb.Type_FLOAT32:
		what = "FLOAT"
	case types.IsFloat(t):
		what = "DOUBLE"
	case types.IsDecimal(t):
		what = "decimal"
	}
	return mysql.NewSQLError(mysql.ERTruncatedWrongValueForField, StateGeneral, "Incorrect %s value: '%s' for column '%s' at row %d", what, shownValue(v), column, row)
}

// beginsWithNumber says whether a value is a text at whose front a number stands.
func beginsWithNumber(v any) bool {
	text := strings.TrimLeft(shownValue(v), " \t\n\r")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "-"), "+")
	text = strings.TrimPrefix(text, ".")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// shownValue is a value as MySQL's messages show it: its text, of which what is no
// UTF-8 is in hexadecimal digits, and at most 128 bytes of it.
func shownValue(v any) string {
	var text string
	switch v := v.(type) {
	case []byte:
		text = string(v)
	default:
		text = fmt.Sprint(v)
	}
	return cutText(hexed(text, false), 128)
}

// hexed writes the bytes of a text that are no UTF-8, or of binary ones all that
// cannot be printed, as \xAB.
func hexed(text string, binary bool) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n <= 1 || binary && (r < ' ' || r > '~') {
			for ; n > 0; n-- {
				fmt.Fprintf(&b, `\x%02X`, text[i])
				i++
			}
			continue
		}
		b.WriteString(text[i : i+n])
		i += n
	}
	return b.String()
}

func cutText(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}
