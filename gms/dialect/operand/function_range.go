package operand

import (
	"math"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// The engine gives NULL, or something that is no number, for a DOUBLE that has no room;
// in MySQL that is error 1690.

// rangedFunctions are the functions of which that is known, by what they compute.
var rangedFunctions = map[string]func(a []float64) float64{
	"exp":     func(a []float64) float64 { return math.Exp(a[0]) },
	"pow":     func(a []float64) float64 { return math.Pow(a[0], a[1]) },
	"power":   func(a []float64) float64 { return math.Pow(a[0], a[1]) },
	"degrees": func(a []float64) float64 { return a[0] * 180 / math.Pi },
}

// RangedEngineFunctions are the engine's own of these.
var RangedEngineFunctions = func() map[string]sql.Function {
	own := make(map[string]sql.Function, len(rangedFunctions))
	for _, f := range function.BuiltIns {
		if name := f.FunctionName(); rangedFunctions[name] != nil {
			own[name] = f
		}
	}
	return own
}()

// RangedFunction is an engine's function whose calls look at their result.
type RangedFunction struct{ sql.Function }

// NewInstance implements sql.Function.
func (f RangedFunction) NewInstance(args []sql.Expression) (sql.Expression, error) {
	e, err := f.Function.NewInstance(args)
	if call, ok := e.(sql.FunctionExpression); ok && err == nil {
		return &rangedCall{call, f.FunctionName()}, nil
	}
	return e, err
}

// rangedCall is a call of one.
type rangedCall struct {
	sql.FunctionExpression
	name string
}

var (
	_ sql.FunctionExpression = (*rangedCall)(nil)
	_ sql.CollationCoercible = (*rangedCall)(nil)
)

// Eval implements sql.Expression.
func (c *rangedCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.FunctionExpression.Eval(ctx, row)
	if f, ok := v.(float64); err != nil || v != nil && (!ok || finite(f)) {
		return v, err
	}
	var args []float64
	for _, e := range c.Children() {
		a, err := e.Eval(ctx, row)
		if err != nil || a == nil {
			return v, err
		}
		f, ok := asFloat(ctx, a)
		if !ok {
			return v, nil
		}
		args = append(args, f)
	}
	if finite(rangedFunctions[c.name](args)) {
		return v, nil
	}
	return nil, rangeError("DOUBLE", c)
}

// asFloat is a value as a DOUBLE; ok is false if it is no number.
func asFloat(ctx *sql.Context, v any) (f float64, ok bool) {
	n, _, err := types.Float64.Convert(ctx, v)
	f, ok = n.(float64)
	return f, ok && err == nil
}

func finite(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }

// ShownCall is a call as MySQL's messages show it.
func ShownCall(name string, call sql.Expression) string {
	var args []string
	for _, e := range call.Children() {
		args = append(args, shown(e))
	}
	if name == "power" {
		name = "pow"
	}
	return name + "(" + strings.Join(args, ",") + ")"
}

// WithChildren implements sql.Expression.
func (c *rangedCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := c.FunctionExpression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &rangedCall{e.(sql.FunctionExpression), c.name}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*rangedCall) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
