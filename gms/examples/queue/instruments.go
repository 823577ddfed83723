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
	in.connection = ps.RegisterThread("queue", perfschema.Info{Name: "connection"})
	in.searcher = ps.RegisterThread("queue", perfschema.Info{Name: "searcher"})
	in.syncer = ps.RegisterThread("queue", perfschema.Info{Name: "syncer", Flags: perfschema.FlagSingleton})
	in.login = ps.RegisterStatement("queue", perfschema.Info{Name: "login"})
	in.push = ps.RegisterStatement("queue", perfschema.Info{Name: "push"})
	in.pop = ps.RegisterStatement("queue", perfschema.Info{Name: "pop"})
	in.find = ps.RegisterStatement("queue", perfschema.Info{Name: "find"})
	in.err = ps.RegisterStatement("queue", perfschema.Info{Name: "error"})
	in.writing = ps.RegisterStage("queue", perfschema.Info{Name: "writing the journal"})
	in.waiting = ps.RegisterStage("queue", perfschema.Info{Name: "waiting for a job"})
	in.searching = ps.RegisterStage("queue", perfschema.Info{Name: "searching"})
	in.queues = ps.RegisterMutex("queue", perfschema.Info{Name: "LOCK_queues"})
	in.arrived = ps.RegisterCond("queue", perfschema.Info{Name: "COND_arrived"})
	in.journal = ps.RegisterFile("queue", perfschema.Info{Name: "journal"})
	in.sockets.Listener = ps.RegisterSocket("queue", perfschema.Info{Name: "listener"})
	in.sockets.Conn = ps.RegisterSocket("queue", perfschema.Info{Name: "client"})
	in.jobs = ps.Memory(ps.RegisterMemory("queue", perfschema.Info{Name: "jobs", Documentation: "texts of jobs nobody has taken"}))
	return in
}
