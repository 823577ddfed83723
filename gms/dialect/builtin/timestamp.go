package builtin

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// timestampFunction is TIMESTAMP(): the engine's of one argument, and the one of a date and
// a time to be added to it, which it lacks.
var timestampFunction = sql.FunctionN{Name: "timestamp", Fn: func(args ...sql.Expression) (sql.Expression, error) {
	if len(args) == 1 && args[0].Resolved() && types.IsDateType(args[0].Type()) {
		return operand.NewCast(args[0], operand.CastTo{To: "datetime", Length: -1, Scale: -1}), nil
	}
	if len(args) != 2 {
		return enumFunctions["timestamp"].NewInstance(args)
	}
	digits := max(operand.SecondDigits(args[0]), operand.SecondDigits(args[1]))
	typ, err := types.CreateDatetimeType(sqltypes.Datetime, digits)
	if err != nil {
		return nil, err
	}
	args = []sql.Expression{collate.AsText(args[0]), collate.AsText(args[1])}
	return &operand.ScalarCall{Of: &operand.ScalarFunction{Name: "timestamp", Least: 2, Most: 2, Typ: typ, Lazy: dateWithTime}, Args: operand.TemporalArguments("timestamp", args)}, nil
}}

// dateWithTime adds a time to a date.
func dateWithTime(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	v, err := shiftMoment(ctx, row, args, 1)
	if t, ok := v.(time.Time); ok {
		return t, err
	}
	return nil, err
}
