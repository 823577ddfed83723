package sampler

// division is what one tick of a statement comes to, in nanoseconds of one
// core. The remainders are what does not divide evenly, a nanosecond each for
// that many threads.
type division struct {
	runner, runnerRest int64 // for each thread that runs
	queuer, queuerRest int64 // for each that would and has no core
	waiter, waiterRest int64 // for each thread that waits
	idle               int64
}

// divide shares cores × slice out by the rule; the parts add up to it exactly.
func divide(cores, running, waiting int, slice int64) division {
	if running >= cores {
		// A thread that waits while the cores are full holds up nothing.
		all := int64(cores) * slice
		return division{runner: all / int64(running), runnerRest: all % int64(running)}
	}
	d := division{runner: slice}
	free := int64(cores - running)
	if int64(waiting) <= free {
		d.waiter = slice
		d.idle = (free - int64(waiting)) * slice
		return d
	}
	d.waiter, d.waiterRest = free*slice/int64(waiting), free*slice%int64(waiting)
	return d
}

// divideQueued is divide where some of the threads that run are known to wait for a
// core: they have of the CPU time what the others leave.
func divideQueued(cores, running, queued, waiting int, slice int64) division {
	d := divide(cores, running+queued, waiting, slice)
	if queued == 0 {
		return d
	}
	all := int64(min(cores, running+queued)) * slice
	have := int64(min(cores, running)) * slice
	d.runner, d.runnerRest = 0, 0
	if running > 0 {
		d.runner, d.runnerRest = have/int64(running), have%int64(running)
	}
	d.queuer, d.queuerRest = (all-have)/int64(queued), (all-have)%int64(queued)
	return d
}

// What takes a statement's time, as its client sees it: the first of these that
// there is. Workers who wait for each other's messages hold it up only where none of
// them runs or waits for anything else.
type heldBy uint8

const (
	byRunning heldBy = iota // threads that run
	byOthers                // threads that wait for what others have to do
	byWorkers               // threads that wait for messages of others of the statement's
	byNothing               // no thread has anything to do
)

// held is the time of a tick as the client sees it: an equal part for each thread
// that holds the statement up, and the remainder as in division.
type held struct {
	by         heldBy
	each, rest int64
}

func heldUp(running, others, workers int, slice int64) held {
	by, n := byNothing, int64(1)
	switch {
	case running > 0:
		by, n = byRunning, int64(running)
	case others > 0:
		by, n = byOthers, int64(others)
	case workers > 0:
		by, n = byWorkers, int64(workers)
	}
	return held{by, slice / n, slice % n}
}

// take is the part of one thread.
func (h *held) take(by heldBy) int64 {
	if by != h.by {
		return 0
	}
	if h.rest > 0 {
		h.rest--
		return h.each + 1
	}
	return h.each
}
