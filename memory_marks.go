package perfschema

import "sync/atomic"

// How high and low marks of accounts, users, hosts and the server are kept. To
// follow every allocation of every thread they would have to be written by all
// of them. Instead a thread tells them of a hysteresis band that its use is in, and again
// when it leaves that. The sum of all ceilings is never below what is in use,
// and the highest it was is the high mark; so with floors and the low mark. A
// mark is off by no more than the bands are wide.

// How wide a band is. Up to a sixteenth of what is in use, and no more than
// grain, the thread is ahead of; up to twice that it stays behind.
const (
	grainCount = 64
	grainBytes = 32 << 10
)

// follow moves a band as little as holds use, so that what goes up and down
// a little does so inside.
func follow(floor, ceil *int64, use, grain int64) {
	switch {
	case use > *ceil:
		*ceil = use + min(max(use, -use)>>4, grain)
		*floor = min(max(*floor, *ceil-2*grain), use)
	case use < *floor:
		*floor = use - min(max(use, -use)>>4, grain)
		*ceil = max(min(*ceil, *floor+2*grain), use)
	}
}

// markedSum is the sum of bands and how far it ever reached. Any goroutine
// writes to it.
type markedSum struct{ floor, ceil, low, high atomic.Int64 }

func (m *markedSum) move(floor, ceil int64) {
	if ceil != 0 {
		if v := m.ceil.Add(ceil); ceil > 0 {
			m.raise(v)
		}
	}
	if floor != 0 {
		if v := m.floor.Add(floor); floor < 0 {
			m.lower(v)
		}
	}
}

func (m *markedSum) raise(v int64) { raise(&m.high, v) }

func (m *markedSum) lower(v int64) {
	for old := m.low.Load(); v < old && !m.low.CompareAndSwap(old, v); old = m.low.Load() {
	}
}

// reset makes what is in use both marks. What a writer adds meanwhile is marked
// by it or by the second look.
func (m *markedSum) reset() {
	m.low.Store(m.floor.Load())
	m.high.Store(m.ceil.Load())
	m.lower(m.floor.Load())
	m.raise(m.ceil.Load())
}

// memoryMarks are the marks of one class.
type memoryMarks struct{ count, bytes markedSum }

func (m *memoryMarks) move(floor, ceil memoryUse) {
	m.count.move(floor.count, ceil.count)
	m.bytes.move(floor.bytes, ceil.bytes)
}

// memoryLevel is the marks of an account, a user, a host or the server.
type memoryLevel struct {
	marks atomic.Pointer[[]atomic.Pointer[memoryMarks]] // by class
	// base is what the last TRUNCATE left that was both allocated and freed, by
	// different threads. foldMu is held to read and write it.
	base []memoryCount
}

// at gives the marks of a class, made if absent.
func (l *memoryLevel) at(s *Schema, i uint32) *memoryMarks {
	p := l.marks.Load()
	if p == nil { // it is never taken away
		made := make([]atomic.Pointer[memoryMarks], len(s.classes[KindMemory].items))
		if p = &made; !l.marks.CompareAndSwap(nil, p) {
			p = l.marks.Load()
		}
	}
	return shared(*p, int(i))
}

// each visits the marks there are.
func (l *memoryLevel) each(visit func(i int, m *memoryMarks)) {
	p := l.marks.Load()
	if p == nil {
		return
	}
	for i := range *p {
		if m := (*p)[i].Load(); m != nil {
			visit(i, m)
		}
	}
}

// finish takes the baseline off figures by class and gives them the marks, which
// what is in use is never outside of. foldMu is held.
func (l *memoryLevel) finish(sums []MemoryStat) {
	for i := range sums {
		if i < len(l.base) {
			sums[i].subtract(&l.base[i])
		}
		sums[i].markCurrent()
	}
	l.each(func(i int, m *memoryMarks) {
		if i < len(sums) {
			sums[i].mark(memoryUse{m.count.low.Load(), m.bytes.low.Load()}, memoryUse{m.count.high.Load(), m.bytes.high.Load()})
		}
	})
}

// rebase makes what is in use both marks, and all that was allocated of the
// figures before the baseline is taken off. foldMu is held.
func (l *memoryLevel) rebase(sums []MemoryStat) {
	l.each(func(_ int, m *memoryMarks) {
		m.count.reset()
		m.bytes.reset()
	})
	l.base = make([]memoryCount, len(sums))
	for i := range sums {
		c := memoryCount{sums[i].CountAlloc, sums[i].CountFree, sums[i].BytesAlloc, sums[i].BytesFree}
		l.base[i] = c.takeBalanced()
	}
}

// holds says whether what is in use neither is a new mark nor has left the
// band.
func (b *memoryStat) holds(use memoryUse) bool {
	return b.bottom.count <= use.count && use.count <= b.top.count && b.bottom.bytes <= use.bytes && use.bytes <= b.top.bytes
}

// markMemory moves the marks of a block after what is in use, and its band
// if use has left that, of which it tells everybody. Only the writer calls it,
// inside its write section.
func (t *Thread) markMemory(c *Class, b *memoryStat) {
	use, oldFloor, oldCeil := b.use(), b.floor(), b.ceil
	b.high.raise(use)
	b.low.lower(use)
	floor, ceil := oldFloor, oldCeil
	follow(&floor.count, &ceil.count, use.count, grainCount)
	follow(&floor.bytes, &ceil.bytes, use.bytes, grainBytes)
	b.top = memoryUse{min(b.high.count, ceil.count), min(b.high.bytes, ceil.bytes)}
	b.bottom = memoryUse{max(b.low.count, floor.count), max(b.low.bytes, floor.bytes)}
	if floor != oldFloor || ceil != oldCeil {
		b.ceil, b.width = ceil, [2]int32{int32(ceil.count - floor.count), int32(ceil.bytes - floor.bytes)}
		t.schema.moveMarks(t.home.Load(), c.index, floor.minus(oldFloor), ceil.minus(oldCeil))
	}
}

// moveMarks tells the server and a thread's account, user and host how far a
// band has moved.
func (s *Schema) moveMarks(h *home, class uint32, floor, ceil memoryUse) {
	s.memory.level.at(s, class).move(floor, ceil)
	if h == nil {
		return
	}
	for _, a := range [...]*account{h.account, h.user, h.host} {
		if a != nil {
			a.memory.at(s, class).move(floor, ceil)
		}
	}
}
