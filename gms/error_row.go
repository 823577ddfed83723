package gms

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
)

// rowFailure is why a statement could not write a row. The engine's message lacks
// the key, the column and the number of the row, which are known only while the
// statement takes back what it has done: told is made then.
type rowFailure struct {
	message string // the engine's
	told    *mysql.SQLError
}

// refusal is a row that a table did not take, and its error.
type refusal struct {
	row sql.Row
	err error
}

// tellFailure keeps what the client is to be told of an error of the running
// statement. A nil told is nothing better than the engine has.
func (x *execution) tellFailure(err error, told *mysql.SQLError) {
	if told != nil {
		x.connection.failure.Store(&rowFailure{err.Error(), told})
	}
}

// toldFailure is what was kept of the running statement's error with that message;
// nil if nothing was.
func (conn *connection) toldFailure(message string) *mysql.SQLError {
	if conn == nil {
		return nil
	}
	if f := conn.failure.Load(); f != nil && f.message == message {
		return f.told
	}
	return nil
}

// forgetFailure is called when a statement has ended.
func (conn *connection) forgetFailure() {
	if conn.failure.Load() != nil {
		conn.failure.Store(nil)
	}
}

// DiscardChanges implements sql.EditOpenerCloser.
func (e *rowEditor) DiscardChanges(ctx *sql.Context, err error) error {
	e.target.refuse(ctx, err, e.row+1, e.refused)
	return e.EditOpenerCloser.DiscardChanges(ctx, err)
}

// refuse is told that a row was not written: which is the number of a row that the
// table was not asked about, refused the last that it did not take.
func (t *rowTarget) refuse(ctx *sql.Context, err error, which int64, refused refusal) {
	if ignored(err) {
		t.warn(ctx, refused)
		return
	}
	t.x.tellFailure(err, t.told(ctx, err, which, refused))
}

// ignored says whether a statement goes on after the error, with a warning.
func ignored(err error) bool {
	_, ok := err.(sql.IgnorableError) //nolint:errorlint // as the engine asks
	return ok
}

// warn gives the warning about a row that was left out MySQL's message.
func (t *rowTarget) warn(ctx *sql.Context, refused refusal) {
	warnings := ctx.Session.Warnings()
	if len(warnings) == 0 {
		return
	}
	existing, primary, ok := duplicateOf(refused.err)
	if w := warnings[0]; ok && strings.HasPrefix(refused.err.Error(), w.Message) {
		if told := duplicateEntry(ctx, t.table, refused.row, existing, primary); told != nil {
			w.Level, w.Message = "Warning", told.Message
		}
	}
}

// told is MySQL's error of a row that a table did not take, or which was not made;
// nil if it cannot be told.
func (t *rowTarget) told(ctx *sql.Context, err error, which int64, refused refusal) *mysql.SQLError {
	var conversion sql.WrappedTypeConversionError
	var insert sql.WrappedInsertError
	switch {
	case errors.As(err, &conversion):
		if illegalEnum(conversion.Err) && t.checksEnums(ctx) && conversion.OffendingIdx < len(t.schema) {
			if t.schema[conversion.OffendingIdx].Name == "OBJECT_TYPE" {
				e, _ := invalidUsage().(*mysql.SQLError) //nolint:errorlint // as it is made
				return e
			}
			return illegalSetup()
		}
		if row := t.assignedRow(conversion.OffendingIdx, which-1); row > 0 && conversion.OffendingIdx < len(t.schema) {
			return valueError(conversion.Err, t.schema[conversion.OffendingIdx], conversion.OffendingVal, row)
		}
		return nil
	case errors.As(err, &insert):
		err = insert.Cause
	}
	if illegalEnum(err) && t.checksEnums(ctx) {
		return illegalSetup()
	}
	if existing, primary, ok := duplicateOf(err); ok {
		return duplicateEntry(ctx, t.table, refused.row, existing, primary)
	}
	for i, c := range t.schema {
		if i < len(insert.OffendingRow) && insert.OffendingRow[i] != nil && !converts(ctx, c.Type, insert.OffendingRow[i]) {
			return valueError(err, c, insert.OffendingRow[i], which)
		}
	}
	return nil
}

