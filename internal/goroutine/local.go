package goroutine

import (
	"sync"
	"sync/atomic"
)

// Local gives each goroutine a *T of its own. New goroutines inherit nothing.
// The zero Local is empty. Get takes no lock; Set takes one.
type Local[T any] struct {
	mu    sync.Mutex
	used  int // slots that are or were taken
	table atomic.Pointer[table[T]]
}

// table is an open hash table with a power of two of slots, at most half of
// them used. A slot once given to a goroutine keeps its number, so that others
// may probe past it without a lock.
type table[T any] struct {
	shift uint
	slots []slot[T]
}

type slot[T any] struct {
	id atomic.Uint64 // 0: never used
	v  atomic.Pointer[T]
}

const smallest = 6 // log2 of the slots of the first table

// Get returns the running goroutine's value, or nil. About 2 ns on amd64.
func (l *Local[T]) Get() *T {
	t := l.table.Load()
	if t == nil {
		return nil
	}
	id := current()
	if id == 0 {
		id = ID()
	}
	mask := uint64(len(t.slots) - 1)
	for i := id * 0x9e3779b97f4a7c15 >> (t.shift & 63); ; i++ {
		s := &t.slots[i&mask]
		switch s.id.Load() {
		case id:
			return s.v.Load()
		case 0:
			return nil
		}
	}
}

func (t *table[T]) find(id uint64) *slot[T] {
	mask := uint64(len(t.slots) - 1)
	for i := id * 0x9e3779b97f4a7c15 >> t.shift; ; i++ {
		s := &t.slots[i&mask]
		switch s.id.Load() {
		case id:
			return s
		case 0:
			return nil
		}
	}
}

// Set gives the running goroutine a value and returns the goroutine's number
// for [Local.Clear].
func (l *Local[T]) Set(v *T) uint64 {
	id := ID()
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.table.Load()
	if t != nil {
		if s := t.find(id); s != nil {
			s.v.Store(v)
			return id
		}
	}
	if t == nil || 2*(l.used+1) > len(t.slots) {
		t = l.rebuild(t)
	}
	t.put(id, v)
	l.used++
	return id
}

// put adds a goroutine that is not in the table. The value comes first: who
// finds the number finds the value.
func (t *table[T]) put(id uint64, v *T) {
	mask := uint64(len(t.slots) - 1)
	i := id * 0x9e3779b97f4a7c15 >> t.shift
	for t.slots[i&mask].id.Load() != 0 {
		i++
	}
	t.slots[i&mask].v.Store(v)
	t.slots[i&mask].id.Store(id)
}

// rebuild makes a table of fitting size from the slots that hold a value.
func (l *Local[T]) rebuild(old *table[T]) *table[T] {
	live := 0
	if old != nil {
		for i := range old.slots {
			if old.slots[i].v.Load() != nil {
				live++
			}
		}
	}
	bits := uint(smallest)
	for 1<<bits < 4*(live+1) {
		bits++
	}
	t := &table[T]{shift: 64 - bits, slots: make([]slot[T], 1<<bits)}
	if old != nil {
		for i := range old.slots {
			if v := old.slots[i].v.Load(); v != nil {
				t.put(old.slots[i].id.Load(), v)
			}
		}
	}
	l.used = live
	l.table.Store(t)
	return t
}

// Clear takes the value v from a goroutine, if it has that one. Any goroutine
// may call it.
func (l *Local[T]) Clear(id uint64, v *T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.table.Load(); t != nil {
		if s := t.find(id); s != nil {
			s.v.CompareAndSwap(v, nil)
		}
	}
}
