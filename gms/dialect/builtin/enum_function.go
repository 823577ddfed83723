package builtin

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// Function gives, by its name in lower case, one of the engine's functions that are
// changed beyond their ENUMs and SETs: REPEAT() and others whose result may be large,
// those of geometries and of JSON documents.
func Function(name string) (sql.Function, bool) {
	switch name {
	case "sum":
		return operand.SumFunction(name), true
	case "avg":
		return operand.MeanFunction(name), true
	case "timestamp":
		return timestampFunction, true
	case "curdate", "current_date", "curtime", "current_time", "utc_timestamp":
		return currentFunction(name), true
	}
	if f, ok := operand.RangedEngineFunctions[name]; ok {
		return enumFunction{operand.RangedFunction{Function: f}}, true
	}
	if f, ok := operand.ExactEngineFunctions[name]; ok {
		return enumFunction{operand.ExactFunction{Function: f}}, true
	}
	f, ok := findSized(name)
	return enumFunction{f}, ok
}

// BuiltIn gives another of the engine's functions, by its name in lower case, so that
// it takes ENUMs and SETs for what it makes of them.
func BuiltIn(name string) (sql.Function, bool) {
	f, ok := enumFunctions[name]
	return f, ok
}

// Functions returns the engine's functions as [Function] and [BuiltIn] give them, in no order.
func Functions() []sql.Function {
	out := make([]sql.Function, 0, len(enumFunctions))
	for name, own := range enumFunctions {
		f, ok := Function(name)
		if !ok {
			f = own
		}
		out = append(out, f)
	}
	return out
}

// enumFunction is a function of the engine's that is given its ENUMs and SETs as
// what it makes of them, from the start: of its arguments follows its type.
type enumFunction struct{ sql.Function }

// NewInstance implements sql.Function.
func (f enumFunction) NewInstance(args []sql.Expression) (sql.Expression, error) {
	if len(args) == 2 && strings.EqualFold(f.FunctionName(), "find_in_set") && isConstant(args[0]) && isSetColumn(args[1]) {
		return &findInSet{expression.BinaryExpressionStub{LeftChild: args[0], RightChild: args[1]}}, nil
	}
	name := strings.ToLower(f.FunctionName())
	args, _ = operand.EnumArguments(name, args)
	if name == "nullif" {
		if e, ok := operand.NullIf(args); ok {
			return e, nil
		}
	}
	if name == "greatest" || name == "least" {
		if e, ok := operand.ExtremeSpan(name, args); ok {
			return e, nil
		}
		args = operand.SpansAsTexts(args)
	}
	args = operand.MixedArguments(name, deviationArguments(name, momentsInDocuments(name, args)))
	args = operand.TemporalArguments(name, operand.NumberTexts(name, textArguments(name, args)))
	if name == "time" && len(args) == 1 {
		if c, ok := args[0].(*operand.Cast); ok && c.To == "time" { // of more than a day too
			return c, nil
		}
		if operand.IsSpanValued(args[0]) {
			return operand.NewCast(args[0], operand.CastTo{To: "time", Length: operand.Microseconds, Scale: -1}), nil
		}
	}
	if name == "week" {
		if e, ok := weekOfYear(args); ok {
			return e, nil
		}
	}
	e, err := f.Function.NewInstance(boundArguments(name, operand.StoredArguments(name, args)))
	if err != nil {
		return nil, err
	}
	return corrected(name, e), nil
}

// enumFunctions are the engine's own by their names.
var enumFunctions = func() map[string]sql.Function {
	out := make(map[string]sql.Function, len(function.BuiltIns))
	for _, f := range function.BuiltIns {
		out[f.FunctionName()] = enumFunction{f}
	}
	return out
}()