// illegalEnum says whether an error is of a value that an enum does not have.
func illegalEnum(err error) bool {
	return types.ErrConvertingToEnum.Is(err) || types.ErrDataTruncatedForColumnAtRow.Is(err)
}

// checksEnums says whether the table itself refuses values that its enums do not
// have, as setup_objects and setup_actors do where the SQL mode lets them through.
func (t *rowTarget) checksEnums(ctx *sql.Context) bool {
	setup, ok := sql.GetUnderlyingTable(t.table).(*table)
	return ok && setup.database == DatabaseName && (setup.view.Name == "setup_objects" || setup.view.Name == "setup_actors") && !sql.LoadSqlMode(ctx).Strict()
}

// illegalSetup is MySQL's error then; it names no foreign key, for there is none.
func illegalSetup() *mysql.SQLError {
	return mysql.NewSQLError(mysql.ErNoReferencedRow2, stateDuplicate, "Cannot add or update a child row: a foreign key constraint fails ()")
}

// assignedRow is the number of the row to which a value could not be assigned; 0 if
// it is not known. inserted is that of the row that ON DUPLICATE KEY UPDATE is about.
// An UPDATE of one table does not say which row it is at, but a value that is the
// same for all rows fails with the first.
func (t *rowTarget) assignedRow(place int, inserted int64) int64 {
	row := inserted
	transform.Inspect(t.Node, func(n sql.Node) bool {
		source, ok := n.(*plan.UpdateSource)
		if !ok {
			return true
		}
		row = 0
		for _, e := range source.UpdateExprs {
			set, ok := e.(*expression.SetField)
			if !ok {
				continue
			}
			if to, ok := set.LeftChild.(*expression.GetField); ok && to.Index() == place {
				if _, constant := set.RightChild.(*expression.Literal); constant {
					row = 1
				}
			}
		}
		return false
	})
	return row
}

// converts says whether a value can be of a type, as the engine finds out when it
// inserts it.
func converts(ctx *sql.Context, t sql.Type, v any) bool {
	var in sql.ConvertInRange
	var err error
	if rounding, ok := t.(sql.RoundingNumberType); ok {
		_, in, err = rounding.ConvertRound(ctx, v)
	} else {
		_, in, err = t.Convert(ctx, v)
	}
	return err == nil && in == sql.InRange
}

// valueError is MySQL's error of a value that a column does not take; nil if it
// cannot be told.
func valueError(err error, c *sql.Column, v any, row int64) *mysql.SQLError {
	outOfRange := mysql.NewSQLError(mysql.ERWarnDataOutOfRange, stateRange, "Out of range value for column '%s' at row %d", c.Name, row)
	incorrect := func(number int, state, what string) *mysql.SQLError {
		return mysql.NewSQLError(number, state, "Incorrect %s value: '%s' for column '%s' at row %d", what, shownValue(v), c.Name, row)
	}
	truncated := mysql.NewSQLError(errDataTruncated, stateDataTruncated, "Data truncated for column '%s' at row %d", c.Name, row)
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
	case types.IsFloat(c.Type), types.IsInteger(c.Type) && beginsWithNumber(v):
		return truncated
	case types.IsYear(c.Type) && beginsWithNumber(v):
		return outOfRange
	case types.IsInteger(c.Type), types.IsYear(c.Type):
		return incorrect(mysql.ERTruncatedWrongValueForField, stateGeneral, "integer")
	case types.IsDecimal(c.Type) && beginsWithNumber(v):
		return truncated
	case types.IsDecimal(c.Type):
		return incorrect(mysql.ERTruncatedWrongValueForField, stateGeneral, "decimal")
	case t == querypb.Type_DATE:
		return incorrect(mysql.ERTruncatedWrongValue, stateDatetime, "date")
	case t == querypb.Type_TIME:
		return incorrect(mysql.ERTruncatedWrongValue, stateDatetime, "time")
	case t == querypb.Type_DATETIME, t == querypb.Type_TIMESTAMP:
		return incorrect(mysql.ERTruncatedWrongValue, stateDatetime, "datetime")
	}
	return nil
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
