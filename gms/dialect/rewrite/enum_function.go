package rewrite

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
)

// Function gives, by its name in lower case, one of the engine's functions that are
// changed beyond their ENUMs and SETs: REPEAT() and others whose result may be large,
// those of geometries and of JSON documents.
func Function(name string) (sql.Function, bool) {
	switch name {
	case "sum":
		return sumFunction(name), true
	case "avg":
		return meanFunction(name), true
	case "timestamp":
		return timestampFunction, true
	case "curdate", "current_date", "curtime", "current_time", "utc_timestamp":
		return currentFunction(name), true
	}
	if f, ok := rangedEngineFunctions[name]; ok {
		return enumFunction{rangedFunction{f}}, true
	}
	if f, ok := exactEngineFunctions[name]; ok {
		return enumFunction{exactFunction{f}}, true
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

// enumFunction is a function of the engine's that is given its ENUMs and SETs as
// what it makes of them, from the start: of its arguments follows its type.
type enumFunction struct{ sql.Function }

// NewInstance implements sql.Function.
func (f enumFunction) NewInstance(args []sql.Expression) (sql.Expression, error) {
	if len(args) == 2 && strings.EqualFold(f.FunctionName(), "find_in_set") && isConstant(args[0]) && isSetColumn(args[1]) {
		return &findInSet{expression.BinaryExpressionStub{LeftChild: args[0], RightChild: args[1]}}, nil
	}
	name := strings.ToLower(f.FunctionName())
	args, _ = enumArguments(name, args)
	if name == "nullif" {
		if e, ok := nullIf(args); ok {
			return e, nil
		}
	}
	if name == "greatest" || name == "least" {
		if e, ok := extremeSpan(name, args); ok {
			return e, nil
		}
		args = spansAsTexts(args)
	}
	args = mixedArguments(name, deviationArguments(name, momentsInDocuments(name, args)))
	args = temporalArguments(name, numberTexts(name, textArguments(name, args)))
	if name == "time" && len(args) == 1 {
		if c, ok := args[0].(*cast); ok && c.to == "time" { // of more than a day too
			return c, nil
		}
		if isSpanValued(args[0]) {
			return newCast(args[0], castTo{to: "time", length: microseconds, scale: -1}), nil
		}
	}
	if name == "week" {
		if e, ok := weekOfYear(args); ok {
			return e, nil
		}
	}
	e, err := f.Function.NewInstance(boundArguments(name, storedArguments(name, args)))
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
