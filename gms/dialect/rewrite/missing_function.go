package rewrite

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// Functions are those by whose names statements call what they are rewritten to.
func Functions() []sql.Function {
	return append(append(missingFunctions(), operand.OperandFunction, collate.ChainFunction, operand.CastFunction, operand.FractionFunction, collate.UnitedColumnFunction, operand.SumFunction(operand.ExactSumName), operand.MeanFunction(operand.ExactAvgName)), slices.Concat(operand.ShiftFunctions(), operand.LiteralFunctions())...)
}

// missingFunctions are these, as the engine has functions.
func missingFunctions() (list []sql.Function) {
	for _, f := range slices.Concat(scalarFunctions, temporalFunctions, utcFunctions, cipherFunctions) {
		list = append(list, sql.FunctionN{Name: f.Name, Fn: operand.TextFunction(f.Name, f.Instance)})
	}
	for name := range operand.QuantifiedNames {
		list = append(list, sql.FunctionN{Name: name, Fn: operand.QuantifiedFunction(name)})
	}
	for _, f := range rollupFunctions {
		list = append(list, sql.FunctionN{Name: f.Name, Fn: f.Instance})
	}
	for _, name := range [...]string{"session_user", "system_user"} {
		list = append(list, sql.NewFunction0(name, function.NewUser))
	}
	return list
}
