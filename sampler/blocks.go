package sampler

import "unsafe"

const (
	// blockSize is the bytes of a block, those of its link included: a line of a cache.
	blockSize = 64
	// blockRoom is the bytes that a block has room for.
	blockRoom = blockSize - 4
	// chunkBlocks is how many blocks are allocated together.
	chunkBlocks = 1024
)

// block is a part of a chain.
type block struct {
	next int32
	data [blockRoom]byte
}

// blocks keeps bytes of any length in chains of blocks. It has no pointers but to its
// chunks: the garbage collector does not look into them. The zero value is empty.
type blocks struct {
	chunks []*[chunkBlocks]block
	free   int32 // the first that is unused, as in a chain
	unused int   // how many are
}

// chain is a handle of stored bytes. The zero value has none.
type chain struct {
	first int32 // its index + 1, 0 for none
	bytes uint32
}

func (b *blocks) at(i int32) *block { return &b.chunks[(i-1)/chunkBlocks][(i-1)%chunkBlocks] }

// put keeps a copy of data.
func (b *blocks) put(data []byte) (c chain) {
	c.bytes = uint32(len(data))
	for to := &c.first; len(data) > 0; {
		if b.free == 0 {
			b.grow()
		}
		*to = b.free
		x := b.at(*to)
		b.free, x.next = x.next, 0
		b.unused--
		data = data[copy(x.data[:], data):]
		to = &x.next
	}
	return c
}

// get appends what a chain keeps.
func (b *blocks) get(dst []byte, c chain) []byte {
	for i, rest := c.first, int(c.bytes); rest > 0; {
		x := b.at(i)
		dst = append(dst, x.data[:min(rest, blockRoom)]...)
		i, rest = x.next, rest-blockRoom
	}
	return dst
}

// drop empties a chain.
func (b *blocks) drop(c *chain) {
	first := c.first
	if *c = (chain{}); first == 0 {
		return
	}
	last := b.at(first)
	for b.unused++; last.next != 0; b.unused++ {
		last = b.at(last.next)
	}
	last.next, b.free = b.free, first
}

func (b *blocks) grow() {
	first := int32(len(b.chunks)*chunkBlocks) + 1
	b.chunks = append(b.chunks, new([chunkBlocks]block))
	for i := range int32(chunkBlocks) - 1 {
		b.at(first + i).next = first + i + 1
	}
	b.at(first + chunkBlocks - 1).next = b.free
	b.free = first
	b.unused += chunkBlocks
}

// sparse reports whether most of the memory is unused, and enough to make it worth
// copying what is used.
func (b *blocks) sparse() bool {
	total := len(b.chunks) * chunkBlocks
	return len(b.chunks) > sparseChunks && b.unused > total-total/4
}

// sparseChunks is so little memory that it is not given back: half a megabyte.
const sparseChunks = 8

// memory is the bytes that all blocks take.
func (b *blocks) memory() uint64 {
	return uint64(len(b.chunks))*uint64(unsafe.Sizeof([chunkBlocks]block{})) + uint64(cap(b.chunks))*uint64(unsafe.Sizeof(uintptr(0)))
}
