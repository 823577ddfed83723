package stat

import (
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/heapsize"
	"github.com/perfschema/perfschema/internal/seqlock"
)

// chunkSize stats are made at a time. With their classes, 15 stats of a
// Timer fill an allocation of 512 bytes to the last two.
const chunkSize = 15

// Table holds one stat of T per class its writer has touched, and two bytes
// for each class it has not. The writer updates a stat inside its thread's
// write section; anybody else may take the whole content away, and must then
// wait for that section to close before reading it.
type Table[T any] struct {
	size   int
	sparse bool
	body   atomic.Pointer[Body[T]]
}

// Body is the content of a Table.
type Body[T any] struct {
	// index gives by class the chunk, shifted by 4, and 1 + the position in it. A
	// sparse table has none.
	index  []uint16
	chunks []*chunk[T]
	n      int
}

type chunk[T any] struct {
	class [chunkSize]uint16
	stat  [chunkSize]T
}

// NewTable makes room for size classes, at most 60,000; no stat exists yet.
func NewTable[T any](size int) Table[T] { return Table[T]{size: size} }

// NewSparse makes room for size classes of which a writer touches few: it takes
// no memory for those it does not, and finds one by looking at those it has.
func NewSparse[T any](size int) Table[T] { return Table[T]{size: size, sparse: true} }

// At returns the stat of class i, made if absent. Only the writer calls it,
// inside its write section. It returns nil if i is out of range.
func (t *Table[T]) At(i int) *T {
	if b := t.body.Load(); b != nil && uint(i) < uint(len(b.index)) {
		if k := b.index[i]; k != 0 {
			return &b.chunks[k>>4].stat[k&15-1]
		}
	}
	return t.add(i)
}

func (t *Table[T]) add(i int) *T {
	if uint(i) >= uint(t.size) {
		return nil
	}
	if t.sparse {
		return t.search(uint16(i))
	}
	b := t.body.Load()
	if b == nil {
		b = &Body[T]{index: make([]uint16, t.size), chunks: make([]*chunk[T], (t.size+chunkSize-1)/chunkSize)}
		// Only what is new is stored: what was there may be gone by now, and
		// who took it waits for this section before reading it.
		t.body.Store(b)
	}
	c, at := b.n/chunkSize, b.n%chunkSize
	if at == 0 {
		b.chunks[c] = new(chunk[T])
	}
	b.index[i] = uint16(c<<4 | (at + 1))
	return b.append(uint16(i))
}

// append gives a class the next stat, whose chunk is there.
func (b *Body[T]) append(class uint16) *T {
	c, at := b.chunks[b.n/chunkSize], b.n%chunkSize
	c.class[at] = class
	b.n++
	return &c.stat[at]
}

// search is At of a sparse table.
func (t *Table[T]) search(class uint16) *T {
	b := t.body.Load()
	if b != nil {
		for k := range b.n {
			if c := b.chunks[k/chunkSize]; c.class[k%chunkSize] == class {
				return &c.stat[k%chunkSize]
			}
		}
		if b.n%chunkSize != 0 {
			return b.append(class)
		}
	}
	// Who reads the old body meanwhile sees its stats, which are those of the new
	// one. If it has been taken away, this is the first stat of another.
	if b != nil {
		grown := &Body[T]{n: b.n, chunks: make([]*chunk[T], len(b.chunks)+1)}
		copy(grown.chunks, b.chunks)
		grown.chunks[len(b.chunks)] = new(chunk[T])
		if t.body.CompareAndSwap(b, grown) {
			return grown.append(class)
		}
	}
	first := &Body[T]{chunks: []*chunk[T]{new(chunk[T])}}
	t.body.Store(first)
	return first.append(class)
}

// Take removes the content and returns it; nil if there is none.
func (t *Table[T]) Take() *Body[T] {
	if t.body.Load() == nil {
		return nil
	}
	return t.body.Swap(nil)
}

// Body returns the content as it stands, nil if there is none. Where there is
// a writer, read it with [Body.Snapshot] only.
func (t *Table[T]) Body() *Body[T] { return t.body.Load() }

// EachChunk visits the stats of a body nobody writes to, some at a time with
// the class of each.
func (b *Body[T]) EachChunk(visit func(classes []uint16, stats []T)) {
	if b == nil {
		return
	}
	for left, i := b.n, 0; left > 0; left, i = left-chunkSize, i+1 {
		n := min(left, chunkSize)
		visit(b.chunks[i].class[:n], b.chunks[i].stat[:n])
	}
}

// Each visits the stats of a body nobody writes to.
func (b *Body[T]) Each(visit func(i int, v *T)) {
	if b == nil {
		return
	}
	for k := range b.n {
		c := b.chunks[k/chunkSize]
		visit(int(c.class[k%chunkSize]), &c.stat[k%chunkSize])
	}
}

// Snapshot visits copies of the stats while their writer goes on, some at a
// time with the class of each: a call for every stat would cost as much as
// the rest. Every stat is consistent in itself; lock is that of the writer's
// sections. scratch is what the copies are in until the next.
func (b *Body[T]) Snapshot(lock *seqlock.Lock, scratch *Scratch[T], visit func(classes []uint16, stats []T)) {
	if b == nil {
		return
	}
	for i := 0; ; i++ {
		n := 0
		for {
			v := lock.Start()
			if n = min(b.n-i*chunkSize, chunkSize); n > 0 {
				if c := b.chunks[i]; c != nil {
					scratch.copy = *c
				}
			}
			if lock.Valid(v) {
				break
			}
		}
		if n > 0 {
			visit(scratch.copy.class[:n], scratch.copy.stat[:n])
		}
		if n < chunkSize || i+1 >= len(b.chunks) {
			return
		}
	}
}

// Scratch is the room a Snapshot copies into.
type Scratch[T any] struct{ copy chunk[T] }

// Bytes is the memory a Table takes beyond itself. lock is that of the sections
// its writer writes in, nil where there is none.
func (t *Table[T]) Bytes(lock *seqlock.Lock) uint64 {
	b := t.body.Load()
	if b == nil {
		return 0
	}
	if lock == nil {
		return b.bytes()
	}
	for {
		v := lock.Start()
		n := b.bytes()
		if lock.Valid(v) {
			return n
		}
	}
}

func (b *Body[T]) bytes() uint64 {
	var c chunk[T]
	chunks := (b.n + chunkSize - 1) / chunkSize
	return heapsize.Object(unsafe.Sizeof(*b)) + heapsize.Plain(uintptr(len(b.index))*2) + heapsize.Object(uintptr(len(b.chunks))*8) +
		uint64(chunks)*heapsize.Plain(unsafe.Sizeof(c))
}

// Len is the number of classes there is room for.
func (t *Table[T]) Len() int { return t.size }
