package sampler

import (
	"time"

	"github.com/perfschema/perfschema"
)

// Profile is where the time of one statement went. It does not change.
type Profile struct {
	// Statement is the statement's event.
	Statement *perfschema.SampledStatement
	// Running: the statement has not ended; the profile is what it has so far.
	Running bool
	// Cores is D, the cores the statement may use; the most, if that changed.
	Cores int
	// Weight is how many statements it stands for: 1, or more where many short ones end
	// of which few are kept, see [perfschema.Sampling.KeepOneIn].
	Weight int
	// Samples is how many ticks saw the statement: 0 for most that are shorter
	// than a tick.
	Samples uint64
	// Elapsed is the time these ticks stand for: the duration within a tick, if
	// any saw the statement, also where the profiler was late. CoreTime is Elapsed
	// times the cores: what the resources add up to.
	Elapsed, CoreTime time.Duration
	// Queued is for how much of its CPU time, that of setup and teardown included,
	// its threads waited for a core, by an estimate over all threads: see RunQueue. It
	// is not known where nothing but the Profiler samples, nor of a statement that was
	// not seen.
	Queued      time.Duration
	QueuedKnown bool
	Spent

	tick time.Duration // the longest that is on time
	plan uint64        // hash of the statement's plan, once it has ended
}

// PlanHash is the same for plans of the same shape ([activity.Plan.Hash]), also where the plan has made
// room for newer ones; 0 where none was kept.
func (p *Profile) PlanHash() uint64 {
	if p.plan != 0 {
		return p.plan
	}
	return p.Statement.Plan().Hash()
}
