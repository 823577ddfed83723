package psync

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/cleanup"
)

// What calls a function once is watched as a [Once] is: who calls while another one's
// call runs f waits, and a call after that is a load more than the twin's. It is a row of
// cond_instances until nobody has the function any more.

// NewOnceFunc is [sync.OnceFunc] with an instrument.
func NewOnceFunc(s *perfschema.Schema, key perfschema.CondKey, f func()) func() {
	o, call := newOnceCall(s, key), sync.OnceFunc(f)
	return func() { o.watch(call) }
}

// NewOnceValue is [sync.OnceValue] with an instrument.
func NewOnceValue[T any](s *perfschema.Schema, key perfschema.CondKey, f func() T) func() T {
	o, call := newOnceCall(s, key), sync.OnceValue(f)
	return func() (v T) {
		o.watch(func() { v = call() })
		return v
	}
}

// NewOnceValues is [sync.OnceValues] with an instrument.
func NewOnceValues[T1, T2 any](s *perfschema.Schema, key perfschema.CondKey, f func() (T1, T2)) func() (T1, T2) {
	o, call := newOnceCall(s, key), sync.OnceValues(f)
	return func() (v1 T1, v2 T2) {
		o.watch(func() { v1, v2 = call() })
		return v1, v2
	}
}

// onceCall watches the calls of one function.
type onceCall struct {
	begun atomic.Bool
	done  atomic.Bool // it has returned, or panicked
	in    *perfschema.CondInstance
}

func newOnceCall(s *perfschema.Schema, key perfschema.CondKey) *onceCall {
	o := &onceCall{in: s.NewCondInstance(key)}
	if o.in != nil {
		cleanup.Watch(o, o.in, (*perfschema.CondInstance).Destroy)
	}
	return o
}

// watch makes a call of the function.
func (o *onceCall) watch(call func()) {
	if o.done.Load() {
		call()
		return
	}
	if o.begun.CompareAndSwap(false, true) {
		defer o.done.Store(true)
		call()
		return
	}
	w := o.in.StartWait(perfschema.Bound(), perfschema.OpWait)
	defer w.End()
	call()
}
