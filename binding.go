package perfschema

import (
	"context"
	"sync"

	"github.com/perfschema/perfschema/internal/goroutine"
)

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
	before := bindings.Get()
	id := bindings.Set(t)
	if before != nil && before != t && before.bound.CompareAndSwap(id, 0) {
		before.setStatus(0)
	}
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

// IsBound says whether the running goroutine works for t, as Bound() == t does: false of
// nil. Two loads on amd64 and arm64, no search; about a microsecond on other platforms.
func (t *Thread) IsBound() bool {
	if t == nil {
		return false
	}
	id := t.bound.Load()
	return id != 0 && id == goroutine.ID()
}

// maxChildren is how many idle children a Thread keeps for their next use.
const maxChildren = 8

// Child returns a Thread for a helper goroutine, taken from a pool that lives
// as long as t: its PARENT_THREAD_ID is t, its account t's. The helper
// goroutine is its writer until it calls Release. It returns nil if t is nil
// or there is no room. Any goroutine may call it. The first use of a child takes a lock.
func (t *Thread) Child(key ThreadKey) *Thread {
	if t == nil {
		return nil
	}
	class, others := t.schema.classes[KindThread].at(uint32(key)), 0
	for i := range t.children {
		c := t.children[i].Load()
		if c != nil && c.class != class {
			others++
			continue
		}
		if c != nil && t.children[i].CompareAndSwap(c, nil) && !c.ended.Load() {
			c.resting.Store(0)
			c.follow(t)
			c.work()
			return c
		}
	}
	if others == maxChildren { // the pool is to have room for this one
		t.children[0].Swap(nil).End()
	}
	c := t.schema.newThread(key, ThreadOptions{Parent: t, Background: t.background})
	c.owner = t
	c.follow(t)
	if !t.schema.threads.add(c, t.schema.sizes.ThreadInstances) {
		return nil
	}
	c.work()
	return c
}

// Release hands a child back to its parent's pool; it ends if the parent has
// ended. On any other Thread, and on a child that is there already, it does
// nothing.
func (t *Thread) Release() {
	if t == nil || t.owner == nil || t.resting.Load() != 0 || t.ended.Load() {
		return
	}
	t.resting.Store(1)
	t.rest()
	for i := range t.owner.children {
		if !t.owner.children[i].CompareAndSwap(nil, t) {
			continue
		}
		// A parent that ends meanwhile may have looked at its pool before.
		if t.owner.ended.Load() && t.owner.children[i].CompareAndSwap(t, nil) {
			t.End()
		}
		return
	}
	t.End()
}

// follow gives a child what changes in its parent. What the child counts is the
// account's; the connection does not count twice.
func (t *Thread) follow(parent *Thread) {
	t.enabled.Store(parent.enabled.Load())
	t.history.Store(parent.history.Load())
	if h := parent.home.Load(); h != t.home.Load() {
		t.move(h)
	}
	user, host, known := parent.account()
	if t.info.user != user || t.info.host != host || t.info.hasAccount != known {
		t.publish(func(a *threadAttributes) { a.user, a.host, a.hasAccount = user, host, known })
	}
}

type contextKey struct{}

// Context is a context that carries a Thread, for those who keep it within
// something larger and so need no allocation for it; else see [NewContext].
type Context struct {
	context.Context
	Thread *Thread
}

// Value is [context.Context]'s.
func (c *Context) Value(key any) any {
	if key == (contextKey{}) {
		return c.Thread
	}
	return c.Context.Value(key)
}

// NewContext returns a context that carries a Thread.
func NewContext(ctx context.Context, t *Thread) context.Context {
	return &Context{Context: ctx, Thread: t}
}

// FromContext returns the Thread a context carries, or nil. Contexts outlive
// statements and are handed to other goroutines: whoever writes by a Thread from a
// context knows that it is the Thread's one writer, or asks [Bound].
func FromContext(ctx context.Context) *Thread {
	t, _ := ctx.Value(contextKey{}).(*Thread)
	return t
}

// goroutineName is the class of goroutines of [Go].
const goroutineName = "thread/go/goroutine"

// goroutineClass is thread/go/goroutine, registered when first needed.
type goroutineClass struct {
	once sync.Once
	key  ThreadKey
}

func (s *Schema) goroutineKey() ThreadKey {
	s.goroutine.once.Do(func() {
		s.goroutine.key = s.RegisterThread("go", Info{Name: "goroutine", Documentation: "goroutine of a program, for the thread that started it"})
	})
	return s.goroutine.key
}

// Go runs f on a goroutine of its own, which works for a child of the Thread that ctx
// carries, or else of the one that the running goroutine is bound to: its row in
// threads has that one for PARENT_THREAD_ID and the same account, and while f runs the
// statement that it was started in for PROCESSLIST_INFO (see [Statement.SetNamer]), with
// PROCESSLIST_TIME since then; PROCESSLIST_COMMAND is Sleep afterwards. The goroutine is
// bound to the child ([Thread.Bind]), and the context it is given carries it.
//
// f panics as on any goroutine. When f has returned, what it left running on the child
// (statements, stages, a transaction) is ended, and the child goes back to its parent's
// pool; that the parent, or its statement, has ended meanwhile does not matter.
//
// Where there is no Thread, as with a Schema that is off, it is go f(ctx). Otherwise it
// takes a lock, two allocations and less than a microsecond. Where there is no room for
// another Thread, f runs without one.
func Go(ctx context.Context, f func(context.Context)) {
	parent := FromContext(ctx)
	if parent == nil {
		parent = Bound()
	}
	if parent == nil {
		go f(ctx)
		return
	}
	h := &helper{Context{ctx, parent.Child(parent.schema.goroutineKey())}, f}
	h.Thread.startGoroutine(parent.origin())
	go h.run()
}

// helper is a goroutine with a child Thread. It is the context that its function is
// given, so that a nil Thread hides the parent, which another goroutine writes.
type helper struct {
	Context
	f func(context.Context)
}

func (h *helper) run() {
	t := h.Thread
	t.Bind()
	defer func() { // also when f ends its goroutine
		t.endWork()
		t.endGoroutine()
		t.Unbind()
		t.Release()
	}()
	h.f(&h.Context)
}
