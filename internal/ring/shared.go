package ring

import (
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/seqlock"
)

// Shared is a ring with any number of writers, none of which waits.
type Shared[T any] struct {
	slots []Slot[T]
	magic uint64 // see index
	next  atomic.Uint64
	floor atomic.Uint64
	lost  atomic.Uint64
}

// Slot holds one event.
type Slot[T any] struct {
	lock  seqlock.Lock
	turn  uint64 // 1 + the number of the event it holds, 0 if none
	Event T
	_     [8]byte // with a wait event it is two cache lines
}

// NewShared makes a ring of size events; size 0 keeps none.
func NewShared[T any](size int) *Shared[T] {
	r := &Shared[T]{slots: make([]Slot[T], size)}
	if size > 0 {
		r.magic = math.MaxUint64/uint64(size) + 1
	}
	return r
}

// index is n modulo the size, for n > 0. A division takes longer than the rest
// of a Push: the quotient is had by a multiplication, which is exact for n below
// 2^64/size. That is tested at 2^40, after which divisions will do.
func (r *Shared[T]) index(n uint64) uint64 {
	size := uint64(len(r.slots))
	if n >= 1<<40 || size == 1 {
		return n % size
	}
	q, _ := bits.Mul64(n, r.magic)
	return n - q*size
}

// Push adds an event over the oldest. An event that meets another writer in
// its slot, which takes a whole turn of the ring during one copy, is counted
// in Lost and dropped.
func (r *Shared[T]) Push(v *T) {
	if s := r.Claim(); s != nil {
		s.Event = *v
		s.Release()
	}
}

// Claim is the slot of the oldest event for the caller to put a new one in,
// until [Slot.Release]; nil where Push would drop the event.
func (r *Shared[T]) Claim() *Slot[T] {
	if len(r.slots) == 0 {
		return nil
	}
	n := r.next.Add(1)
	s := &r.slots[r.index(n-1)]
	if !s.lock.TryBegin() {
		r.lost.Add(1)
		return nil
	}
	if s.turn > n { // another writer has been round since
		s.lock.End()
		return nil
	}
	s.turn = n
	return s
}

// Release ends a Claim.
func (s *Slot[T]) Release() { s.lock.End() }

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
			turn, c := s.turn, s.Event
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

// Sum adds up a figure of the kept events, of which it copies one at a time.
func (r *Shared[T]) Sum(of func(*T) uint64) (sum uint64) {
	size := uint64(len(r.slots))
	if size == 0 {
		return 0
	}
	n := r.next.Load()
	for i := max(r.floor.Load(), n-min(n, size)); i < n; i++ {
		s := &r.slots[i%size]
		for {
			v := s.lock.Start()
			turn, c := s.turn, s.Event
			if s.lock.Valid(v) {
				if turn == i+1 {
					sum += of(&c)
				}
				break
			}
		}
	}
	return sum
}

// Truncate forgets the events pushed before the call.
func (r *Shared[T]) Truncate() { r.floor.Store(r.next.Load()) }

// Lost counts the events that Push had to drop.
func (r *Shared[T]) Lost() uint64 { return r.lost.Load() }

// ForgetLost sets that count to 0.
func (r *Shared[T]) ForgetLost() { r.lost.Store(0) }

// Cap is the number of events the ring can hold.
func (r *Shared[T]) Cap() int { return len(r.slots) }
