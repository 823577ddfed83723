package server

import (
	"fmt"
	"net"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/server/dolt"
	"github.com/perfschema/perfschema/server/dolt/edits"
	"github.com/perfschema/perfschema/server/dolt/fusedjoin"
	"github.com/perfschema/perfschema/server/dolt/memory"
	"github.com/perfschema/perfschema/server/dolt/temporarytable"
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
	// database is nil before it is open.
	database atomic.Pointer[dolt.Database]
	// shutdown carries out SHUTDOWN, reloadTLS ALTER INSTANCE RELOAD TLS. Start sets them before
	// the server accepts connections.
	shutdown  func(user string)
	reloadTLS func() error
}

func newInstruments(cfg perfschema.Config) (*instruments, error) {
	schema, err := perfschema.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("performance schema: %w", err)
	}
	i := &instruments{schema: schema}
	if i.adapter, err = gms.New(schema, i.options()); err != nil {
		return nil, fmt.Errorf("performance schema: %w", err)
	}
	schema.WatchProcessMemory()
	readLog(i.adapter)
	return i, nil
}

// options returns what the adapter calls. The logs, shutdown and reloadTLS are set after the adapter
// is made and before the server accepts connections: no statement runs earlier.
func (i *instruments) options() gms.Options {
	return gms.Options{
		Dialect: true,
		Storage: gms.Storage{
			ValueSize: memory.ValueSize, EditsSize: edits.Size, SessionThings: memory.SessionThings, SessionSize: memory.SessionSize,
			CountFusedRows: fusedjoin.CountRows, FindRows: edits.FindRows, ReadTemporary: temporarytable.Read, ReadVirtual: dolt.ReadVirtual,
			HasLogins: dolt.HasLogins, ReadChecked: dolt.ReadChecked, IndexVirtual: dolt.IndexVirtual,
			Contention: gms.Contention{Lost: dolt.Lost, Conflict: dolt.ConflictOf, Alone: dolt.Alone, Defines: dolt.ReadDefinition, Ambiguous: dolt.Ambiguous, Recount: dolt.Recount, Pause: dolt.Pause},
			Log:        i.storageLog,
		},
		Functions:        dolt.Functions(),
		History:          i.historyStatus,
		Overhead:         overheadSource{i},
		OnSlowStatement:  i.logSlow,
		GeneralLog:       generalLog{i},
		OnFlushLogs:      func() { i.slow.Leave() },
		OnMemoryCrossing: func(c perfschema.MemoryCrossing) { logrus.Warn(crossingText(c)) },
		OnShutdown:       func(user string) { i.shutdown(user) },
		OnReloadTLS:      func() error { return i.reloadTLS() },
	}
}

// storageLog is what has been written to the journals of the databases.
func (i *instruments) storageLog() (gms.StorageLog, bool) {
	d := i.database.Load()
	if d == nil {
		return gms.StorageLog{}, false
	}
	return d.JournalCounts(), true
}

// overrides go into the engine while it is made.
func (i *instruments) overrides() sql.EngineOverrides {
	return i.adapter.Overrides(sql.EngineOverrides{Hooks: temporarytable.Hooks()})
}

// install goes into the engine once it is made.
func (i *instruments) install(d *dolt.Database) error {
	i.database.Store(d)
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
