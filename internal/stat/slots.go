// Package stat keeps the numbers behind the summary tables: one block per
// instrument class, made when an instrument is first used.
package stat

import "sync/atomic"

// slabSize blocks are made at a time, so that touching a new class allocates
// once in slabSize times.
const slabSize = 8

// Slots holds one block of T per class for one writer. The writer updates a
// block inside its thread's write section; anybody else may take blocks away,
// and must then wait for that section to close before reading them.
type Slots[T any] struct {
	p    []atomic.Pointer[T]
	slab []T
}

// NewSlots makes room for n classes; no block exists yet.
func NewSlots[T any](n int) Slots[T] { return Slots[T]{p: make([]atomic.Pointer[T], n)} }

// At returns the block of class i, made if absent. Only the writer calls it,
// inside its write section. It returns nil if i is out of range.
func (s *Slots[T]) At(i int) *T {
	if uint(i) >= uint(len(s.p)) {
		return nil
	}
	if b := s.p[i].Load(); b != nil {
		return b
	}
	if len(s.slab) == 0 {
		s.slab = make([]T, slabSize)
	}
	b := &s.slab[0]
	s.slab = s.slab[1:]
	s.p[i].Store(b)
	return b
}

// Peek returns the block of class i or nil; any goroutine may call it.
func (s *Slots[T]) Peek(i int) *T { return s.p[i].Load() }

// Take removes the block of class i and returns it, or nil.
func (s *Slots[T]) Take(i int) *T {
	if s.p[i].Load() == nil {
		return nil
	}
	return s.p[i].Swap(nil)
}

// Len is the number of classes there is room for.
func (s *Slots[T]) Len() int { return len(s.p) }

// Blocks counts the blocks that exist.
func (s *Slots[T]) Blocks() int {
	n := 0
	for i := range s.p {
		if s.p[i].Load() != nil {
			n++
		}
	}
	return n
}
