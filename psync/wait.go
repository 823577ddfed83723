package psync

import (
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// boundIf is the Thread of the goroutine if a wait is recorded or, by a profiler,
// seen.
func boundIf(in *atomic.Pointer[perfschema.CondInstance]) *perfschema.Thread {
	if in.Load().Watched() {
		return perfschema.Bound()
	}
	return nil
}

// startWait begins a wait for whatever the instance stands for.
func startWait(in *atomic.Pointer[perfschema.CondInstance], t *perfschema.Thread) perfschema.Wait {
	return in.Load().StartWait(t, perfschema.OpWait)
}
