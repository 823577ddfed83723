package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/record"
)

// statusCounter is where a status variable is counted.
type statusCounter struct {
	name   string
	read   func(*Schema) uint64
	forget func(*Schema)
}

// statusCounters are the status variables, in order of their names.
var statusCounters = []statusCounter{
	counter("accounts_lost", func(s *Schema) *atomic.Uint64 { return &s.accounts.accountsLost }),
	classesLost("cond_classes_lost", KindCond),
	counter("cond_instances_lost", func(s *Schema) *atomic.Uint64 { return &s.conds.lost }),
	{"digest_lost", func(s *Schema) uint64 { return s.digestsLost().Load() }, func(s *Schema) { s.digestsLost().Store(0) }},
	classesLost("file_classes_lost", KindFile),
	counter("file_handles_lost", func(s *Schema) *atomic.Uint64 { return &s.files.handlesLost }),
	counter("file_instances_lost", func(s *Schema) *atomic.Uint64 { return &s.files.list.lost }),
	counter("hosts_lost", func(s *Schema) *atomic.Uint64 { return &s.accounts.hostsLost }),
	counter("index_stat_lost", func(s *Schema) *atomic.Uint64 { return &s.tables.indexLost }),
	{"locker_lost", (*Schema).lockerLost, (*Schema).forgetLockerLost},
	classesLost("memory_classes_lost", KindMemory),
	{"metadata_lock_lost", func(s *Schema) uint64 { return s.locks.metadata.Lost() }, func(s *Schema) { s.locks.metadata.ForgetLost() }},
	classesLost("mutex_classes_lost", KindMutex),
	counter("mutex_instances_lost", func(s *Schema) *atomic.Uint64 { return &s.mutexes.lost }),
	counter("nested_statement_lost", func(s *Schema) *atomic.Uint64 { return &s.nestedLost }),
	counter("prepared_statements_lost", func(s *Schema) *atomic.Uint64 { return &s.prepared.lost }),
	counter("program_lost", func(s *Schema) *atomic.Uint64 { return &s.programs.lost }),
	classesLost("rwlock_classes_lost", KindRWLock),
	counter("rwlock_instances_lost", func(s *Schema) *atomic.Uint64 { return &s.rwlocks.lost }),
	counter("session_connect_attrs_longest_seen", func(s *Schema) *atomic.Uint64 { return &s.attrsLongest }),
	counter("session_connect_attrs_lost", func(s *Schema) *atomic.Uint64 { return &s.attrsLost }),
	classesLost("socket_classes_lost", KindSocket),
	counter("socket_instances_lost", func(s *Schema) *atomic.Uint64 { return &s.sockets.list.lost }),
	classesLost("stage_classes_lost", KindStage),
	classesLost("statement_classes_lost", KindStatement),
	{"table_handles_lost", func(s *Schema) uint64 { return s.locks.handles.Lost() }, func(s *Schema) { s.locks.handles.ForgetLost() }},
	counter("table_instances_lost", func(s *Schema) *atomic.Uint64 { return &s.tables.list.lost }),
	counter("table_lock_stat_lost", func(s *Schema) *atomic.Uint64 { return &s.tables.lockLost }),
	classesLost("thread_classes_lost", KindThread),
	counter("thread_instances_lost", func(s *Schema) *atomic.Uint64 { return &s.threads.lost }),
	counter("users_lost", func(s *Schema) *atomic.Uint64 { return &s.accounts.usersLost }),
}

// digestsLost counts the statements that found no row of their digest.
func (s *Schema) digestsLost() *atomic.Uint64 {
	s.digests.fold(s)
	return &s.digests.lost
}

func counter(name string, of func(*Schema) *atomic.Uint64) statusCounter {
	return statusCounter{name, func(s *Schema) uint64 { return of(s).Load() }, func(s *Schema) { of(s).Store(0) }}
}

func classesLost(name string, k Kind) statusCounter {
	return statusCounter{name, func(s *Schema) uint64 { return s.Read().ClassesLost(k) }, func(s *Schema) { s.classes[k].forgetLost() }}
}

// Status returns the status variables: what was lost for want of room, and the
// longest connection attributes seen. Names are in order.
func (s *Reader) Status() []record.StatusVariable {
	if s == nil {
		return nil
	}
	out := make([]record.StatusVariable, len(statusCounters))
	for i, c := range statusCounters {
		out[i] = record.StatusVariable{Name: "Performance_schema_" + c.name, Value: c.read(s.Schema())}
	}
	return append(out, record.StatusVariable{Name: "Profiling_session_stages_lost", Value: s.sessionStagesLost.Load()})
}

// FlushStatus is FLUSH STATUS: it zeroes what was lost.
func (s *Reader) FlushStatus() {
	if s == nil {
		return
	}
	for _, c := range statusCounters {
		c.forget(s.Schema())
	}
	s.sessionStagesLost.Store(0)
	for k := range numKinds {
		s.classes[k].forgetLost()
	}
}

// ClassesLost is how many instruments of a kind were lost for want of room or
// because of too long a name, each counted once. Kinds that share an array share the count. Those
// of which MySQL has a fixed few have no status variable.
func (s *Reader) ClassesLost(k Kind) uint64 {
	if s == nil || k >= numKinds {
		return 0
	}
	return s.classes[k].lost.n.Load()
}

// lockerLost counts events that were dropped: waits nested too deep, and those
// that met another writer in their place in a history_long table.
func (s *Schema) lockerLost() uint64 {
	if s.off {
		return 0
	}
	return s.waitsLost.Load() + s.waitsLong.Lost() + s.statementsLong.Lost() + s.stagesLong.Lost() + s.transactionsLong.Lost()
}

func (s *Schema) forgetLockerLost() {
	if s.off {
		return
	}
	s.waitsLost.Store(0)
	s.waitsLong.ForgetLost()
	s.statementsLong.ForgetLost()
	s.stagesLong.ForgetLost()
	s.transactionsLong.ForgetLost()
}

// Warnings lists, a sentence each, what makes this Schema measure less well
// than it could on another machine. A server logs them at its start, and asks now
// and then: the machine may find its cycle counter to go wrong. It reads two small
// files.
func (s *Reader) Warnings() []string {
	if !s.Schema().Enabled() {
		return nil
	}
	_, machine := s.clock.(*clock.Real)
	return warnings(machine, s.cycles, clock.CycleFault())
}

// warnings judges the timer of waits. What has been summed up in cycles cannot be
// taken over into nanoseconds without a stop, so the timer stays.
func warnings(machine, cycles bool, fault string) []string {
	switch {
	case !machine || fault == "":
		return nil
	case cycles:
		return []string{fault + ", since this server has started: waits are still timed with CYCLE, and their times may be wrong; after another start it is NANOSECOND"}
	}
	return []string{fault + ": waits are timed with NANOSECOND instead of CYCLE, which costs more"}
}

// WaitTimer is the timer that waits are timed with, by its name in
// performance_timers: CYCLE, or NANOSECOND where the machine's cycle counter does
// not tell time or the Schema has a clock of its own.
func (s *Schema) WaitTimer() string {
	if s == nil || s.cycles {
		return "CYCLE"
	}
	return "NANOSECOND"
}
