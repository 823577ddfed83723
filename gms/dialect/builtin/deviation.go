package builtin

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// The engine gives standard deviations and variances the type of what they are of: those
// of integers are cut to integers. In MySQL they are doubles.

var deviations = map[string]bool{
	"std": true, "stddev": true, "stddev_pop": true, "stddev_samp": true, "variance": true, "var_pop": true, "var_samp": true,
}

// deviationArguments gives the argument of such a function as a double.
func deviationArguments(name string, args []sql.Expression) []sql.Expression {
	if !deviations[name] || len(args) != 1 {
		return args
	}
	e := args[0]
	distinct, isDistinct := e.(*expression.DistinctExpression)
	if isDistinct {
		e = distinct.Child
	}
	if !e.Resolved() || types.IsFloat(e.Type()) || operand.IsTextValued(e) || collate.IsEnumValued(e) {
		return args
	}
	out := slices.Clone(args)
	out[0] = &operand.TextNumber{Cast: operand.NewCast(e, operand.CastTo{To: operand.ToDouble, Length: -1, Scale: -1})}
	if isDistinct {
		out[0] = expression.NewDistinctExpression(out[0])
	}
	return out
}
