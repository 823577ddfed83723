package change

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Without a strict sql_mode, and with IGNORE, MySQL cuts a text that a column has no room for,
// makes '' of what an ENUM does not have, and leaves out of a SET what it does not have, each
// with warning 1265. The engine refuses all of them.

// takesTexts says of the type of a column that this is about it.
func takesTexts(t sql.Type) bool {
	_, isText := t.(sql.StringType)
	return isText || collate.IsEnum(t)
}

// isOwnDatabase says whether a database is performance_schema, whose tables answer what their
// ENUMs do not have themselves.
func isOwnDatabase(name string) bool { return strings.EqualFold(name, computed.PerformanceSchema) }

// textHasRoom says that a column has room for whatever an expression gives.
func textHasRoom(ctx *sql.Context, typ sql.Type, e sql.Expression) bool {
	switch {
	case isDefault(e), !e.Resolved():
		return true
	case collate.IsEnum(typ) && types.TypesEqual(typ, e.Type()):
		return true
	}
	switch e := e.(type) {
	case *assignedNumber:
		return true
	case *expression.Literal:
		v, _, err := typ.Convert(ctx, e.Value())
		return err == nil && v != any(uint16(0))
	}
	to, isText := typ.(sql.StringType)
	from, ofText := e.Type().(sql.StringType)
	return isText && ofText && from.MaxCharacterLength() <= to.MaxCharacterLength() && from.MaxByteLength() <= to.MaxByteLength()
}

// takeText is what such a column takes a value for, with a warning where that is not the value.
// What it has no room for in another way is the engine's to refuse.
func takeText(ctx *sql.Context, typ sql.Type, v any, column string, row int64) (any, error) {
	v, err := sql.UnwrapAny(ctx, v)
	if err != nil || v == nil {
		return v, err //nolint:wrapcheck // the engine's own
	}
	kept, _, err := typ.Convert(ctx, v)
	level := "Warning"
	switch _, isNumber := v.(uint16); {
	case err == nil && kept == any(uint16(0)) && !isNumber: // the number of no member
	case err == nil:
		return v, nil
	case types.ErrLengthBeyondLimit.Is(err):
		var lost string
		if kept, lost = cutText(ctx, typ, v); strings.Trim(lost, " ") == "" && !types.IsBinaryType(typ) {
			if typ.Type() == sqltypes.Char {
				return kept, nil
			}
			level = "Note"
		}
	case types.IsEnum(typ):
		kept = uint16(0)
	case types.IsSet(typ):
		kept = membersIn(ctx, typ, v)
	default:
		return v, nil
	}
	ctx.Session.Warn(&sql.Warning{Level: level, Code: sqlerr.ERDataTruncated, Message: fmt.Sprintf("Data truncated for column '%s' at row %d", column, row)})
	return kept, nil
}

// cutText is as much of a value as a column has room for, and what it has no room for.
func cutText(ctx *sql.Context, typ sql.Type, v any) (kept any, lost string) {
	to, ok := typ.(sql.StringType)
	whole, _, err := types.LongText.Convert(ctx, v)
	text, isText := whole.(string)
	if b, ok := v.([]byte); ok {
		text, isText, err = string(b), true, nil
	}
	if !ok || !isText || err != nil {
		return v, "?"
	}
	at := int(min(int64(len(text)), to.MaxByteLength()))
	if types.IsBinaryType(typ) {
		return []byte(text[:at]), text[at:]
	}
	longest := to.MaxCharacterLength()
	if typ.Type() == sqltypes.Text { // which counts bytes
		longest = int64(at)
	}
	for n, i := int64(0), 0; i < at; n++ {
		_, size := utf8.DecodeRuneInString(text[i:])
		if n == longest || i+size > at {
			at = i
			break
		}
		i += size
	}
	return text[:at], text[at:]
}

// membersIn are those of a value that a SET has.
func membersIn(ctx *sql.Context, typ sql.Type, v any) any {
	text, isText := v.(string)
	if b, ok := v.([]byte); ok {
		text, isText = string(b), true
	}
	set, ok := typ.(sql.SetType)
	switch {
	case !ok:
		return v
	case !isText: // a number: its bits of members
		n, _, err := types.Uint64.Convert(ctx, v)
		bits, ok := n.(uint64)
		if err != nil || !ok {
			return uint64(0)
		}
		if members := set.NumberOfElements(); members < 64 {
			bits &= 1<<members - 1
		}
		return bits
	}
	var bits uint64
	for part := range strings.SplitSeq(text, ",") {
		one, _, err := typ.Convert(ctx, part)
		if b, ok := one.(uint64); ok && err == nil {
			bits |= b
		}
	}
	return bits
}
