package perfschema

// Disown says that the block is no longer t's, on which it was counted: from here
// on it counts globally alone, as what was allocated on no Thread does, until
// another claims it. Only t's writer may call it. Of a block that is not counted,
// or already on no Thread, it does nothing.
//
// With [MemoryBlock.Claim] it hands memory from one Thread to the next, each of
// which writes its own row: a request's buffer that a background worker keeps.
// Each counts as a release and an allocation. Source: MySQL's my_claim().
func (b *MemoryBlock) Disown(t *Thread) {
	n, direct := blockBytes(b.size)
	c := (*Class)(b.memory)
	if c == nil || direct || t == nil {
		return
	}
	b.memory.free(t, b.size)
	c.countMemory(memoryCount{countAlloc: 1, bytesAlloc: uint64(n)})
	b.size = ^n
}

// Claim says that the block, which was counted on no Thread, is t's from here
// on. Only t's writer may call it. A block that still counts on another Thread
// stays there: that one has to disown it first. Where t counts nothing the block
// stays on no Thread.
func (b *MemoryBlock) Claim(t *Thread) {
	n, direct := blockBytes(b.size)
	c := (*Class)(b.memory)
	if c == nil || !direct || t == nil || t.schema != c.schema {
		return
	}
	v := t.lock.Open()
	mine := c.memoryMode()&memoryByThread != 0 && t.enabled.Load() && !t.ended.Load()
	if mine {
		t.countMemory(c, memoryCount{countAlloc: 1, bytesAlloc: uint64(n)}, n)
	}
	t.lock.Close(v)
	if mine {
		c.countMemory(memoryCount{countFree: 1, bytesFree: uint64(n)})
		b.size = n
	}
}
