package rewrite

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// Functions are those by whose names statements call what they are rewritten to.
func Functions() []sql.Function {
	return append(append(missingFunctions(), operandFunction, collate.ChainFunction, castFunction, fractionFunction, collate.UnitedColumnFunction, sumFunction(exactSumName), meanFunction(exactAvgName)), slices.Concat(shiftFunctions(), literalFunctions())...)
}

// missingFunctions are these, as the engine has functions.
func missingFunctions() (list []sql.Function) {
	for _, f := range slices.Concat(scalarFunctions, temporalFunctions, utcFunctions, cipherFunctions) {
		list = append(list, sql.FunctionN{Name: f.name, Fn: textFunction(f.name, f.instance)})
	}
	for name := range quantifiedNames {
		list = append(list, sql.FunctionN{Name: name, Fn: quantifiedFunction(name)})
	}
	for _, f := range rollupFunctions {
		list = append(list, sql.FunctionN{Name: f.name, Fn: f.instance})
	}
	for _, name := range [...]string{"session_user", "system_user"} {
		list = append(list, sql.NewFunction0(name, function.NewUser))
	}
	return list
}
