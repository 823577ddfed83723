package perfschema

// MemoryBlocks is allocations of one instrument that are counted together: as a
// [MemoryBlock] of each, without one to keep for each. Whether they count is
// decided by the first; the zero value has none.
//
// Its methods must not be called at the same time by several goroutines.
type MemoryBlocks struct {
	memory *Memory
	// count and bytes are in use.
	count, bytes int64
	state        blocksState
}

type blocksState uint8

const (
	blocksNone      blocksState = iota
	blocksUncounted             // the first did not count
	blocksByThread
	blocksDirect // counted on no Thread
)

// Alloc counts allocations, count of them with as many bytes in all, as
// [Memory.Alloc] does. Only t's writer may call it.
func (b *MemoryBlocks) Alloc(t *Thread, m *Memory, count, bytes int64) {
	count, bytes = max(count, 0), max(bytes, 0)
	if b.state == blocksNone {
		b.memory, b.state = m, m.countsOn(t)
	}
	if b.state == blocksUncounted || count == 0 && bytes == 0 {
		return
	}
	b.count += count
	b.bytes += bytes
	b.change(t, memoryCount{countAlloc: uint64(count), bytesAlloc: uint64(bytes)}, bytes)
}

// Free counts the release of some of them, at most of what is in use. t is as in
// [MemoryBlock.Free].
func (b *MemoryBlocks) Free(t *Thread, count, bytes int64) {
	count, bytes = min(max(count, 0), b.count), min(max(bytes, 0), b.bytes)
	if count == 0 && bytes == 0 {
		return
	}
	b.count -= count
	b.bytes -= bytes
	b.change(t, memoryCount{countFree: uint64(count), bytesFree: uint64(bytes)}, -bytes)
}

// FreeAll counts the release of all that is in use; the next Alloc is the first
// again.
func (b *MemoryBlocks) FreeAll(t *Thread) {
	b.Free(t, b.count, b.bytes)
	*b = MemoryBlocks{}
}

func (b *MemoryBlocks) change(t *Thread, c memoryCount, n int64) {
	(*Class)(b.memory).countChange(t, b.state == blocksDirect, c, n)
}

// countsOn says where an allocation on t would count.
func (m *Memory) countsOn(t *Thread) blocksState {
	if !m.Counting() {
		return blocksUncounted
	}
	c := (*Class)(m)
	if t == nil || t.schema != c.schema || c.memoryMode()&memoryByThread == 0 {
		return blocksDirect
	}
	if !t.enabled.Load() {
		return blocksUncounted
	}
	return blocksByThread
}
