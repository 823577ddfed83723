package perfschema

import "github.com/perfschema/perfschema/internal/goroutine"

// bindings says which Thread each goroutine works for, for code that is
// handed none: the stand-ins in psync, pfile and pnet.
var bindings goroutine.Local[Thread]

// whoeverIsBound stands for the Thread that is Bound, where a function more to
// look it up would cost.
var whoeverIsBound Thread

// Bind makes the running goroutine work for t until [Thread.Unbind], the end of
// t, or the next Bind: [Bound] finds t there, and a profiler sees there whether t
// runs. Goroutines it starts are not bound. A Thread has one writer at a time: the goroutine it was bound to before
// is bound no more. It takes a lock; Bound does not. A nil Thread unbinds.
//
// In a call of C code on a thread of its own nothing is bound: the runtime uses
// such a goroutine again for whoever calls next. Hand the Thread on there.
func (t *Thread) Bind() {
	if t == nil {
		if old := bindings.Get(); old != nil {
			old.Unbind()
		}
		return
	}
	if goroutine.Lent() {
		t.Unbind()
		return
	}
	id := bindings.Set(t)
	t.setStatus(goroutine.Own())
	if old := t.bound.Swap(id); old != id && old != 0 {
		bindings.Clear(old, t)
	}
}

// Unbind ends what [Thread.Bind] began. Any goroutine may call it.
func (t *Thread) Unbind() {
	if t == nil {
		return
	}
	if id := t.bound.Swap(0); id != 0 {
		t.setStatus(0)
		bindings.Clear(id, t)
	}
}

// Goroutine is the number of the running goroutine, for what belongs to one and
// is handed no context. No other goroutine of the process ever has it, but for those
// that the runtime lends to threads of C code. A load on amd64 and arm64; about a
// microsecond on other platforms.
func Goroutine() uint64 { return goroutine.ID() }

// Bound is the Thread the running goroutine works for, or nil. No lock, a few
// nanoseconds on amd64 and arm64; about a microsecond on other platforms, but
// only in programs that bind at all.
func Bound() *Thread { return bindings.Get() }
