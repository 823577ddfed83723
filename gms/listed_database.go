package gms

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// showDatabases is the variable that lists the databases which MySQL has not.
const showDatabases = "profiling_show_databases"

// showDatabasesVariable is @@profiling_show_databases. SET GLOBAL takes effect with the
// next statement. The process has one: it holds for all its servers.
func showDatabasesVariable() sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: showDatabases, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: notNull{types.NewSystemBoolType(showDatabases), showDatabases}, Default: int8(1),
	}
}

// ShowDatabases sets the system variable profiling_show_databases, as SET GLOBAL does:
// whether SHOW DATABASES and information_schema list [ProfilingName] and what was added
// by [Adapter.AddDatabase]. Where they do not, these are read by their names as ever, and
// a tool that looks at all databases finds those it would of MySQL. Call it after
// [Adapter.Install].
func (a *Adapter) ShowDatabases(on bool) error {
	value := int8(0)
	if on {
		value = 1
	}
	if err := sql.SystemVariables.AssignValues(map[string]any{showDatabases: value}); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	return nil
}

// listed says whether lists of databases have one of the Overlay's.
func listed(name string) bool {
	return name == DatabaseName || name == SysName || globalVariable(showDatabases) != int8(0)
}

func globalVariable(name string) any {
	_, v, _ := sql.SystemVariables.GetGlobal(name)
	return v
}
