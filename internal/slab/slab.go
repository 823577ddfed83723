// Package slab holds rows that come and go while readers look on. Taking and
// freeing a row takes no lock and allocates nothing once the slab has grown;
// it never gives memory back.
package slab

import (
	"iter"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/seqlock"
)

// pageSize is how many rows the slab grows by.
const pageSize = 64

// Slab is a bounded set of rows. Make it with [New]; a nil Slab has no room.
// It is safe for concurrent use; a row in it has one writer at a time.
type Slab[T any] struct {
	limit int
	// free is a stack of free rows: the index of the first plus 1, and above it
	// a number that every change raises, so that no change is mistaken.
	free  atomic.Uint64
	pages atomic.Pointer[[]*page[T]]
	lost  atomic.Uint64

	growing sync.Mutex
	made    int
}

type page[T any] [pageSize]Row[T]

// Row is a row of a Slab.
type Row[T any] struct {
	home  *Slab[T]
	lock  seqlock.Lock
	index uint32
	next  atomic.Uint32 // of the stack of free rows: index plus 1
	taken atomic.Uint64 // how often the row was taken, times numStates, and its state
	live  bool
	value T
}

// The states of a row.
const (
	free uint64 = iota
	taken
	parked
	numStates
)

// New makes a Slab of at most limit rows; no memory is taken yet.
func New[T any](limit int64) *Slab[T] { return &Slab[T]{limit: int(limit)} }

// Handle is a row for who has taken it, until Free. It may be kept: once the row is free
// it does nothing, whoever has the row by then. The zero Handle is that of no row.
type Handle[T any] struct {
	row   *Row[T]
	taken uint64
}

// Take puts v in a free row. It returns the zero Handle, and counts that, if there is none.
func (s *Slab[T]) Take(v T) Handle[T] {
	if s == nil {
		return Handle[T]{}
	}
	r := s.pop()
	for r == nil && s.grow() {
		r = s.pop()
	}
	if r == nil {
		if r = s.unpark(); r == nil {
			s.lost.Add(1)
			return Handle[T]{}
		}
	}
	now := r.taken.Load() - free + taken + numStates
	r.taken.Store(now)
	r.put(v)
	return Handle[T]{r, now}
}

// put shows v to readers.
func (r *Row[T]) put(v T) {
	r.lock.Begin()
	r.value, r.live = v, true
	r.lock.End()
}

// hide shows readers nothing.
func (r *Row[T]) hide() {
	var none T
	r.lock.Begin()
	r.value, r.live = none, false
	r.lock.End()
}

// Made says whether there is, or was, a row: it is not the zero Handle.
func (h Handle[T]) Made() bool { return h.row != nil }

// Row is the row, nil if there is none or it has been freed.
func (h Handle[T]) Row() *Row[T] {
	if r := h.row; r != nil && r.taken.Load() == h.taken {
		return r
	}
	return nil
}

// Change lets readers see what change does to the row as one step. Only the
// row's writer calls it.
func (h Handle[T]) Change(change func(*T)) {
	if r := h.Row(); r != nil {
		r.lock.Begin()
		change(&r.value)
		r.lock.End()
	}
}

// Free gives the row back, one too that is parked; a row that is free already stays so.
// Only the row's writer calls it.
func (h Handle[T]) Free() {
	switch r := h.row; {
	case r == nil:
	case r.taken.Load() == h.taken:
		r.hide()
		r.taken.Store(h.taken - taken + free)
		r.home.push(r)
	case r.taken.CompareAndSwap(h.taken-taken+parked, h.taken-taken+free):
		r.home.push(r)
	}
}

// Park frees the row for whoever finds no other, and else keeps it for Retake, which
// finds it where the caches have it still. Only the row's writer calls it.
func (h Handle[T]) Park() {
	if r := h.Row(); r != nil {
		r.hide()
		r.taken.Store(h.taken - taken + parked)
	}
}

