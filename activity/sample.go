package activity

import "time"

// Observed is one thread at work.
type Observed struct {
	State
	// Slot is the thread's; Query that of the thread whose statement it
	// works on, its own or its parent's, Of that one's state.
	Slot, Query uint32
	Of          State
}

// Change is a thread that works on a statement of its own and has another state
// than before, or may use more cores, or does so no more: its State is then not
// Active. Or it is a child at work.
type Change struct {
	Observed
	// Was is the state at the last call, not Active if it did not work then;
	// 0 of a child.
	Was State
}

// Sample is one sample of all threads, taken by a thread of the kernel's that needs no
// core of the Go runtime's: see Sampling.SampleAlone.
type Sample struct {
	// Tick is when it was, by the clock of statements.
	Tick uint64
	// CPU is the CPU time that the process had used by then.
	CPU time.Duration
	// Intervals is for how many intervals it stands: 1, or more where the kernel let
	// the sampling thread wait for so long.
	Intervals int
	// Working is how many threads were at work. Of these Queued waited for a core of the
	// Go runtime's. Stopped had that and no CPU time, as was measured: they waited for the
	// kernel. Running had both, or say that they run: of Unmeasured it is not known whether
	// they had CPU time, of Untold of these not whether they had a core of the runtime's.
	Working, Running, Queued, Stopped, Unmeasured, Untold int
	// Busy is how many cores of the machine's would be in use if all Unmeasured had one, as
	// far as that is seen: those of Running, and all that the runtime has where no fewer
	// threads waited for one. Others than threads at work have them then, as those that
	// collect garbage.
	Busy int
	// Full: no fewer threads waited for a core of the runtime's than it has, so that all of
	// them were in use.
	Full bool
	// Measured is how many threads at work were measured to have CPU time, Regained how many
	// were measured to have none and are among Running all the same: see Sampling.RegainCPU.
	Measured, Regained int
}

// RunQueue is the name of the resource of threads that would run and wait for a core.
// It counts as ResourceCPU: by the rule that is charged to all who would use one.
const RunQueue = "cpu/run_queue"

// UnknownWait names the resource of waits without a name. It counts as snowset.ResourceMutex, as
// another goroutine ends such a wait.
const UnknownWait = "wait/unknown"
