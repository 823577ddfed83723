package gms

import (
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
)

// statusRegistry puts the Performance Schema's live counters in place of the
// engine's constants of the same name.
type statusRegistry struct {
	sql.StatusVariableRegistry
	schema *perfschema.Schema
}

var _ sql.StatusVariableRegistry = (*statusRegistry)(nil)

var installMu sync.Mutex

// installStatus makes SHOW STATUS show the Schema's counters. The engine has
// one registry for the process: with several Schemas the last one shows.
func installStatus(schema *perfschema.Schema) {
	installMu.Lock()
	defer installMu.Unlock()
	inner := sql.StatusVariables
	if wrapped, ok := inner.(*statusRegistry); ok {
		inner = wrapped.StatusVariableRegistry
	}
	if inner == nil {
		return
	}
	sql.StatusVariables = &statusRegistry{StatusVariableRegistry: inner, schema: schema}
}

// NewGlobalMap implements sql.StatusVariableRegistry.
func (r *statusRegistry) NewGlobalMap() map[string]sql.StatusVarValue {
	all := r.StatusVariableRegistry.NewGlobalMap()
	for _, v := range r.schema.Status() {
		all[v.Name] = statusValue(v)
	}
	return all
}

// GetGlobal implements sql.StatusVariableRegistry.
func (r *statusRegistry) GetGlobal(name string) (sql.StatusVariable, any, bool) {
	for _, v := range r.schema.Status() {
		if v.Name == name {
			value := statusValue(v)
			return value.Variable(), value.Value(), true
		}
	}
	return r.StatusVariableRegistry.GetGlobal(name)
}

func statusValue(v perfschema.StatusVariable) sql.StatusVarValue {
	return &sql.ImmutableStatusVarValue{
		Var: &sql.MySQLStatusVariable{Name: v.Name, Scope: sql.StatusVariableScope_Global, Type: types.Uint64, Default: uint64(0)},
		Val: v.Value,
	}
}
