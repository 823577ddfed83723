package enginestatus

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/gms/dialect/grammar"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// Buffers are those of a Schema and of the profiler that reads it.
type Buffers struct {
	// Schema may be nil, or off: nothing has buffers then.
	Schema *perfschema.Schema
	// Profiler gives the profiler that runs, nil for none.
	Profiler func() *sampler.Profiler
	// Sessions gives what keeps the active sessions, nil for nothing.
	Sessions func() *activesession.Recorder
}

// ofProfiler are the buffers of the profiler and of what keeps the active sessions.
func (b *Buffers) ofProfiler() []sampler.Buffer {
	all := b.Profiler().Buffers()
	if len(all) == 0 {
		return nil
	}
	return append(all, b.Sessions().Buffer())
}

const (
	database  = "performance_schema"
	profiling = "profiling" // whose buffers the profiler's are
)

// Statement is the statement that shows them.
func (b *Buffers) Statement() sqlparser.Statement {
	n := &node.Command{
		Text:    "SHOW ENGINE PERFORMANCE_SCHEMA STATUS",
		Columns: grammar.EngineStatusColumns,
		Rows: func(*sql.Context) ([]sql.Row, error) {
			var rows []sql.Row
			for _, s := range b.Rows() {
				rows = append(rows, sql.Row{database, s.Name, strconv.FormatUint(s.Value, 10)})
			}
			return rows, nil
		},
	}
	return n.Statement(sqlparser.AuthType_PROCESS)
}

// Rows are the buffers of the Schema and of the profiler, and in the last row what all of
// them take.
func (b *Buffers) Rows() []record.EngineStatusRow {
	rows := b.Schema.Read().EngineStatus()
	if len(rows) == 0 {
		return nil
	}
	total := rows[len(rows)-1]
	rows = rows[:len(rows)-1]
	for _, p := range b.ofProfiler() {
		name := profiling + "." + p.Name
		rows = append(rows,
			record.EngineStatusRow{Name: name + ".size", Value: p.Size},
			record.EngineStatusRow{Name: name + ".count", Value: p.Count},
			record.EngineStatusRow{Name: name + ".memory", Value: p.Memory})
		total.Value += p.Memory
	}
	return append(rows, total)
}

// AddMemory has the profiler's buffers in the global memory summary, each under
// memory/performance_schema/profiling.<name>. While there is no profiler they are empty.
// Call it once.
func (b *Buffers) AddMemory() {
	if !b.Schema.Enabled() {
		return
	}
	keys := make(map[string]perfschema.MemoryKey)
	for _, name := range append(sampler.BufferNames(), activesession.BufferName()) {
		key := b.Schema.RegisterMemory("performance_schema", perfschema.Info{
			Name: profiling + "." + name[0], Flags: perfschema.FlagGlobal, Volatility: 1, Documentation: name[1],
		})
		keys[name[0]] = key
		switch {
		case name == activesession.BufferName():
			b.Schema.Memory(key).AllocatedIn(reflect.TypeFor[activesession.Recorder]().PkgPath())
		case strings.HasPrefix(name[0], "query_profiles"): // the others are the core's
			b.Schema.Memory(key).AllocatedIn(reflect.TypeFor[sampler.Profiler]().PkgPath(), reflect.TypeFor[perfschema.Schema]().PkgPath())
		}
	}
	b.Schema.AddMemorySource(func(yield func(perfschema.MemoryKey, record.MemoryStat) bool) {
		now := make(map[string]record.MemoryStat)
		for _, p := range b.ofProfiler() {
			now[p.Name] = record.MemoryStat{CountAlloc: p.Count, BytesAlloc: p.Memory}
		}
		for name, key := range keys {
			if key != 0 && !yield(key, now[name]) {
				return
			}
		}
	})
}
