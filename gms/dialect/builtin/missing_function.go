package builtin

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// MissingFunctions returns the functions that the engine lacks, but for those of WITH ROLLUP.
func MissingFunctions() (list []sql.Function) {
	for _, f := range slices.Concat(scalarFunctions, temporalFunctions, utcFunctions, cipherFunctions) {
		list = append(list, sql.FunctionN{Name: f.Name, Fn: operand.TextFunction(f.Name, f.Instance)})
	}
	for name := range operand.QuantifiedNames {
		list = append(list, sql.FunctionN{Name: name, Fn: operand.QuantifiedFunction(name)})
	}
	for _, name := range [...]string{"session_user", "system_user"} {
		list = append(list, sql.NewFunction0(name, function.NewUser))
	}
	return list
}