// Retake puts v in the row that Park has kept. It returns the zero Handle if there is
// none, or another has needed it. Only who has parked the row calls it.
func (h Handle[T]) Retake(v T) Handle[T] {
	r := h.row
	if r == nil || !r.taken.CompareAndSwap(h.taken-taken+parked, h.taken+numStates) {
		return Handle[T]{}
	}
	r.put(v)
	return Handle[T]{r, h.taken + numStates}
}

// unpark takes a parked row from who has parked it, nil if there is none. It looks at
// all rows.
func (s *Slab[T]) unpark() *Row[T] {
	if s.pages.Load() == nil {
		return nil
	}
	for _, p := range *s.pages.Load() {
		for i := range p {
			r := &p[i]
			if v := r.taken.Load(); v%numStates == parked && r.taken.CompareAndSwap(v, v-parked+free) {
				return r
			}
		}
	}
	return nil
}

// Value is the row as its writer left it. Only the row's writer calls it.
func (r *Row[T]) Value() *T { return &r.value }

// Address tells the row from all others that are there at the same time.
func (r *Row[T]) Address() uint64 { return uint64(uintptr(unsafe.Pointer(r))) }

// All gives a consistent copy of every row in use.
func (s *Slab[T]) All() iter.Seq2[*Row[T], T] {
	return func(yield func(*Row[T], T) bool) {
		if s == nil || s.pages.Load() == nil {
			return
		}
		for _, p := range *s.pages.Load() {
			for i := range p {
				if v, live := p[i].read(); live && !yield(&p[i], v) {
					return
				}
			}
		}
	}
}

func (r *Row[T]) read() (v T, live bool) {
	for {
		at := r.lock.Start()
		v, live = r.value, r.live
		if r.lock.Valid(at) {
			return v, live
		}
	}
}

// Lost counts the rows that found no room.
func (s *Slab[T]) Lost() uint64 {
	if s == nil {
		return 0
	}
	return s.lost.Load()
}

// ForgetLost sets that count to 0.
func (s *Slab[T]) ForgetLost() {
	if s != nil {
		s.lost.Store(0)
	}
}

// Size is the bytes of one row and the number of rows there is memory for.
func (s *Slab[T]) Size() (row uintptr, rows int) {
	var r Row[T]
	row = unsafe.Sizeof(r)
	if s == nil || s.pages.Load() == nil {
		return row, 0
	}
	return row, len(*s.pages.Load()) * pageSize
}

func (s *Slab[T]) pop() *Row[T] {
	for {
		head := s.free.Load()
		first := uint32(head)
		if first == 0 {
			return nil
		}
		r := s.at(first - 1)
		if s.free.CompareAndSwap(head, (head>>32+1)<<32|uint64(r.next.Load())) {
			return r
		}
	}
}

func (s *Slab[T]) push(r *Row[T]) {
	for {
		head := s.free.Load()
		r.next.Store(uint32(head))
		if s.free.CompareAndSwap(head, (head>>32+1)<<32|uint64(r.index+1)) {
			return
		}
	}
}

func (s *Slab[T]) at(index uint32) *Row[T] {
	return &(*s.pages.Load())[index/pageSize][index%pageSize]
}

// grow adds a page, or less where the limit is near. It says whether it is
// worth to look for a free row again.
func (s *Slab[T]) grow() bool {
	s.growing.Lock()
	defer s.growing.Unlock()
	if uint32(s.free.Load()) != 0 {
		return true // another writer has grown the slab, or freed a row
	}
	n := min(s.limit-s.made, pageSize)
	if n <= 0 {
		return false
	}
	p := new(page[T])
	var pages []*page[T]
	if old := s.pages.Load(); old != nil {
		pages = *old
	}
	for i := range p {
		p[i].home, p[i].index = s, uint32(s.made+i)
	}
	pages = append(pages[:len(pages):len(pages)], p)
	s.pages.Store(&pages)
	for i := n - 1; i >= 0; i-- {
		s.push(&p[i])
	}
	s.made += n
	return true
}
