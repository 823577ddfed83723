package setting

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// InstallSchema declares the performance_schema_* system variables with
// their effective values. The engine has one registry for the process: with
// several Schemas the last one shows.
func InstallSchema(schema *perfschema.Schema) {
	var declared []sql.SystemVariable
	for _, v := range perfschema.Variables() {
		value, ok := schema.VariableValue(v.Name)
		if !ok {
			continue
		}
		declared = append(declared, systemVariable(schema, v, value))
	}
	sql.SystemVariables.AddSystemVariables(declared)
}

func systemVariable(schema *perfschema.Schema, v perfschema.Variable, value int64) *sql.MysqlSystemVariable {
	s := &sql.MysqlSystemVariable{
		Name:    v.Name,
		Scope:   sql.GetMysqlScope(sql.SystemVariableScope_Global),
		Dynamic: v.Dynamic,
		Type:    types.NewSystemIntType(v.Name, v.Min, v.Max, v.Min < 0),
		Default: value,
	}
	if v.Bool {
		s.Type = types.NewSystemBoolType(v.Name)
		s.Default = int8(value)
	}
	if v.Dynamic {
		s.NotifyChanged = func(_ *sql.Context, _ sql.SystemVariableScope, changed sql.SystemVarValue) error {
			n, err := sysvar.Int64(changed.Val)
			if err != nil {
				return fmt.Errorf("set %s: %w", v.Name, err)
			}
			if err := schema.SetVariable(v.Name, n); err != nil {
				return mysql.NewSQLError(sqlerr.ERWrongValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of '%d'", v.Name, n)
			}
			return nil
		}
	}
	return s
}
