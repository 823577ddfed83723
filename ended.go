package perfschema

import (
	"math/bits"
	"sync/atomic"
)

// endedQueue hands statements that have ended to a profiler: any number of
// writers, none of which waits, one reader.
type endedQueue struct {
	slots []endedSlot
	tail  atomic.Uint64
	head  uint64 // the reader's
	lost  atomic.Uint64
}

// endedSlot is free for turn n while turn is n, and holds what was pushed in
// turn n while it is n+1.
type endedSlot struct {
	turn      atomic.Uint64
	place     uint32
	statement uint32
	rec       statementRecord
	plan      *Plan
	phases    phaseTicks
	io        sampledIO
}

// newEndedQueue makes a queue of size places, rounded up to a power of two.
func newEndedQueue(size int) *endedQueue {
	q := &endedQueue{slots: make([]endedSlot, 1<<bits.Len(uint(size-1)))}
	for i := range q.slots {
		q.slots[i].turn.Store(uint64(i))
	}
	return q
}

// push adds the statement that runs on a cell's thread, or counts it lost where the reader is a whole queue
// behind. No lock, no allocation.
func (q *endedQueue) push(c *cell, rec *statementRecord, plan *Plan) {
	for {
		n := q.tail.Load()
		s := &q.slots[n&uint64(len(q.slots)-1)]
		turn := s.turn.Load()
		if turn < n {
			q.lost.Add(1)
			return
		}
		if turn == n && q.tail.CompareAndSwap(n, n+1) {
			s.place, s.statement, s.rec, s.plan = c.place, c.state().Statement(), *rec, plan
			s.phases = c.phases()
			c.sumIO(&s.io)
			s.turn.Store(n + 1)
			return
		}
	}
}

// pop calls yield with what was pushed, oldest first, as far as it is complete.
func (q *endedQueue) pop(yield func(*endedSlot)) {
	for {
		s := &q.slots[q.head&uint64(len(q.slots)-1)]
		if s.turn.Load() != q.head+1 {
			return
		}
		yield(s)
		s.rec, s.plan = statementRecord{}, nil // keeps no text alive
		q.head++
		s.turn.Store(q.head - 1 + uint64(len(q.slots)))
	}
}
