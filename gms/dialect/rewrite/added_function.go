package rewrite

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// Functions are those by whose names statements call what they are rewritten to.
func Functions() []sql.Function {
	return append(append(addedFunctions(), operand.OperandFunction, collate.ChainFunction, operand.CastFunction, operand.FractionFunction, collate.UnitedColumnFunction, operand.SumFunction(operand.ExactSumName), operand.MeanFunction(operand.ExactAvgName)), slices.Concat(operand.ShiftFunctions(), operand.LiteralFunctions())...)
}

// addedFunctions returns the functions that the engine lacks.
func addedFunctions() []sql.Function {
	list := builtin.MissingFunctions()
	for _, f := range group.RollupFunctions {
		list = append(list, sql.FunctionN{Name: f.Name, Fn: f.Instance})
	}
	return list
}
