package program

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// assign sets a variable or a parameter of the procedure, to what its type makes of a
// value. Where that is an error it is NULL, as in MySQL.
func (i *interpreter) assign(ctx *sql.Context, name string, value any) error {
	if v := i.variable(name); v != nil {
		converted, err := convert(ctx, v.Type, name, value)
		v.Value, v.HasBeenSet = converted, true
		return err
	}
	if p := i.parameter(ctx, name); p != nil {
		converted, err := convert(ctx, p.Type, name, value)
		p.SetValue(converted)
		return err
	}
	return fmt.Errorf("variable `%s` could not be found", name)
}

// assignFrom sets a variable of the procedure or of the session.
func (i *interpreter) assignFrom(ctx *sql.Context, name string, value any, typ sql.Type) error {
	if user, ok := strings.CutPrefix(name, "@"); ok {
		return ctx.SetUserVariable(ctx, strings.ToLower(user), value, typ)
	}
	return i.assign(ctx, name, value)
}

// initial is the value of a DEFAULT.
func (i *interpreter) initial(ctx *sql.Context, given ast.Expr, typ sql.Type, name string) (any, error) {
	var v any
	switch literal, _ := given.(*ast.SQLVal); {
	case literal != nil && literal.Type == ast.StrVal:
		v = string(literal.Val)
	case literal != nil && literal.Type == ast.IntVal:
		n, err := strconv.ParseInt(string(literal.Val), 10, 64)
		if err == nil {
			v = n
			break
		}
		fallthrough // it is longer
	default:
		var err error
		if v, err = i.evaluate(ctx, given); err != nil {
			return nil, err
		}
	}
	return convert(ctx, typ, name, v)
}

// convert is the value that a variable of a type takes. A value that the type has no room
// for is an error in strict mode, and otherwise what is nearest to it, with a warning.
func convert(ctx *sql.Context, typ sql.Type, name string, value any) (any, error) {
	value, err := sql.UnwrapAny(ctx, value)
	if err != nil || value == nil || !converts(typ) {
		return value, err
	}
	if types.IsTime(typ) && types.IsInteger(types.ApproximateTypeFromValue(value)) {
		value = fmt.Sprint(value) // its digits, which the engine reads of a text alone
	}
	if types.IsTime(typ) || types.IsTimespan(typ) {
		if value, err = change.TakeMoment(ctx, typ, value, false, name, 1); err != nil {
			return nil, err
		}
	}
	var v any
	var in sql.ConvertInRange
	if rounding, ok := typ.(sql.RoundingNumberType); ok {
		v, in, err = rounding.ConvertRound(ctx, value)
	} else {
		v, in, err = typ.Convert(ctx, value)
	}
	if err == nil && in != sql.InRange {
		err = sql.ErrValueOutOfRange.New(value, typ)
	}
	if err == nil {
		return AsWritten(typ, v), nil
	}
	strict := sql.LoadSqlMode(ctx).Strict()
	told := sqlerr.Value(err, &sql.Column{Name: name, Type: typ}, value, 1)
	if told == nil {
		return nil, err
	}
	if strict {
		return nil, told
	}
	ctx.Warn(told.Num, "%s", told.Message)
	switch text, isText := value.(string); {
	case sql.ErrValueOutOfRange.Is(err) && v != nil:
		return AsWritten(typ, v), nil // clipped
	case types.ErrLengthBeyondLimit.Is(err) && isText:
		return cut(text, typ), nil
	}
	return typ.Zero(), nil
}

// converts says of a type that its values are converted here. JSON and geometries are as
// they come.
func converts(typ sql.Type) bool {
	return types.IsInteger(typ) || types.IsFloat(typ) || types.IsDecimal(typ) || types.IsText(typ) ||
		types.IsTime(typ) || types.IsTimespan(typ) || types.IsEnum(typ) || types.IsSet(typ)
}

// AsWritten is a value of which the engine makes a literal: the number of a member of an
// ENUM, and that of a SET, stand for texts.
func AsWritten(typ sql.Type, v any) any {
	switch t := typ.(type) {
	case sql.EnumType:
		if n, ok := v.(uint16); ok {
			if text, ok := t.At(int(n)); ok {
				return text
			}
			return ""
		}
	case sql.SetType:
		if bits, ok := v.(uint64); ok {
			if text, err := t.BitsToString(bits); err == nil {
				return text
			}
		}
	}
	return v
}

// cut is as much of a text as a type has room for.
func cut(text string, typ sql.Type) string {
	of, ok := typ.(sql.StringType)
	if !ok {
		return text
	}
	for n, at := int64(0), 0; at < len(text); n++ {
		if n == of.MaxCharacterLength() {
			return text[:at]
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return text
}
