//go:build amd64 && !race && !portable

package psync_test

import (
	"context"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/psync"
)

// SOURCE is where the user called the stand-in, not a line of it. (Where the
// stack is not read directly, the line may be the stand-in's.)
func TestSourceIsTheUsers(t *testing.T) {
	f := withEvents(t)
	th := f.bind(t)
	m := psync.NewMutex(f.Schema, f.mutex)
	rw := psync.NewRWMutex(f.Schema, f.lock)
	wg := psync.NewWaitGroup(f.Schema, f.cond)
	sem := psync.NewSemaphore(f.Schema, f.cond, 0)
	done, cancel := context.WithCancel(t.Context())
	done = cancelOnWait{done, cancel}
	for name, wait := range map[string]func(){
		"Lock":          func() { m.Lock(); m.Unlock() },
		"TryLock":       func() { m.TryLock(); m.Unlock() },
		"LockThread":    func() { m.LockThread(th); m.Unlock() },
		"RW.Lock":       func() { rw.Lock(); rw.Unlock() },
		"RLock":         func() { rw.RLock(); rw.RUnlock() },
		"Wait":          func() { wg.Wait() },
		"WaitThread":    func() { wg.WaitThread(th) },
		"Acquire":       func() { _ = sem.Acquire(done, 1) },
		"AcquireThread": func() { _ = sem.AcquireThread(cancelOnWait{t.Context(), cancel}, th, 0) },
	} {
		before := len(th.WaitsHistory())
		wait()
		h := th.WaitsHistory()
		if name == "AcquireThread" { // it need not wait
			continue
		}
		if len(h) == before && before < 10 {
			t.Errorf("%s: no event", name)
			continue
		}
		if got := h[len(h)-1].Source().String(); !strings.HasPrefix(got, "source_test.go:") {
			t.Errorf("%s: SOURCE %q", name, got)
		}
	}
}

// cancelOnWait is cancelled by who starts to wait for it.
type cancelOnWait struct {
	context.Context
	cancel context.CancelFunc
}

func (c cancelOnWait) Done() <-chan struct{} {
	c.cancel()
	return c.Context.Done()
}
