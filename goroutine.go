package perfschema

import (
	"context"
	"sync"
)

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
// threads has that one for PARENT_THREAD_ID and the same account. The goroutine is
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
		t.Unbind()
		t.Release()
	}()
	h.f(&h.Context)
}
