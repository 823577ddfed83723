package psync

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// What calls a function once is watched as a [Once] is: who calls while another one's
// call runs f waits, and a call after that is a load more than the twin's. It is a row of
// cond_instances until nobody has the function any more.

// NewOnceFunc is [sync.OnceFunc] with an instrument.
func NewOnceFunc(s *perfschema.Schema, key perfschema.CondKey, f func()) func() {
	o, call := newOnceCall(s, key), sync.OnceFunc(f)
	return func() {
		if o.done.Load() {
			call()
			return
		}
		if o.begin() {
			defer o.done.Store(true)
			call()
			return
		}
		w := o.in.StartWait(perfschema.Bound(), perfschema.OpWait)
		defer w.End()
		call()
	}
}

// NewOnceValue is [sync.OnceValue] with an instrument.
func NewOnceValue[T any](s *perfschema.Schema, key perfschema.CondKey, f func() T) func() T {
	o, call := newOnceCall(s, key), sync.OnceValue(f)
	return func() T {
		if o.done.Load() {
			return call()
		}
		if o.begin() {
			defer o.done.Store(true)
			return call()
		}
		w := o.in.StartWait(perfschema.Bound(), perfschema.OpWait)
		defer w.End()
		return call()
	}
}

// NewOnceValues is [sync.OnceValues] with an instrument.
func NewOnceValues[T1, T2 any](s *perfschema.Schema, key perfschema.CondKey, f func() (T1, T2)) func() (T1, T2) {
	o, call := newOnceCall(s, key), sync.OnceValues(f)
	return func() (T1, T2) {
		if o.done.Load() {
			return call()
		}
		if o.begin() {
			defer o.done.Store(true)
			return call()
		}
		w := o.in.StartWait(perfschema.Bound(), perfschema.OpWait)
		defer w.End()
		return call()
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
		runtime.AddCleanup(o, (*perfschema.CondInstance).Destroy, o.in)
	}
	return o
}

// begin says whether the function is to be called.
func (o *onceCall) begin() bool { return o.begun.CompareAndSwap(false, true) }
