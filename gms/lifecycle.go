package gms

import (
	"sync"
	"sync/atomic"

	sqle "github.com/dolthub/go-mysql-server"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/conflict"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/schedule"
	"github.com/perfschema/perfschema/gms/dialect/userlock"
	"github.com/perfschema/perfschema/gms/internal/eventthread"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/metalock"
	"github.com/perfschema/perfschema/gms/internal/planning"
	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/gms/internal/tableuse"
	"github.com/perfschema/perfschema/psync"
)

// lifecycle records what connections do, and keeps it within bounds.
type lifecycle struct {
	records        bool // the Schema is on
	dialect        bool // the engine answers as MySQL, see Options.Dialect
	ended          endedCounts
	threadsCreated atomic.Uint64
	peak           status.Peak
	processLists   status.Use        // readings of information_schema.PROCESSLIST
	looseKeys      status.Use        // foreign keys to columns that are not unique
	rights         *Adapter          // whose accounts decide what a statement may do
	conflicts      conflict.Recorder // transactions that have lost to others
	schema         *perfschema.Schema
	instruments    *instrument.Keys
	locks          *userlock.Locks
	readLock       *metalock.Locks
	planning       *planning.Memory
	connections    sync.Map // *connection by its number
	indexes        tableuse.Indexes
	storage        Storage
	readings       tableuse.Readings // of the storage
	memory         held.Server
	statements     statements
	panics         *panics
	preparedCount  atomic.Int64        // statements that are prepared
	slow           func(SlowStatement) // nil: nobody wants to know
	general        generalLog
	events         atomic.Pointer[schedule.Scheduler] // nil until StartEvents
	eventThreads   *eventthread.Threads               // set before events is
	numbers        atomic.Uint32                      // the last that a connection, or a thread of the scheduler's, has got
}

// newLifecycle registers the instruments. Where the Schema is off nothing is
// recorded, and what keeps the server safe is hooked in all the same.
func newLifecycle(s *perfschema.Schema) *lifecycle {
	l := &lifecycle{schema: s, records: s.Enabled(), instruments: instrument.Register(s)}
	l.memory.Classes = held.Register(s)
	held.Attribute(s)
	locking := new(psync.Mutex)
	locking.Init(s, l.instruments.Mutexes.UserLocks)
	l.readLock, l.planning = metalock.New(lockSessions{l}, s), planning.New(s)
	l.locks = userlock.New(locking, l.readLock.UserLocks())
	if l.records {
		held.WatchBuffers(s, l.memory.Classes.Pool, l.buffers)
	}
	return l
}

// nextNumber is the number of the next connection, or thread of the event scheduler's, in
// the process list.
func (l *lifecycle) nextNumber() uint32 { return l.numbers.Add(1) }

// releaseLocks is to be called before the engine releases what a session has
// locked because it ends.
func (l *lifecycle) releaseLocks(session uint32) {
	l.locks.ReleaseAll(session)
	l.readLock.UnlockAll(session)
	l.readLock.UnlockInstance(session)
	if c, ok := l.connections.Load(session); ok {
		conn := c.(*connection)
		conn.changing.Tables = false
		conn.leaveAllTables()
	}
}

// install hooks into an engine what records. The engine's execution builder must be in place:
// what stands first in it, as a storage's own builder does, stays there behind this one. The
// process list must not be in use by a server yet.
func (l *lifecycle) install(engine *sqle.Engine) {
	stages, a := &l.instruments.Stages, engine.Analyzer
	l.memory.Kill, l.memory.Prepared = engine.ProcessList.Kill, engine.PreparedDataCache
	l.statements.cache, l.statements.engine = engine.PreparedDataCache, engine
	engine.ProcessList = &stageProcessList{ProcessList: engine.ProcessList, stages: stages, lifecycle: l}
	if l.records {
		a.Runner = profile.NewRunner(a.Runner, profiledSession{}, stages)
	}
	a.ExecBuilder.PriorityBuilder = newOperatorBuilder(l, a.ExecBuilder)
}

// progress is what is told of the rules of the analyzer, see [stageProgress].
func (l *lifecycle) progress() func(batch string, i int, rule string) rewrite.Progress {
	if !l.records {
		return noProgress
	}
	k := &l.instruments.Stages
	return func(batch string, i int, rule string) rewrite.Progress { return stageProgress(k, batch, i, rule) }
}

// buffers gives the buffer of results that each connection keeps.
func (l *lifecycle) buffers(yield func(*held.Buffer)) {
	l.connections.Range(func(_, c any) bool {
		yield(&c.(*connection).buffer)
		return true
	})
}
