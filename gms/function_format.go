package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/view/format"
)

// formatBytes is FORMAT_BYTES(): a count of bytes with a unit.
func formatBytes(ctx *sql.Context, arg any) (any, error) {
	n, err := number(ctx, arg)
	if err != nil {
		return nil, err
	}
	return format.Bytes(n), nil
}

// formatPicoTime is FORMAT_PICO_TIME(): a time in picoseconds with a unit.
func formatPicoTime(ctx *sql.Context, arg any) (any, error) {
	n, err := number(ctx, arg)
	if err != nil {
		return nil, err
	}
	return format.PicoTime(n), nil
}

// errWrongNumber is ER_TRUNCATED_WRONG_VALUE, a warning.
const errWrongNumber = 1292

// number takes a text for the number it begins with, 0 if with none, and warns.
func number(ctx *sql.Context, arg any) (float64, error) {
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
