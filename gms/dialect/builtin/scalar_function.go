package builtin

import (
	"fmt"
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

var scalarFunctions = []*operand.ScalarFunction{
	{Name: "benchmark", Least: 2, Most: 2, Typ: types.Int64, Lazy: benchmark},
	{Name: "interval", Least: 2, Most: -1, Typ: types.Int64, Nulls: true, Eval: interval},
	{Name: "period_add", Least: 2, Most: 2, Typ: types.Int64, Eval: periodAdd},
	{Name: "period_diff", Least: 2, Most: 2, Typ: types.Int64, Eval: periodDiff},
	{Name: "sec_to_time", Least: 1, Most: 1, Typ: types.Time, Eval: secToTime},
	{Name: step.InverseName, Least: 1, Most: 1, Typ: types.Uint64, Eval: inverse},
	{Name: step.BitsName, Least: 1, Most: 1, Typ: types.Uint64, Eval: bitsOf},
	{Name: step.MemberName, Least: 2, Most: 2, Typ: types.Int64, Eval: member},
	{Name: step.AssignedName, Least: 2, Most: 2, Lazy: assign},
}

// benchmark computes an expression as often as it is told to, until it is killed.
func benchmark(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	count, err := args[0].Eval(ctx, row)
	if err != nil || count == nil {
		return nil, err
	}
	n, err := operand.AsInteger(ctx, count)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		ctx.Warn(1411, "Incorrect count value: '%d' for function benchmark", n)
		return nil, nil
	}
	for ; n > 0; n-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, err := args[1].Eval(ctx, row); err != nil {
			return nil, err
		}
	}
	return int64(0), nil
}

// interval is the number of the values behind the first that are no greater, all of
// which are in order.
func interval(ctx *sql.Context, args []any) (any, error) {
	if args[0] == nil {
		return int64(-1), nil
	}
	for i, v := range args[1:] {
		if v == nil {
			continue
		}
		cmp, err := types.InternalDecimalType.Compare(ctx, args[0], v)
		if err != nil {
			return nil, err
		}
		if cmp < 0 {
			return int64(i), nil
		}
	}
	return int64(len(args) - 1), nil
}

// months is how many a period, YYMM or YYYYMM, stands for.
func months(ctx *sql.Context, name string, v any) (uint64, error) {
	period, err := operand.AsInteger(ctx, v)
	if err != nil {
		return 0, err
	}
	if period <= 0 || period%100 == 0 || period%100 > 12 {
		return 0, mysql.NewSQLError(1210, "HY000", "Incorrect arguments to %s", name)
	}
	return uint64(fullYear(period/100)*12 + period%100 - 1), nil
}

// fullYear is a year of which two digits may have been written.
func fullYear(year int64) int64 {
	switch {
	case year < 70:
		return year + 2000
	case year < 100:
		return year + 1900
	}
	return year
}

// periodAdd computes as MySQL does, with months that have no sign.
func periodAdd(ctx *sql.Context, args []any) (any, error) {
	m, err := months(ctx, "period_add", args[0])
	if err != nil {
		return nil, err
	}
	add, err := operand.AsInteger(ctx, args[1])
	if err != nil {
		return nil, err
	}
	if m += uint64(add); m == 0 {
		return int64(0), nil
	}
	year := m / 12
	if year < 100 {
		year = uint64(fullYear(int64(year)))
	}
	return int64(year*100 + m%12 + 1), nil
}

func periodDiff(ctx *sql.Context, args []any) (any, error) {
	a, err := months(ctx, "period_diff", args[0])
	if err != nil {
		return nil, err
	}
	b, err := months(ctx, "period_diff", args[1])
	if err != nil {
		return nil, err
	}
	return int64(a - b), nil
}

// secToTime is a time of so many seconds, within what a TIME holds.
func secToTime(ctx *sql.Context, args []any) (any, error) {
	v, _, err := types.Float64.Convert(ctx, args[0])
	if err != nil {
		return nil, err
	}
	const most = 838*3600 + 59*60 + 59
	seconds, ok := v.(float64)
	if !ok {
		return nil, nil
	}
	if seconds > most || seconds < -most {
		seconds = math.Copysign(most, seconds)
		ctx.Warn(mysql.ERTruncatedWrongValue, "Truncated incorrect time value: '%v'", args[0])
	}
	return types.Timespan(math.Round(seconds * 1e6)), nil
}

// inverse is ~: all bits of a number the other way.
func inverse(ctx *sql.Context, args []any) (any, error) {
	v, err := bitsOf(ctx, args)
	if n, ok := v.(uint64); ok {
		return ^n, err
	}
	return nil, err
}

// bitsOf are those of a number as operators on bits take it: whole, and without a sign.
func bitsOf(ctx *sql.Context, args []any) (any, error) {
	switch v := args[0].(type) {
	case uint64:
		return v, nil
	case int64:
		return uint64(v), nil
	case int32:
		return uint64(v), nil
	case int8:
		return uint64(v), nil
	}
	d, _, err := types.InternalDecimalType.Convert(ctx, args[0])
	if err != nil {
		d, _, err = types.Float64.Convert(ctx, args[0])
	}
	switch d := d.(type) {
	case decimal.Decimal:
		n := d.Round(0).BigInt()
		switch {
		case n.IsUint64():
			return n.Uint64(), nil
		case n.IsInt64():
			return uint64(n.Int64()), nil
		case n.Sign() < 0:
			return uint64(1 << 63), nil
		}
		return uint64(math.MaxUint64), nil
	case float64:
		return uint64(int64(math.RoundToEven(d))), nil
	}
	return nil, err
}

// member says whether a JSON array has a value, or what is no array is the value.
func member(ctx *sql.Context, args []any) (any, error) {
	document, _, err := types.JSON.Convert(ctx, args[1])
	if err != nil {
		return nil, err
	}
	wrapped, ok := document.(sql.JSONWrapper)
	if !ok {
		return nil, nil
	}
	list, err := wrapped.ToInterface(ctx)
	if err != nil {
		return nil, err
	}
	value := args[0]
	if w, ok := value.(sql.JSONWrapper); ok {
		if value, err = w.ToInterface(ctx); err != nil {
			return nil, err
		}
	}
	array, ok := list.([]any)
	if !ok {
		array = []any{list}
	}
	for _, element := range array {
		if cmp, err := types.CompareJSON(ctx, element, value); err == nil && cmp == 0 {
			return int64(1), nil
		}
	}
	return int64(0), nil
}

// assign gives a variable of the session the value of an expression, and has it.
func assign(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	name, err := args[0].Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	v, err := args[1].Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, err
	}
	typ := args[1].Type()
	if v != nil && typ == types.Null {
		typ = types.ApproximateTypeFromValue(v)
	}
	return v, ctx.SetUserVariable(ctx, fmt.Sprint(name), v, typ)
}
