package gms

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
)

// statusRegistry puts the Performance Schema's live counters, and how long the
// server has run, in place of the engine's constants of the same name.
type statusRegistry struct {
	sql.StatusVariableRegistry
	adapter atomic.Pointer[Adapter]
}

var _ sql.StatusVariableRegistry = (*statusRegistry)(nil)

// installMu is no instrument: the process has one, and no Schema is its own.
var installMu sync.Mutex

// installStatus makes SHOW STATUS show the counters of the Adapter's Schema and
// profiler. The engine has one registry for the process: with several Schemas
// the last one shows.
func installStatus(a *Adapter) {
	installMu.Lock()
	defer installMu.Unlock()
	r, ok := sql.StatusVariables.(*statusRegistry)
	if !ok {
		r = &statusRegistry{StatusVariableRegistry: sql.StatusVariables}
		// Not again for the next Schema: servers that run read the variable.
		defer func() { sql.StatusVariables = r }()
	}
	r.adapter.Store(a)
}

// own is the variables whose values come from here.
func (r *statusRegistry) own() []perfschema.StatusVariable {
	a := r.adapter.Load()
	own := append(a.schema.Status(), profilerStatus(a.Profiler())...)
	own = append(own, perfschema.StatusVariable{Name: "Panics_caught", Value: a.panics.count.Load()},
		perfschema.StatusVariable{Name: "Connection_memory_limit_exceeded", Value: a.lifecycle.memoryExceeded()},
		perfschema.StatusVariable{Name: "Ssl_accepts", Value: a.tlsAccepts.Load()},
		perfschema.StatusVariable{Name: "Ssl_finished_accepts", Value: a.tlsFinished.Load()})
	return append(own, a.uptime.status(time.Now())...)
}

// NewGlobalMap implements sql.StatusVariableRegistry.
func (r *statusRegistry) NewGlobalMap() map[string]sql.StatusVarValue {
	all := r.StatusVariableRegistry.NewGlobalMap()
	for _, v := range r.own() {
		all[v.Name] = statusValue(v)
	}
	if a := r.adapter.Load(); a != nil {
		for name, text := range a.transportStatus() {
			all[name] = textStatus(name, text)
		}
	}
	for _, name := range pluginStatus {
		delete(all, name)
	}
	return all
}

// NewSessionMap implements sql.StatusVariableRegistry. Of the variables here these
// are a session's too, and the engine has them as numbers.
func (r *statusRegistry) NewSessionMap() map[string]sql.StatusVarValue {
	all := r.StatusVariableRegistry.NewSessionMap()
	if a := r.adapter.Load(); a != nil {
		for name, text := range a.certificateStatus() {
			all[name] = textStatus(name, text)
		}
	}
	return all
}

// pluginStatus is what the engine lists of a plugin it has not. The component
// that replaced the plugin has variables of the same names but for a dot, and
// clients that make metrics of the names fail on the pair.
var pluginStatus = []string{
	"validate_password_dictionary_file_last_parsed",
	"validate_password_dictionary_file_words_count",
}

// GetGlobal implements sql.StatusVariableRegistry.
func (r *statusRegistry) GetGlobal(name string) (sql.StatusVariable, any, bool) {
	for _, v := range r.own() {
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
