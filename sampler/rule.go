package sampler

// division is what one tick of a statement comes to, in nanoseconds of one
// core. The remainders are what does not divide evenly, a nanosecond each for
// that many threads.
type division struct {
	runner, runnerRest int64 // for each thread that runs
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
