package operand

import (
	"context"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// argumentUse is what a function makes of an argument.
type argumentUse byte

const (
	// UseText is the first use: the string.
	UseText   argumentUse = iota // the string
	useNumber                    // the number, as a double
	useAsIs                      // either, or what is neither
)

// all stands for every argument of a function, or every one from a place on.
const all = -1

// numberArguments are the functions that take numbers, by the places of those
// arguments.
var numberArguments = map[string][]int{
	"abs": {all}, "acos": {all}, "asin": {all}, "atan": {all}, "atan2": {all}, "ceil": {all}, "ceiling": {all},
	"cos": {all}, "cot": {all}, "degrees": {all}, "exp": {all}, "floor": {all}, "ln": {all}, "log": {all},
	"log10": {all}, "log2": {all}, "mod": {all}, "pow": {all}, "power": {all}, "radians": {all}, "rand": {all},
	"round": {all}, "sign": {all}, "sin": {all}, "sqrt": {all}, "tan": {all}, "truncate": {all},
	"sum": {all}, "avg": {all}, "std": {all}, "stddev": {all}, "stddev_pop": {all}, "stddev_samp": {all},
	"var_pop": {all}, "var_samp": {all}, "variance": {all}, "bit_and": {all}, "bit_or": {all}, "bit_xor": {all},
	"bit_count": {all}, "char": {all}, "space": {all}, "sleep": {all}, "from_days": {all}, "inet_ntoa": {all},
	"format_bytes": {all}, "format_pico_time": {all}, "ps_thread_id": {all}, "random_bytes": {all},
	"from_unixtime": {0}, "format": {0, 1}, "make_set": {0}, "export_set": {0, 4}, "elt": {0}, "if": {0},
	"left": {1}, "right": {1}, "repeat": {1}, "sha2": {1}, "get_lock": {1}, "substr": {1, 2}, "substring": {1, 2},
	"mid": {1, 2}, "lpad": {1}, "rpad": {1}, "insert": {1, 2}, "substring_index": {2}, "locate": {2},
	"conv": {1, 2}, "uuid_to_bin": {1}, "bin_to_uuid": {1}, "week": {1}, "yearweek": {1},
	"regexp_instr": {2, 3, 4}, "regexp_substr": {2, 3}, "regexp_replace": {3, 4}, "ntile": {all},
}

// asIsFunctions take a column for what it is: they give it back, count it, or
// tell of it.
var asIsFunctions = []string{
	"any_value", "count", "first", "first_value", "lag", "last", "last_value", "lead", "values",
	"charset", "coercibility", "collation", "isnull", step.RolledName,
}

// comparingFunctions compare their arguments with each other: as strings, unless
// one is a number.
var comparingFunctions = []string{"greatest", "least", "field", "nullif"}

// UseOf is what a function makes of its i-th argument.
func UseOf(name string, i int, args []sql.Expression) argumentUse {
	if places, ok := numberArguments[name]; ok {
		if places[0] == all || slices.Contains(places, i) {
			return useNumber
		}
		return UseText
	}
	if QuantifiedNames[name] {
		return useAsIs
	}
	if slices.Contains(asIsFunctions, name) {
		if (name == "lag" || name == "lead") && len(args) == 3 && isTextOperand(args[2]) {
			return UseText // as the default is
		}
		return useAsIs
	}
	if slices.Contains(comparingFunctions, name) && slices.ContainsFunc(args, isNumberValued) {
		if name == "nullif" { // which gives the column back
			return useAsIs
		}
		return useNumber
	}
	return UseText
}

func isNumberValued(e sql.Expression) bool { return e.Resolved() && types.IsNumber(e.Type()) }

// EnumArguments gives the arguments of a function with its ENUMs and SETs as
// what the function makes of them, and whether there are any.
func EnumArguments(name string, args []sql.Expression) ([]sql.Expression, bool) {
	var out []sql.Expression
	for i, e := range args {
		distinct, isDistinct := e.(*expression.DistinctExpression)
		if isDistinct {
			e = distinct.Child
		}
		if !collate.IsEnumValued(e) {
			continue
		}
		switch UseOf(name, i, args) {
		case UseText:
			e = collate.AsText(e)
		case useNumber:
			e = &enumNumber{planwalk.StandIn{Child: e}}
		case useAsIs:
			continue
		}
		if isDistinct {
			e = expression.NewDistinctExpression(e)
		}
		if out == nil {
			out = slices.Clone(args)
		}
		out[i] = e
	}
	if out == nil {
		return args, false
	}
	return out, true
}

// enumNumber is the number of an ENUM or a SET: MySQL computes with doubles
// where it makes numbers of strings.
type enumNumber struct{ planwalk.StandIn }

var (
	_ sql.Expression         = (*enumNumber)(nil)
	_ sql.CollationCoercible = (*enumNumber)(nil)
)

// Eval implements sql.Expression.
func (n *enumNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := n.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	v, _, err = n.Child.Type().Convert(ctx, v)
	if err != nil {
		return nil, err
	}
	v, _, err = types.Float64.Convert(ctx, v)
	return v, err
}

// Type implements sql.Expression.
func (n *enumNumber) Type() sql.Type { return types.Float64 }

// WithChildren implements sql.Expression.
func (n *enumNumber) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &enumNumber{planwalk.StandIn{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *enumNumber) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}

// isNumberOf reports whether an integer is written that is the number of a value of an ENUM, which
// is all that the engine can compare the column with where that has an index; or that the
// column is a SET.
func isNumberOf(typ sql.Type, e sql.Expression) bool {
	if !types.IsInteger(e.Type()) {
		return false
	}
	of, isEnum := typ.(sql.EnumType)
	if !isEnum {
		return typ.Type() == sqltypes.Set
	}
	literal, ok := e.(*expression.Literal)
	if !ok {
		return false
	}
	number, _, err := types.Int64.Convert(context.Background(), literal.Value())
	n, ok := number.(int64)
	return err == nil && ok && n >= 1 && n <= int64(of.NumberOfElements())
}
