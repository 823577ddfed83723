package gms

import (
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/record"
)

// recordedStatus adds the status variables of the Performance Schema and the profiler to those of
// the engine, which keep their values.
type recordedStatus struct {
	sql.StatusVariableRegistry
	adapter atomic.Pointer[Adapter]
}

var _ sql.StatusVariableRegistry = (*recordedStatus)(nil)

// installRecordedStatus is [installStatus] without the dialect. The process has one registry: with
// several Schemas the last one shows.
func installRecordedStatus(a *Adapter) {
	installMu.Lock()
	defer installMu.Unlock()
	if r, ok := sql.StatusVariables.(*recordedStatus); ok {
		r.adapter.Store(a)
		return
	}
	if _, ok := sql.StatusVariables.(*statusRegistry); ok {
		return // another engine of the process has the dialect, and these variables with it
	}
	r := &recordedStatus{StatusVariableRegistry: sql.StatusVariables}
	r.adapter.Store(a)
	sql.StatusVariables = r
}

// own are the variables whose values come from here.
func (r *recordedStatus) own() []record.StatusVariable {
	a := r.adapter.Load()
	return append(a.schema.Read().Status(), setting.ProfilerStatus(a.Profiler())...)
}

// NewGlobalMap implements sql.StatusVariableRegistry.
func (r *recordedStatus) NewGlobalMap() map[string]sql.StatusVarValue {
	all := r.StatusVariableRegistry.NewGlobalMap()
	for _, v := range r.own() {
		all[v.Name] = statusValue(v)
	}
	return all
}

// GetGlobal implements sql.StatusVariableRegistry.
func (r *recordedStatus) GetGlobal(name string) (sql.StatusVariable, any, bool) {
	for _, v := range r.own() {
		if v.Name == name {
			return &sql.MySQLStatusVariable{Name: v.Name, Scope: sql.StatusVariableScope_Global, Type: types.Uint64, Default: uint64(0)}, v.Value, true
		}
	}
	return r.StatusVariableRegistry.GetGlobal(name)
}
