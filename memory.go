package perfschema

import (
	"github.com/perfschema/perfschema/internal/seqlock"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// Memory is a memory instrument: what one part of a program allocates is counted
// with it. A nil Memory counts nothing. It is safe for concurrent use.
//
//	rows := ps.Memory(ps.RegisterMemory("app", perfschema.Info{Name: "rows"}))
//
//	block := rows.Alloc(thread, int64(len(buf)))
//	...
//	block.Free(thread)
//
// Source: MySQL's instruments memory/..., WL#3249.
type Memory Class

// Memory is the instrument of a registered key; nil for key 0, and where the
// Schema is off.
func (s *Schema) Memory(key MemoryKey) *Memory {
	if !s.Enabled() {
		return nil
	}
	return (*Memory)(s.classes[KindMemory].at(uint32(key)))
}

// Key is the instrument's key, 0 of a nil Memory. The figures of a
// [Reader.MemorySummary] are at index key-1.
func (m *Memory) Key() MemoryKey {
	if m == nil {
		return 0
	}
	return MemoryKey(m.index + 1)
}

// Class is the instrument's row of setup_instruments, nil of a nil Memory.
func (m *Memory) Class() *Class { return (*Class)(m) }

// Counting says whether an Alloc on an instrumented Thread would count now. One
// load. It spares working out a size that nobody asks for.
func (m *Memory) Counting() bool { return m != nil && m.mode.Load() != 0 }

// Alloc counts an allocation of n bytes, on a Thread or, with a nil t, on none:
// globally alone. It counts if the instrument is ENABLED and the Thread
// INSTRUMENTED. Only t's writer may call it. It allocates nothing once the
// Thread has used the instrument, takes no lock and reads no clock; a disabled
// one costs a load and a branch.
func (m *Memory) Alloc(t *Thread, n int64) MemoryBlock {
	if m == nil || m.mode.Load() == 0 {
		return MemoryBlock{}
	}
	return m.alloc(t, n)
}

// blockBytes is a block's size, and whether it was counted on no Thread.
func blockBytes(size int64) (n int64, direct bool) {
	if size < 0 {
		return ^size, true
	}
	return size, false
}

// alloc and free do at once what is common, an instrument the thread has used
// lately that is neither controlled nor watched, and leave the rest to functions
// they end in: they have nothing to keep across a call then. A class the cache
// knows is one of the thread's Schema, and the thread has not ended.

//go:noinline
func (m *Memory) alloc(t *Thread, n int64) MemoryBlock {
	c := (*Class)(m)
	i := c.index % memoryCacheSize
	if t == nil || n < 0 || t.memoryCache.class[i] != c || !t.enabled.Load() {
		return m.allocSlow(t, n)
	}
	v := t.lock.OpenPlain()
	body, mode := t.stats.memory.Body(), c.memoryMode()
	if t.memoryCache.body != body || mode != memoryByThread {
		t.lock.Close(v)
		return m.allocSlow(t, n)
	}
	b := t.memoryCache.stat[i]
	b.countAlloc++
	b.bytesAlloc += uint64(n)
	use := b.use()
	t.memory.total += n
	if use.count > b.top.count || use.bytes > b.top.bytes || t.memory.total > t.memory.totalHigh {
		return m.allocAdjust(t, b, n, v)
	}
	t.lock.Close(v)
	return MemoryBlock{m, n}
}

//go:noinline
func (m *Memory) allocAdjust(t *Thread, b *memoryStat, n int64, v uint64) MemoryBlock {
	t.memory.totalHigh = max(t.memory.totalHigh, t.memory.total)
	if !b.holds(b.use()) {
		t.markMemory((*Class)(m), b)
	}
	t.lock.Close(v)
	return MemoryBlock{m, n}
}

// allocSlow is alloc in all cases.
//
//go:noinline
func (m *Memory) allocSlow(t *Thread, n int64) MemoryBlock {
	c, n := (*Class)(m), max(n, 0)
	if t != nil && t.schema == c.schema {
		v := t.lock.Open()
		byThread := c.memoryMode()&memoryByThread != 0
		count := byThread && t.enabled.Load()
		if count {
			t.countMemory(c, memoryCount{countAlloc: 1, bytesAlloc: uint64(n)}, n)
		}
		t.lock.Close(v)
		if count {
			return MemoryBlock{m, n}
		}
		if byThread {
			return MemoryBlock{}
		}
	}
	// Of a Thread that is not INSTRUMENTED counts what is not counted by thread.
	c.countMemory(memoryCount{countAlloc: 1, bytesAlloc: uint64(n)})
	return MemoryBlock{m, ^n}
}

//go:noinline
func (m *Memory) free(t *Thread, size int64) {
	c := (*Class)(m)
	i := c.index % memoryCacheSize
	if t == nil || size < 0 || t.memoryCache.class[i] != c {
		m.freeSlow(t, size)
		return
	}
	v := t.lock.OpenPlain()
	body, mode := t.stats.memory.Body(), c.memoryMode()
	if t.memoryCache.body != body || mode != memoryByThread {
		t.lock.Close(v)
		m.freeSlow(t, size)
		return
	}
	b := t.memoryCache.stat[i]
	b.countFree++
	b.bytesFree += uint64(size)
	use := b.use()
	t.memory.total -= size
	if use.count < b.bottom.count || use.bytes < b.bottom.bytes {
		m.freeAdjust(t, b, v)
		return
	}
	t.lock.Close(v)
}

//go:noinline
func (m *Memory) freeAdjust(t *Thread, b *memoryStat, v uint64) {
	t.markMemory((*Class)(m), b)
	t.lock.Close(v)
}

// freeSlow is free in all cases.
//
//go:noinline
func (m *Memory) freeSlow(t *Thread, size int64) {
	c := (*Class)(m)
	n, direct := blockBytes(size)
	c.countChange(t, direct, memoryCount{countFree: 1, bytesFree: uint64(n)}, -n)
}

// countChange counts a release or a new size, after which a thread has n bytes
// more or less in use: on t, on those who have inherited what it had, or, for a
// block that was counted on no Thread, on none.
func (c *Class) countChange(t *Thread, direct bool, change memoryCount, n int64) {
	switch {
	case direct || t == nil || t.schema != c.schema:
		c.countMemory(change)
	case t.ended.Load():
		t.countEnded(c, change)
	default:
		v := t.lock.Open()
		t.countMemory(c, change, n)
		t.lock.Close(v)
	}
}

//go:noinline
func (b *MemoryBlock) resize(t *Thread, n int64) {
	n = max(n, 0)
	c := (*Class)(b.memory)
	old, direct := blockBytes(b.size)
	if b.size = n; direct {
		b.size = ^n
	}
	// What a Thread allocated and none resizes is still the Thread's to free: the
	// difference is nobody's.
	c.countChange(t, direct, memoryCount{1, 1, uint64(n), uint64(old)}, n-old)
}

// countMemory counts in the thread's stat of a class, which has n bytes more or
// less in use then. Only the writer calls it, inside its write section.
func (t *Thread) countMemory(c *Class, change memoryCount, n int64) {
	t.memory.used = true
	b := t.memoryCache.at(&t.stats.memory, c)
	b.memoryCount.add(&change)
	mode := c.memoryMode()
	t.memory.add(n, mode)
	if !b.holds(b.use()) {
		t.markMemory(c, b)
	}
	if mode&memoryWatched != 0 {
		t.publishMemory(c, b, n)
	}
}

// memoryMode is how allocations and releases of one class are counted: its FLAGS
// and the consumers in one word. Whether it counts what is allocated, its ENABLED
// and global_instrumentation, is a word of its own: what was counted is released
// whatever that says.
type memoryMode uint32

const (
	// memoryByThread: thread_instrumentation is on and the class has more than
	// global statistics.
	memoryByThread memoryMode = 1 << iota
	// memoryControlled: FLAGS has controlled.
	memoryControlled
	// memoryWatched: an alarm looks at what the class has in use.
	memoryWatched
)

func (c *Class) memoryMode() memoryMode { return memoryMode(c.memory.Load()) }

// refreshMemoryMode makes the modes of a memory class follow its state and the
// consumers. modeMu is held.
func (c *Class) refreshMemoryMode() {
	on := c.schema.consumerSet()
	var m memoryMode
	if on.has(ConsumerThreadInstrumentation) && c.flags&FlagGlobal == 0 {
		m |= memoryByThread
	}
	if c.Controlled() {
		m |= memoryControlled
	}
	if c.watched {
		m |= memoryWatched
	}
	c.memory.Store(uint32(m))
	c.mode.Store(uint32(asInt(c.Enabled() && on.has(ConsumerGlobalInstrumentation))))
}

// memoryCacheSize is a power of two.
const memoryCacheSize = 8

// memoryCache remembers a thread's stats of the classes it used last. It knows
// them by their class, not by its number, so that one look also says that the
// class is of the thread's Schema. Only the thread's writer uses it; whether the
// body is still the thread's it asks inside its write section.
type memoryCache struct {
	class [memoryCacheSize]*Class
	stat  [memoryCacheSize]*memoryStat
	body  *stat.Body[memoryStat] // that the stats are of
}

// at returns the stat of a class, made if absent.
func (m *memoryCache) at(t *stat.Table[memoryStat], c *Class) *memoryStat {
	i, body := c.index%memoryCacheSize, t.Body()
	if m.class[i] == c && m.body == body {
		return m.stat[i]
	}
	b := t.At(int(c.index))
	// Somebody may have taken the content before that: then b is of the next, and
	// may be of none after it.
	if body = t.Body(); body != nil && seqlock.OpenPlainOrders() {
		if m.body != body {
			*m = memoryCache{body: body}
		}
		m.class[i], m.stat[i] = c, b
	}
	return b
}

// Memory copies the thread's totals. Any goroutine may call it.
func (t *Thread) Memory() record.ThreadMemory {
	if t == nil {
		return record.ThreadMemory{}
	}
	var m memoryTotals
	for {
		v := t.lock.Start()
		m = t.memory
		peak := t.peakMemory(-1)
		m.controlledHigh, m.totalHigh = peak.controlled, peak.total
		if t.lock.Valid(v) {
			break
		}
	}
	size := func(n int64) uint64 { return uint64(max(n, 0)) }
	return record.ThreadMemory{
		Controlled: size(m.controlled), MaxControlled: size(m.controlledHigh), Total: size(m.total), MaxTotal: size(m.totalHigh),
	}
}

// sessionMemory is the most memory that a session of an account had.
type sessionMemory struct{ controlled, total uint64 }

func (s *sessionMemory) raise(m record.ThreadMemory) {
	s.controlled, s.total = max(s.controlled, m.MaxControlled), max(s.total, m.MaxTotal)
}

// raiseSessions gives the rows of a thread's account what it had at most.
// accounts.mu is held.
func (t *Thread) raiseSessions() {
	h := t.home.Load()
	if h == nil || t.owner != nil {
		return
	}
	m := t.Memory()
	for _, a := range []*account{h.account, h.user, h.host} {
		if a != nil {
			a.sessions.raise(m)
		}
	}
}
