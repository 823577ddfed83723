package perfschema

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

// memoryStat is what a thread has counted of one class since the thread's block
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

// MemoryStat is what a row of a memory summary says of one instrument. What is
// in use may be negative where memory was freed that others had allocated.
type MemoryStat struct {
	CountAlloc, CountFree, BytesAlloc, BytesFree uint64
	LowCount, HighCount, LowBytes, HighBytes     int64
}

// CurrentCount is CURRENT_COUNT_USED: blocks in use.
func (m *MemoryStat) CurrentCount() int64 { return int64(m.CountAlloc - m.CountFree) }

// CurrentBytes is CURRENT_NUMBER_OF_BYTES_USED.
func (m *MemoryStat) CurrentBytes() int64 { return int64(m.BytesAlloc - m.BytesFree) }

func (m *MemoryStat) add(c *memoryCount) {
	m.CountAlloc += c.countAlloc
	m.CountFree += c.countFree
	m.BytesAlloc += c.bytesAlloc
	m.BytesFree += c.bytesFree
}

func (m *MemoryStat) subtract(c *memoryCount) {
	m.CountAlloc -= c.countAlloc
	m.CountFree -= c.countFree
	m.BytesAlloc -= c.bytesAlloc
	m.BytesFree -= c.bytesFree
}

// mark widens the marks.
func (m *MemoryStat) mark(low, high memoryUse) {
	m.LowCount, m.HighCount = min(m.LowCount, low.count), max(m.HighCount, high.count)
	m.LowBytes, m.HighBytes = min(m.LowBytes, low.bytes), max(m.HighBytes, high.bytes)
}

// markCurrent makes what is in use both marks.
func (m *MemoryStat) markCurrent() {
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
