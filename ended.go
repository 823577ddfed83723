package perfschema

import "sync/atomic"

// endedQueue hands statements that have ended to a profiler: any number of
// writers, none of which waits, one reader. It begins anew whenever the reader
// has emptied it, so that writers use the same few slots again and again, which
// are still in the caches.
type endedQueue struct {
	slots []endedSlot
	tail  atomic.Uint64 // slots taken; more than there are once some were lost
	head  uint64        // the reader's
	lost  atomic.Uint64
}

type endedSlot struct {
	full      atomic.Bool // what was pushed is complete
	place     uint32
	statement uint32
	rec       statementRecord
	plan      *Plan
	phases    phaseTicks
	cores     uint32
	io        sampledIO
}

// newEndedQueue makes a queue of size places.
func newEndedQueue(size int) *endedQueue { return &endedQueue{slots: make([]endedSlot, size)} }

// push adds the statement that runs on a state word's thread, or counts it lost where
// the reader is a whole queue behind. No lock, no allocation.
func (q *endedQueue) push(c *stateWord, rec *statementRecord, plan *Plan) {
	n := q.tail.Add(1) - 1
	if n >= uint64(len(q.slots)) {
		q.lost.Add(1)
		return
	}
	s := &q.slots[n]
	s.place, s.statement, s.rec, s.plan = c.place, c.state().Statement(), *rec, plan
	s.phases, s.cores = c.phases(), c.said()
	c.sumIO(&s.io)
	s.full.Store(true)
}

// pop calls yield with what was pushed, oldest first, as far as it is complete.
func (q *endedQueue) pop(yield func(*endedSlot)) {
	for {
		tail := q.tail.Load()
		for ; q.head < min(tail, uint64(len(q.slots))); q.head++ {
			s := &q.slots[q.head]
			if !s.full.Load() {
				return
			}
			yield(s)
			s.rec, s.plan = statementRecord{}, nil // keeps no text alive
			s.full.Store(false)
		}
		// Every slot taken has been emptied, so nobody is writing to one.
		if q.tail.CompareAndSwap(tail, 0) {
			q.head = 0
			return
		}
	}
}
