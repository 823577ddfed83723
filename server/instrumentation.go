package server

import (
	"fmt"
	"net"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/server/dolt"
	"github.com/perfschema/perfschema/server/generallog"
	"github.com/perfschema/perfschema/server/overhead"
	"github.com/perfschema/perfschema/server/slowlog"
)

// instruments is where the Performance Schema meets the server: everything
// that goes into the engine or around the connections.
type instruments struct {
	schema  *perfschema.Schema
	adapter *gms.Adapter
	// overhead is nil where the product's own cost is not sampled.
	overhead *overhead.Recorder
	// history is nil where none is kept, or not yet.
	history atomic.Pointer[history.History]
	// fleet is what the history is sent by; its fields are nil where it is not.
	fleet fleet
	// slow is nil before the data directory is open.
	slow *slowlog.Log
	// general is nil before the data directory is open.
	general *generallog.Log
	// slowLines tell the log of the same statements.
	slowLines slowLines
}

func newInstruments(cfg perfschema.Config) (*instruments, error) {
	schema, err := perfschema.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("performance schema: %w", err)
	}
	adapter, err := gms.New(schema)
	if err != nil {
		return nil, fmt.Errorf("performance schema: %w", err)
	}
	schema.WatchProcessMemory()
	adapter.ListFunctions(dolt.Functions()...)
	readLog(adapter)
	return &instruments{schema: schema, adapter: adapter}, nil
}

// overrides go into the engine while it is made.
func (i *instruments) overrides() sql.EngineOverrides {
	return i.adapter.Overrides(sql.EngineOverrides{Hooks: dolt.Hooks()})
}

// install goes into the engine once it is made.
func (i *instruments) install(d *dolt.Database) error {
	i.adapter.CountFusedRows(dolt.CountFusedRows)
	i.adapter.ReadTemporaryTables(dolt.ReadTemporary)
	i.adapter.ReadVirtualTables(dolt.ReadVirtual)
	i.adapter.HideLogins(dolt.HasLogins)
	i.adapter.SizeValues(dolt.ValueSize)
	i.adapter.SizeEdits(dolt.SizeEdits)
	i.adapter.FindRows(dolt.FindRows)
	i.adapter.Contend(gms.Contention{Lost: dolt.Lost, Alone: dolt.Alone, Defines: dolt.ReadDefinition, Ambiguous: dolt.Ambiguous, Recount: dolt.Recount})
	i.adapter.CountLog(d.JournalCounts)
	i.adapter.SizeSessions(dolt.SessionThings, dolt.SessionSize)
	if err := i.adapter.Install(d.Engine()); err != nil {
		return err
	}
	placeMemory(i.schema)
	return nil
}

// ownVariable says whether a system variable is declared by install, in the place of the
// engine's if that has one.
func ownVariable(name string) bool {
	switch name {
	case "authentication_policy", "character_set_database", "character_set_server", "collation_connection", "collation_database", "collation_server", "connection_memory_limit", "global_connection_memory_limit", "max_allowed_packet", "max_execution_time",
		"planning_memory_limit", "require_secure_transport":
		return true
	}
	return gms.DeclaresVariable(name) || strings.HasPrefix(name, "performance_schema") || strings.HasPrefix(name, "profiling")
}

// startProfiler starts the profiler, unless there is none to be; stop ends it.
func (i *instruments) startProfiler(o sampler.Options) error {
	if !i.schema.Enabled() {
		o.Off = true
	}
	return i.adapter.StartProfiler(o)
}

func (i *instruments) stop() {
	i.stopHistory()
	i.overhead.Stop()
	unreadLog(i.adapter)
	i.adapter.Close()
	if i.slow != nil {
		i.slow.Close()
		i.general.Close()
	}
}

// listener goes around the network listener.
func (i *instruments) listener(l net.Listener) net.Listener { return i.adapter.Listener(l) }

// wrapHandler goes around the protocol handler.
func (i *instruments) wrapHandler(h mysql.Handler) (mysql.Handler, error) {
	return i.adapter.WrapHandler(h)
}

// files opens the files that the server itself reads.
func (i *instruments) files() pfile.FS {
	key := i.schema.RegisterFile("sql", perfschema.Info{
		Name: "tls", Documentation: "The server's certificate and key, read at start.",
	})
	return pfile.New(i.schema, key)
}

// acceptor gives the running goroutine, which accepts connections from one of several
// listeners, a Thread of its own until end is called.
func (i *instruments) acceptor() (end func()) {
	key := i.schema.RegisterThread("server", perfschema.Info{
		Name: "acceptor", Documentation: "accepts connections of one kind, by the network or by the socket, where the server takes both",
	})
	t := i.schema.NewThread(key, perfschema.ThreadOptions{Background: true})
	t.Bind()
	return t.End
}

// mainThread is the Thread of the goroutine that starts the server, and then of
// the one that accepts connections.
func (i *instruments) mainThread() *perfschema.Thread {
	key := i.schema.RegisterThread("sql", perfschema.Info{
		Name: "main", Flags: perfschema.FlagSingleton, Documentation: "opens the data directory, then accepts connections",
	})
	return i.schema.NewThread(key, perfschema.ThreadOptions{Background: true})
}
