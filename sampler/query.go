package sampler

import (
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// maxCores keeps cores × slice far from overflow.
const maxCores = 1 << 16

// query is a statement that runs.
type query struct {
	slot, statement uint32
	at              int    // its index among the live ones
	seen            uint64 // number of the tick that saw it last
	phase           activity.Phase

	tally    tally
	cores    int                               // most it was allowed
	samples  uint64                            // ticks that saw it
	elapsed  int64                             // what these were charged as
	phases   [activity.PhaseTeardown + 1]int64 // the same, by phase
	coreTime int64                             // times the cores
	queue    snowset.Resource                  // waiting for a core, which counts as running
	queued   int64                             // of its CPU time, without a core

	// What its threads do. Where its own thread alone is at work and does the
	// same from tick to tick, the ticks are charged together, when that changes
	// or somebody asks: a sample then costs by what changed.
	word      activity.State   // of its own thread
	works     bool             // that one is at work
	steady    bool             // on its own: not charged since
	helpers   []activity.State // of its children at work
	changed   uint64           // number of the tick that saw a change last
	firstTick uint64           // of the first sample that saw it
	lastTick  uint64           // and of the last, where it is not steady
	since     int64            // total of the ticks it was charged up to
	sinceTick uint64           // the last of these

	sinceQueued float64 // shortage.total of the ticks it was charged up to
	share       float64 // of CPU time that was not measured without a core, in what is charged next

	// executed is what its first thread did when its execution was seen last, 0 if
	// it was not.
	executed activity.State

	// members are the state words of its threads when it was seen last.
	members []activity.State
	own     [1]activity.State // room for the one that most have
}

// gather makes the words of all threads at work its members; false if there are
// none.
func (q *query) gather() bool {
	if !q.works && len(q.helpers) == 0 {
		return false
	}
	q.members = q.members[:0]
	if q.works {
		q.members = append(q.members, q.word)
	}
	q.members = append(q.members, q.helpers...)
	return true
}

// note remembers what its threads do.
func (q *query) note() {
	if q.phase == activity.PhaseExecution {
		q.executed = q.members[0]
	}
}

// settle charges a steady statement up to a tick, the total of all up to that
// being given.
func (q *query) settle(total int64, tick uint64) {
	if !q.steady {
		return
	}
	q.samples += tick - q.sinceTick
	if d := total - q.since; d > 0 {
		q.charge(d)
		q.since = total
	}
	q.sinceTick, q.seen = tick, tick
}

// grow charges the cores that the statement may use from here on and did not ask
// for before, so that what it is charged is its cores times its time.
func (q *query) grow(cores int) {
	cores = min(cores, maxCores)
	more := int64(cores - q.cores)
	if more <= 0 {
		return
	}
	q.cores = cores
	q.coreTime += more * q.elapsed
	for phase, elapsed := range q.phases {
		if elapsed > 0 {
			q.tally.add(cellKey(activity.Phase(phase), snowset.ResourceIdle, 0, 0), more*elapsed, 0)
		}
	}
}

// profile is what is known so far, without the statement and the cells.
func (p *Profiler) profile(q *query) Profile {
	return Profile{
		tick: p.tolerance(), Cores: q.cores, Samples: q.samples,
		Elapsed: time.Duration(q.elapsed), CoreTime: time.Duration(q.coreTime),
		Weight: 1, Queued: time.Duration(q.queued), QueuedKnown: p.alone && q.samples > 0,
		Spent: Spent{schema: p.schema},
	}
}
