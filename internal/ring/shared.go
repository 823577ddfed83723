package ring

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/seqlock"
)

// Shared is a ring with any number of writers, none of which waits.
type Shared[T any] struct {
	slots []slot[T]
	next  atomic.Uint64
	floor atomic.Uint64
	lost  atomic.Uint64
}

type slot[T any] struct {
	lock seqlock.Lock
	turn uint64 // 1 + the number of the event it holds, 0 if none
	v    T
}

// NewShared makes a ring of size events; size 0 keeps none.
func NewShared[T any](size int) *Shared[T] { return &Shared[T]{slots: make([]slot[T], size)} }

// Push adds an event over the oldest. An event that meets another writer in
// its slot, which takes a whole turn of the ring during one copy, is counted
// in Lost and dropped.
func (r *Shared[T]) Push(v *T) {
	if len(r.slots) == 0 {
		return
	}
	n := r.next.Add(1)
	s := &r.slots[(n-1)%uint64(len(r.slots))]
	if !s.lock.TryBegin() {
		r.lost.Add(1)
		return
	}
	if s.turn < n {
		s.turn, s.v = n, *v
	}
	s.lock.End()
}

// Snapshot appends the kept events to dst, oldest first.
func (r *Shared[T]) Snapshot(dst []T) []T {
	size := uint64(len(r.slots))
	if size == 0 {
		return dst
	}
	n := r.next.Load()
	for i := max(r.floor.Load(), n-min(n, size)); i < n; i++ {
		s := &r.slots[i%size]
		for {
			v := s.lock.Start()
			turn, c := s.turn, s.v
			if s.lock.Valid(v) {
				if turn == i+1 {
					dst = append(dst, c)
				}
				break
			}
		}
	}
	return dst
}

// Truncate forgets the events pushed before the call.
func (r *Shared[T]) Truncate() { r.floor.Store(r.next.Load()) }

// Lost counts the events that Push had to drop.
func (r *Shared[T]) Lost() uint64 { return r.lost.Load() }

// ForgetLost sets that count to 0.
func (r *Shared[T]) ForgetLost() { r.lost.Store(0) }

// Cap is the number of events the ring can hold.
func (r *Shared[T]) Cap() int { return len(r.slots) }
