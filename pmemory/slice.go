package pmemory

import (
	"unsafe"

	"github.com/perfschema/perfschema"
)

// Slice is a slice whose memory is counted: what there is room for, not what is
// in use. The zero value is empty and counts nothing. One goroutine at a time
// may use it.
type Slice[T any] struct {
	items  []T
	memory *perfschema.Memory
	block  perfschema.MemoryBlock
}

// Make is make([]T, length, capacity), counted with m on t, or on no Thread if t
// is nil. It panics where make does.
func Make[T any](m *perfschema.Memory, t *perfschema.Thread, length, capacity int) Slice[T] {
	s := Slice[T]{items: make([]T, length, capacity), memory: m}
	s.count(t)
	return s
}

// Items is the slice. It is valid until it grows or is freed.
func (s *Slice[T]) Items() []T { return s.items }

// Append adds values to the end. What it grows by is counted on t.
func (s *Slice[T]) Append(t *perfschema.Thread, values ...T) {
	old := cap(s.items)
	s.items = append(s.items, values...)
	if cap(s.items) != old {
		s.count(t)
	}
}

// Truncate keeps the first n values and their room. It panics if there are
// fewer.
func (s *Slice[T]) Truncate(n int) {
	clear(s.items[n:])
	s.items = s.items[:n]
}

// Free gives the memory up: the slice is empty, and counted again once it grows.
// To free it again does nothing.
func (s *Slice[T]) Free(t *perfschema.Thread) {
	s.items = nil
	s.block.Free(t)
}

// count counts the room there is. An array that was not counted is a new one
// when it grows.
func (s *Slice[T]) count(t *perfschema.Thread) {
	var v T
	size := int64(cap(s.items)) * int64(unsafe.Sizeof(v))
	switch {
	case s.block.Counted():
		s.block.Resize(t, size)
	case size > 0:
		s.block = s.memory.Alloc(t, size)
	}
}
