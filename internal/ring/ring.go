package ring

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/seqlock"
)

// Own is a ring with one writer, guarded by its thread's write section. It
// takes no memory before the first event.
type Own[T any] struct {
	size  int
	buf   atomic.Pointer[[]T]
	n     uint64        // events ever pushed
	next  int           // n modulo size
	floor atomic.Uint64 // events before this one were truncated away
}

// NewOwn makes a ring of size events; size 0 keeps none.
func NewOwn[T any](size int) Own[T] { return Own[T]{size: size} }

// Push adds an event over the oldest. Call it inside the write section. The
// first call allocates.
func (r *Own[T]) Push(v *T) {
	if p := r.Next(); p != nil {
		*p = *v
	}
}

// Next is the slot of the oldest event, to be overwritten with a new one inside
// the same write section; nil if the ring keeps none.
func (r *Own[T]) Next() *T {
	p := r.buf.Load()
	if p == nil {
		if p = r.first(); p == nil {
			return nil
		}
	}
	i := r.next
	r.n++
	if r.next++; r.next == r.size {
		r.next = 0
	}
	return &(*p)[i]
}

// first makes room with the first event.
func (r *Own[T]) first() *[]T {
	if r.size == 0 {
		return nil
	}
	b := make([]T, r.size)
	r.buf.Store(&b)
	return &b
}

// Snapshot appends the kept events to dst, oldest first. It takes each under
// lock, the lock of the writer's sections, and waits for no writer longer than
// one section.
func (r *Own[T]) Snapshot(lock *seqlock.Lock, dst []T) []T {
	size := uint64(r.size)
	p := r.buf.Load()
	if p == nil {
		return dst
	}
	start := len(dst)
	for {
		dst = dst[:start]
		v := lock.Start()
		n := r.n
		first := max(r.floor.Load(), n-min(n, size))
		for i := first; i < n; i++ {
			dst = append(dst, (*p)[i%size])
		}
		if lock.Valid(v) {
			return dst
		}
	}
}

// Truncate forgets the events pushed before the call. Any goroutine may call
// it.
func (r *Own[T]) Truncate(lock *seqlock.Lock) {
	for {
		v := lock.Start()
		n := r.n
		if lock.Valid(v) {
			r.floor.Store(n)
			return
		}
	}
}

// Cap is the number of events the ring has memory for: its size, 0 before the
// first event.
func (r *Own[T]) Cap() int {
	if r.buf.Load() == nil {
		return 0
	}
	return r.size
}

// Recent returns the event that was pushed so many before the newest: 0 is the newest. It is nil if the ring
// does not keep it. The writer alone calls it, and reads the event before it pushes another one.
func (r *Own[T]) Recent(before int) *T {
	p := r.buf.Load()
	if p == nil || before >= r.size || r.n <= r.floor.Load()+uint64(before) {
		return nil
	}
	i := r.next - 1 - before
	if i < 0 {
		i += r.size
	}
	return &(*p)[i]
}
