package gms

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/tableuse"
	"github.com/perfschema/perfschema/view"
)

// Options are what an Adapter works with besides its Schema. The zero value serves any storage.
// Several goroutines may call a function at once, unless its field says otherwise.
type Options struct {
	// Dialect makes the engine answer as MySQL 9.7 does, by the rules of docs/dialect.md: its
	// results, errors, rights, SHOW output, variables and limits. If it is false, the Adapter records
	// and leaves the engine's answers as they are. docs/own-server.md says what it adds, and what
	// it cannot see without.
	Dialect bool
	// Storage describes the storage below the engine.
	Storage Storage
	// Functions are SQL functions that MySQL has not, for user_defined_functions.
	Functions []view.LoadableFunction
	// History is what profiling.history_status shows, nil for nothing.
	History view.HistorySource
	// Overhead is what profiling.overhead shows, nil for nothing.
	Overhead view.OverheadSource
	// OnSlowStatement is called with each statement that MySQL would write to its slow log, were
	// that on: one of a client's that took longer than long_query_time and examined as many rows
	// as min_examined_row_limit, and, without log_slow_admin_statements, does not alter, analyze,
	// check, optimize or repair tables. Statements that are not timed, because the Schema is off
	// or nothing is recorded of them, are not among them. It is called on the statement's
	// goroutine before its end, and holds it up; of what is not slow it costs nothing.
	OnSlowStatement func(SlowStatement)
	// GeneralLog is written what clients ask for: all that MySQL writes to its general log, as
	// statements that have been parsed, what is prepared, executed and closed, and who connects.
	// The statements of stored programs are not among it, nor is what does not parse, of which
	// nobody knows where a password stands. Sessions with sql_log_off are left out. While its
	// Settle reports false, a command costs a load. It is settled by [Adapter.SettleVariables] and
	// whenever a variable that it depends on is set.
	GeneralLog GeneralLog
	// OnFlushLogs is called by FLUSH LOGS and FLUSH SLOW LOGS.
	OnFlushLogs func()
	// OnMemoryCrossing is called when what a memory instrument has in use passes the mark that
	// the system variable profiling_memory_watch sets: once per crossing, on a goroutine of its
	// own.
	OnMemoryCrossing func(perfschema.MemoryCrossing)
	// OnShutdown ends the server when an account with the privilege SHUTDOWN runs the statement of
	// that name: it is called once the client has its answer, on a goroutine of its own, with the
	// name of the account's user. Without it the statement is error 1235.
	OnShutdown func(user string)
	// OnReloadTLS is what ALTER INSTANCE RELOAD TLS does: it reads certificates again and calls
	// [Adapter.SetTLS], or returns the error that nothing has changed for. Without it the
	// statement is error 1235.
	OnReloadTLS func() error
}

// use takes the options over. The lifecycle and the memory alarm keep copies of those that they call.
func (a *Adapter) use(o Options) {
	a.options = o
	a.options.Functions = slices.Clone(o.Functions)
	slices.SortFunc(a.options.Functions, func(a, b view.LoadableFunction) int { return strings.Compare(a.Name, b.Name) })
	a.alarm.Notify = o.OnMemoryCrossing
	l := a.lifecycle
	l.dialect = o.Dialect
	l.storage, l.general.log = o.Storage, o.GeneralLog
	l.readings = tableuse.Readings{Temporary: o.Storage.ReadTemporary, Virtual: o.Storage.ReadVirtual, HasLogins: o.Storage.HasLogins, Checked: o.Storage.ReadChecked}
	if !o.Dialect {
		l.storage.FindRows = nil // whose errors are MySQL's
	}
	m := &l.memory
	m.Sizer.Storage, m.EditsSize = o.Storage.ValueSize, o.Storage.EditsSize
	m.SessionSize, m.SessionThings = o.Storage.SessionSize, o.Storage.SessionThings
	l.slow = o.OnSlowStatement
}
