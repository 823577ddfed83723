package psync

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// WaitGroup is [sync.WaitGroup] with an instrument of kind cond, a row of
// cond_instances: every Wait is a wait, also one that finds nothing to wait
// for. The zero value is ready and not instrumented.
type WaitGroup struct {
	wg sync.WaitGroup
	in atomic.Pointer[perfschema.CondInstance]
}

// NewWaitGroup returns a WaitGroup with an instrument.
func NewWaitGroup(s *perfschema.Schema, key perfschema.CondKey) *WaitGroup {
	wg := new(WaitGroup)
	wg.Init(s, key)
	return wg
}

// Init attaches wg to an instrument; with key 0 or a Schema that is off, to
// none. It allocates; any goroutine may call it, at any time.
func (wg *WaitGroup) Init(s *perfschema.Schema, key perfschema.CondKey) {
	attach(wg, &wg.in, s.NewCondInstance(key), (*perfschema.CondInstance).Destroy)
}

// Destroy takes wg out of cond_instances. It remains a working WaitGroup.
func (wg *WaitGroup) Destroy() { attach(wg, &wg.in, nil, (*perfschema.CondInstance).Destroy) }

// Add is [sync.WaitGroup.Add]: it panics if the counter becomes negative.
func (wg *WaitGroup) Add(delta int) { wg.wg.Add(delta) }

// Done is [sync.WaitGroup.Done].
func (wg *WaitGroup) Done() { wg.wg.Done() }

// Go is [sync.WaitGroup.Go]. Where wg has an instrument and the running goroutine is
// bound to a Thread, the new one has a child of it ([perfschema.Go]).
func (wg *WaitGroup) Go(f func()) {
	if wg.in.Load() == nil || perfschema.Bound() == nil {
		wg.wg.Go(f)
		return
	}
	wg.wg.Add(1)
	perfschema.Go(context.Background(), func(context.Context) {
		defer func() {
			endsProcess(recover())
			wg.wg.Done()
		}()
		f()
	})
}

// Wait is [sync.WaitGroup.Wait].
func (wg *WaitGroup) Wait() {
	w := startWait(&wg.in, boundIf(&wg.in))
	defer w.End() // the twin may panic
	wg.wg.Wait()
}

// WaitThread is Wait on behalf of t.
func (wg *WaitGroup) WaitThread(t *perfschema.Thread) {
	w := startWait(&wg.in, t)
	defer w.End()
	wg.wg.Wait()
}
