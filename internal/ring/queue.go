package ring

import (
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/seqlock"
)

// Queue hands values to one reader: any number of writers, none of which waits. What
// finds no room is lost, and counted. It begins anew whenever the reader has emptied
// it, so that writers use the same few slots again and again, which are still in the
// caches.
type Queue[T any] struct {
	slots []QueueSlot[T]
	tail  atomic.Uint64 // slots taken; more than there are once some were lost
	head  uint64        // the reader's
	lost  atomic.Uint64
}

// QueueSlot is where one value lies. Who claims it finds the value as the reader has
// left it.
type QueueSlot[T any] struct {
	lock  seqlock.Lock // of who writes, whose stores then wait for none
	full  bool
	Value T
}

// NewQueue makes a queue of so many slots.
func NewQueue[T any](size int) *Queue[T] {
	return &Queue[T]{slots: make([]QueueSlot[T], size)}
}

// Claim is a slot for the caller to put a value in that stands for so many, until
// [QueueSlot.Release]; nil where the reader is a whole queue behind, which counts all of them
// in Lost. No lock, no allocation.
func (q *Queue[T]) Claim(many uint64) *QueueSlot[T] {
	n := q.tail.Add(1) - 1
	if n >= uint64(len(q.slots)) {
		q.lost.Add(many)
		return nil
	}
	s := &q.slots[n]
	s.lock.Begin()
	return s
}

// Release hands the value on.
func (s *QueueSlot[T]) Release() {
	s.full = true
	s.lock.End()
}

// Pop calls yield with what was handed on, oldest first, as far as it is complete. The
// value is yield's until it returns. One goroutine at a time calls it.
func (q *Queue[T]) Pop(yield func(*T)) {
	for {
		tail := q.tail.Load()
		for ; q.head < min(tail, uint64(len(q.slots))); q.head++ {
			s := &q.slots[q.head]
			v := s.lock.Start()
			full := s.full
			if !s.lock.Valid(v) || !full {
				return
			}
			yield(&s.Value)
			s.full = false
		}
		// Every slot taken has been emptied, so nobody is writing to one.
		if q.tail.CompareAndSwap(tail, 0) {
			q.head = 0
			return
		}
	}
}

// Lost is how many values found no room.
func (q *Queue[T]) Lost() uint64 { return q.lost.Load() }

// Bytes is the memory of the slots.
func (q *Queue[T]) Bytes() uint64 {
	return uint64(len(q.slots)) * uint64(unsafe.Sizeof(QueueSlot[T]{}))
}
