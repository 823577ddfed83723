package perfschema

// CountBrief counts an allocation of n bytes on t that is released before anything else is
// allocated: [Memory.Alloc] and [MemoryBlock.Free] in one write section. The high-water marks
// of the instrument, the Thread and the running statement include it. Only t's writer may call
// it. It takes no lock, and allocates nothing once the Thread has used the instrument.
//
//go:noinline
func (m *Memory) CountBrief(t *Thread, n int64) {
	if m == nil || m.mode.Load() == 0 {
		return
	}
	c := (*Class)(m)
	i := c.index % memoryCacheSize
	if t == nil || n < 0 || t.memoryCache.class[i] != c || !t.enabled.Load() {
		m.countBriefSlow(t, n)
		return
	}
	v := t.lock.OpenPlain()
	b, mode := t.memoryCache.stat[i], memoryMode(c.memory.Load())
	total, controlled := t.memory.total+n, int64(0)
	if mode&memoryControlled != 0 {
		controlled = t.memory.controlled + n
	}
	if t.memoryCache.body != t.stats.memory.Body() || mode&^memoryControlled != memoryByThread ||
		int64(b.countAlloc-b.countFree) >= b.top.count || int64(b.bytesAlloc-b.bytesFree)+n > b.top.bytes {
		t.lock.Close(v)
		m.countBriefSlow(t, n)
		return
	}
	b.countAlloc++
	b.countFree++
	b.bytesAlloc += uint64(n)
	b.bytesFree += uint64(n)
	if total > t.memory.totalHigh {
		t.memory.totalHigh = total
	}
	if controlled > t.memory.controlledHigh {
		t.memory.controlledHigh = controlled
	}
	t.lock.Close(v)
}

// countBriefSlow is CountBrief where the block may move a mark, or t may not count.
func (m *Memory) countBriefSlow(t *Thread, n int64) {
	b := m.Alloc(t, n)
	b.Free(t)
}
