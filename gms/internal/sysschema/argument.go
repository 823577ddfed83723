package sysschema

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// textOf is an argument as text.
func textOf(ctx *sql.Context, v any) (string, error) {
	converted, _, err := types.LongText.Convert(ctx, v)
	if err != nil || converted == nil {
		return "", err
	}
	s, _, err := sql.Unwrap[string](ctx, converted)
	return s, err
}

// errWrongNumber is ER_TRUNCATED_WRONG_VALUE, a warning.
const errWrongNumber = 1292

// Number takes a text for the number it begins with, 0 if with none, and warns.
func Number(ctx *sql.Context, arg any) (float64, error) {
	arg, err := sql.UnwrapAny(ctx, arg)
	if err != nil {
		return 0, err
	}
	if b, ok := arg.([]byte); ok { // which the engine takes for hexadecimal
		arg = string(b)
	}
	v, _, err := types.Float64.Convert(ctx, arg)
	if sql.ErrTruncatedIncorrect.Is(err) {
		ctx.Warn(errWrongNumber, "Truncated incorrect DOUBLE value: '%v'", arg)
		err = nil
	}
	if err != nil {
		return 0, err
	}
	n, _ := v.(float64)
	return n, nil
}
