package main

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pnet"
)

// newSchema makes a Schema in which the waits and stages of this program are on.
func newSchema() (*perfschema.Schema, error) {
	return perfschema.New(perfschema.LibraryConfig())
}

// instruments are what the program is watched by.
type instruments struct {
	connection, searcher, syncer perfschema.ThreadKey
	login, push, pop, find, err  perfschema.StatementKey
	writing, waiting, searching  perfschema.StageKey
	queues                       perfschema.MutexKey
	arrived                      perfschema.CondKey
	journal                      perfschema.FileKey
	sockets                      pnet.Keys
	jobs                         *perfschema.Memory
}

// register registers them, once for a Schema.
func register(ps *perfschema.Schema) *instruments {
	in := &instruments{}
	ps.RegisterThreads("queue",
		perfschema.Info[perfschema.ThreadKey]{Key: &in.connection, Name: "connection"},
		perfschema.Info[perfschema.ThreadKey]{Key: &in.searcher, Name: "searcher"},
		perfschema.Info[perfschema.ThreadKey]{Key: &in.syncer, Name: "syncer", Flags: perfschema.FlagSingleton})
	ps.RegisterStatements("queue",
		perfschema.Info[perfschema.StatementKey]{Key: &in.login, Name: "login"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.push, Name: "push"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.pop, Name: "pop"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.find, Name: "find"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.err, Name: "error"})
	ps.RegisterStages("queue",
		perfschema.Info[perfschema.StageKey]{Key: &in.writing, Name: "writing the journal"},
		perfschema.Info[perfschema.StageKey]{Key: &in.waiting, Name: "waiting for a job"},
		perfschema.Info[perfschema.StageKey]{Key: &in.searching, Name: "searching"})
	ps.RegisterMutexes("queue", perfschema.Info[perfschema.MutexKey]{Key: &in.queues, Name: "LOCK_queues"})
	ps.RegisterConds("queue", perfschema.Info[perfschema.CondKey]{Key: &in.arrived, Name: "COND_arrived"})
	ps.RegisterFiles("queue", perfschema.Info[perfschema.FileKey]{Key: &in.journal, Name: "journal"})
	ps.RegisterSockets("queue",
		perfschema.Info[perfschema.SocketKey]{Key: &in.sockets.Listener, Name: "listener"},
		perfschema.Info[perfschema.SocketKey]{Key: &in.sockets.Conn, Name: "client"})
	in.jobs = perfschema.NewMemory(ps, "queue", "jobs", "texts of jobs nobody has taken")
	return in
}
