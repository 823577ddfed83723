package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/watermark"
	"github.com/perfschema/perfschema/record"
)

// memoryCount is what was counted of one class.
type memoryCount struct{ countAlloc, countFree, bytesAlloc, bytesFree uint64 }

func (c *memoryCount) add(o *memoryCount) {
	c.countAlloc += o.countAlloc
	c.countFree += o.countFree
	c.bytesAlloc += o.bytesAlloc
	c.bytesFree += o.bytesFree
}

// use is what is in use.
func (c *memoryCount) use() memoryUse {
	return memoryUse{int64(c.countAlloc - c.countFree), int64(c.bytesAlloc - c.bytesFree)}
}

// takeBalanced takes off and returns what was both allocated and freed: what is
// left is in use, which is a new baseline.
func (c *memoryCount) takeBalanced() memoryCount {
	n, bytes := min(c.countAlloc, c.countFree), min(c.bytesAlloc, c.bytesFree)
	out := memoryCount{n, n, bytes, bytes}
	c.countAlloc -= n
	c.countFree -= n
	c.bytesAlloc -= bytes
	c.bytesFree -= bytes
	return out
}

// memoryUse is a number of blocks and their bytes.
type memoryUse struct{ count, bytes int64 }

func (u *memoryUse) raise(to memoryUse) {
	if to.count > u.count {
		u.count = to.count
	}
	if to.bytes > u.bytes {
		u.bytes = to.bytes
	}
}

func (u *memoryUse) lower(to memoryUse) {
	if to.count < u.count {
		u.count = to.count
	}
	if to.bytes < u.bytes {
		u.bytes = to.bytes
	}
}

func (u memoryUse) plus(o memoryUse) memoryUse {
	return memoryUse{u.count + o.count, u.bytes + o.bytes}
}

func (u memoryUse) minus(o memoryUse) memoryUse {
	return memoryUse{u.count - o.count, u.bytes - o.bytes}
}

// memoryStat is what a thread has counted of one class since the thread's stat
// of it was made: at its start, or at a TRUNCATE. The marks begin at 0 there.
type memoryStat struct {
	memoryCount
	// bottom and top are the narrower of the marks and the band: what is in
	// use asks nothing else while it stays within.
	bottom, top memoryUse
	low, high   memoryUse
	// The thread's use is in a band below ceil, which is what its account,
	// user and host and the server know of it; see memoryMarks. width is that of
	// the band, in blocks and in bytes: two grains at most.
	ceil  memoryUse
	width [2]int32
	// published is the part of the bytes in use that the alarm of the class
	// knows of.
	published int64
}

// floor is the lower end of the band.
func (b *memoryStat) floor() memoryUse {
	return memoryUse{b.ceil.count - int64(b.width[0]), b.ceil.bytes - int64(b.width[1])}
}

// addCount adds what was counted to m.
func addCount(m *record.MemoryStat, c *memoryCount) {
	m.CountAlloc += c.countAlloc
	m.CountFree += c.countFree
	m.BytesAlloc += c.bytesAlloc
	m.BytesFree += c.bytesFree
}

// subtractCount takes what was counted off m.
func subtractCount(m *record.MemoryStat, c *memoryCount) {
	m.CountAlloc -= c.countAlloc
	m.CountFree -= c.countFree
	m.BytesAlloc -= c.bytesAlloc
	m.BytesFree -= c.bytesFree
}

// widenMarks widens the marks of m.
func widenMarks(m *record.MemoryStat, low, high memoryUse) {
	m.LowCount, m.HighCount = min(m.LowCount, low.count), max(m.HighCount, high.count)
	m.LowBytes, m.HighBytes = min(m.LowBytes, low.bytes), max(m.HighBytes, high.bytes)
}

// markCurrent makes what m has in use both of its marks.
func markCurrent(m *record.MemoryStat) {
	m.LowCount, m.LowBytes = m.CurrentCount(), m.CurrentBytes()
	m.HighCount, m.HighBytes = m.LowCount, m.LowBytes
}

// memoryTotals is what a thread has in use of all classes together, and the most
// of it since the innermost statement began; see [Thread.peakMemory].
type memoryTotals struct {
	total, totalHigh, controlled, controlledHigh int64
	used                                         bool // the thread has counted memory
}

func (m *memoryTotals) raise(n int64) {
	m.total += n
	if m.total > m.totalHigh {
		m.totalHigh = m.total
	}
}

func (m *memoryTotals) add(n int64, mode memoryMode) {
	m.raise(n)
	if mode&memoryControlled != 0 {
		m.controlled += n
		if m.controlled > m.controlledHigh {
			m.controlledHigh = m.controlled
		}
	}
}

// How wide the bands of high and low marks are that a thread tells its account, user,
// host and the server of: see internal/watermark.
const (
	grainCount = 64
	grainBytes = 32 << 10
)

// memoryMarks are the marks of one class.
type memoryMarks struct{ count, bytes watermark.Sum }

func (m *memoryMarks) move(floor, ceil memoryUse) {
	m.count.Move(floor.count, ceil.count)
	m.bytes.Move(floor.bytes, ceil.bytes)
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
func (l *memoryLevel) finish(sums []record.MemoryStat) {
	for i := range sums {
		if i < len(l.base) {
			subtractCount(&sums[i], &l.base[i])
		}
		markCurrent(&sums[i])
	}
	l.each(func(i int, m *memoryMarks) {
		if i < len(sums) {
			widenMarks(&sums[i], memoryUse{m.count.Low(), m.bytes.Low()}, memoryUse{m.count.High(), m.bytes.High()})
		}
	})
}

// rebase makes what is in use both marks, and all that was allocated of the
// figures before the baseline is taken off. foldMu is held.
func (l *memoryLevel) rebase(sums []record.MemoryStat) {
	l.each(func(_ int, m *memoryMarks) {
		m.count.Reset()
		m.bytes.Reset()
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

// markMemory moves the marks of a stat after what is in use, and its band
// if use has left that, of which it tells everybody. Only the writer calls it,
// inside its write section.
func (t *Thread) markMemory(c *Class, b *memoryStat) {
	use, oldFloor, oldCeil := b.use(), b.floor(), b.ceil
	b.high.raise(use)
	b.low.lower(use)
	floor, ceil := oldFloor, oldCeil
	watermark.Follow(&floor.count, &ceil.count, use.count, grainCount)
	watermark.Follow(&floor.bytes, &ceil.bytes, use.bytes, grainBytes)
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
