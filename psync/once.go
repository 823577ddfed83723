package psync

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Once is [sync.Once] with an instrument of kind cond, a row of cond_instances:
// a caller that must wait for another's call of the function waits. The call
// itself is no wait, and neither is any later Do. The zero value is ready and
// not instrumented.
type Once struct {
	done atomic.Bool // first: Do, which is inlined, looks at nothing else
	mu   sync.Mutex  // held while the function runs
	in   atomic.Pointer[perfschema.CondInstance]
}

// NewOnce returns a Once with an instrument.
func NewOnce(s *perfschema.Schema, key perfschema.CondKey) *Once {
	o := new(Once)
	o.Init(s, key)
	return o
}

// Init attaches o to an instrument; with key 0 or a Schema that is off, to
// none. It allocates; any goroutine may call it, at any time.
func (o *Once) Init(s *perfschema.Schema, key perfschema.CondKey) {
	attach(o, &o.in, s.NewCondInstance(key), (*perfschema.CondInstance).Destroy)
}

// Destroy takes o out of cond_instances. It remains a working Once.
func (o *Once) Destroy() { attach(o, &o.in, nil, (*perfschema.CondInstance).Destroy) }

// Do is [sync.Once.Do]: a function that panics has run.
func (o *Once) Do(f func()) {
	if !o.done.Load() {
		o.do(f)
	}
}

// DoThread is Do on behalf of t.
func (o *Once) DoThread(t *perfschema.Thread, f func()) {
	if o.done.Load() {
		return
	}
	if !o.mu.TryLock() {
		w := startWait(&o.in, t)
		o.mu.Lock()
		w.End()
	}
	o.run(f)
}

// do is Do before the function has run.
func (o *Once) do(f func()) {
	if !o.mu.TryLock() {
		w := startWait(&o.in, boundIf(&o.in))
		o.mu.Lock()
		w.End()
	}
	o.run(f)
}

// run calls f unless another has, and unlocks mu.
func (o *Once) run(f func()) {
	defer o.mu.Unlock()
	if !o.done.Load() {
		defer o.done.Store(true)
		f()
	}
}
