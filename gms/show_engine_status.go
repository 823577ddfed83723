package gms

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/grammar"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/sampler"
)

// engineStatusStatement is SHOW ENGINE PERFORMANCE_SCHEMA STATUS: what the
// Performance Schema's own buffers take, in rows and bytes.
func (a *Adapter) engineStatusStatement() sqlparser.Statement {
	n := &node.Command{
		Text:    "SHOW ENGINE PERFORMANCE_SCHEMA STATUS",
		Columns: grammar.EngineStatusColumns,
		Rows: func(*sql.Context) ([]sql.Row, error) {
			var rows []sql.Row
			for _, s := range a.engineStatus() {
				rows = append(rows, sql.Row{DatabaseName, s.Name, strconv.FormatUint(s.Value, 10)})
			}
			return rows, nil
		},
	}
	return n.Statement(sqlparser.AuthType_PROCESS)
}

// engineStatus is the buffers of the Schema and of the profiler, and in the last
// row what all of them take.
func (a *Adapter) engineStatus() []perfschema.EngineStatusRow {
	rows := a.schema.Read().EngineStatus()
	if len(rows) == 0 {
		return nil
	}
	total := rows[len(rows)-1]
	rows = rows[:len(rows)-1]
	for _, b := range a.Profiler().Buffers() {
		name := ProfilingName + "." + b.Name
		rows = append(rows,
			perfschema.EngineStatusRow{Name: name + ".size", Value: b.Size},
			perfschema.EngineStatusRow{Name: name + ".count", Value: b.Count},
			perfschema.EngineStatusRow{Name: name + ".memory", Value: b.Memory})
		total.Value += b.Memory
	}
	return append(rows, total)
}

// addProfilerMemory has the profiler's buffers in the global memory summary, each
// under memory/performance_schema/profiling.<name>. While there is no profiler
// they are empty.
func (a *Adapter) addProfilerMemory() {
	if !a.schema.Enabled() {
		return
	}
	keys := make(map[string]perfschema.MemoryKey)
	for _, b := range sampler.BufferNames() {
		key := a.schema.RegisterMemory("performance_schema", perfschema.Info{
			Name: ProfilingName + "." + b[0], Flags: perfschema.FlagGlobal, Volatility: 1, Documentation: b[1],
		})
		keys[b[0]] = key
		if strings.HasPrefix(b[0], "query_profiles") { // the others are the core's
			a.schema.Memory(key).AllocatedIn(reflect.TypeFor[sampler.Profiler]().PkgPath(), reflect.TypeFor[perfschema.Schema]().PkgPath())
		}
	}
	a.schema.AddMemorySource(func(yield func(perfschema.MemoryKey, perfschema.MemoryStat) bool) {
		now := make(map[string]perfschema.MemoryStat)
		for _, b := range a.Profiler().Buffers() {
			now[b.Name] = perfschema.MemoryStat{CountAlloc: b.Count, BytesAlloc: b.Memory}
		}
		for name, key := range keys {
			if key != 0 && !yield(key, now[name]) {
				return
			}
		}
	})
}
