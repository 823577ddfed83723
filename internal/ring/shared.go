package ring

import (
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/seqlock"
)

// Shared is a ring with any number of writers, none of which waits. It takes no memory
// before [Shared.Open], and keeps no event.
type Shared[T any] struct {
	opened atomic.Pointer[[]Slot[T]]
	size   uint64
	magic  uint64 // see index
	next   atomic.Uint64
	floor  atomic.Uint64
	lost   atomic.Uint64
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
	r := &Shared[T]{size: uint64(size)}
	if size > 0 {
		r.magic = math.MaxUint64/uint64(size) + 1
	}
	return r
}

// Open makes room for the events, if there is none yet. It is called before the first event
// that is to be kept: a writer allocates nothing.
func (r *Shared[T]) Open() {
	if r.size > 0 && r.opened.Load() == nil {
		slots := make([]Slot[T], r.size)
		r.opened.CompareAndSwap(nil, &slots)
	}
}

// slots is the room, nil for none.
func (r *Shared[T]) slots() []Slot[T] {
	if p := r.opened.Load(); p != nil {
		return *p
	}
	return nil
}

// index is n modulo the size, for n > 0. A division takes longer than the rest
// of a Push: the quotient is had by a multiplication, which is exact for n below
// 2^64/size. That is tested at 2^40, after which divisions will do.
func (r *Shared[T]) index(n uint64) uint64 {
	if n >= 1<<40 || r.size == 1 {
		return n % r.size
	}
	q, _ := bits.Mul64(n, r.magic)
	return n - q*r.size
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
	slots := r.slots()
	if len(slots) == 0 {
		return nil
	}
	n := r.next.Add(1)
	s := &slots[r.index(n-1)]
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
	slots := r.slots()
	size := uint64(len(slots))
	if size == 0 {
		return dst
	}
	n := r.next.Load()
	for i := max(r.floor.Load(), n-min(n, size)); i < n; i++ {
		s := &slots[i%size]
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
	slots := r.slots()
	size := uint64(len(slots))
	if size == 0 {
		return 0
	}
	n := r.next.Load()
	for i := max(r.floor.Load(), n-min(n, size)); i < n; i++ {
		s := &slots[i%size]
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

// Cap is the number of events the ring has memory for: its size, 0 before Open.
func (r *Shared[T]) Cap() int { return len(r.slots()) }
