package gms

import (
	"sync"
	"unsafe"
	"weak"

	"github.com/perfschema/perfschema"
)

// resultBuffers are the large buffers that results have been put in. The engine
// keeps them for later results, in a pool that every process has one of and that
// tells nobody what is in it; the second garbage collection after that takes them.
// Those that no statement has and that are still alive are the pool's. A statement
// that sends few rows may use one, and it counts with the pool all the same.
type resultBuffers struct {
	mu   sync.Mutex
	list []*pooledBuffer
}

// pooledBuffer is one of them.
type pooledBuffer struct {
	inside weak.Pointer[byte]
	end    uintptr // the address behind it, while it is alive
	size   int64
	users  int // statements that have it: two while one hands it to the next
}

// Buffers from this size on are followed.
const pooledLeast = 1 << 20

// use says that a statement puts its result in the buffer that ends where v does.
func (r *resultBuffers) use(v []byte, size int64) *pooledBuffer {
	first := unsafe.SliceData(v)
	end := uintptr(unsafe.Pointer(first)) + uintptr(cap(v))
	r.mu.Lock()
	defer r.mu.Unlock()
	alive := r.list[:0]
	var found *pooledBuffer
	for _, b := range r.list {
		if b.inside.Value() != nil {
			alive = append(alive, b)
			if b.end == end && b.size == size {
				found = b
			}
		}
	}
	clear(r.list[len(alive):])
	r.list = alive
	if found == nil {
		found = &pooledBuffer{inside: weak.Make(first), end: end, size: size}
		r.list = append(r.list, found)
	}
	found.users++
	return found
}

// leave says that a statement has no longer a buffer. pooled: the engine keeps it.
func (r *resultBuffers) leave(b *pooledBuffer, pooled bool) {
	if b == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	b.users--
	if !pooled {
		b.size = 0
	}
}

// kept is how many buffers the pool has, and their bytes.
func (r *resultBuffers) kept() (count, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.list {
		if b.users == 0 && b.size != 0 && b.inside.Value() != nil {
			count++
			bytes += b.size
		}
	}
	return count, bytes
}

// watch has the figure computed when it is read.
func (r *resultBuffers) watch(s *perfschema.Schema, class *perfschema.Memory) {
	s.AddMemorySource(func(yield func(perfschema.MemoryKey, perfschema.MemoryStat) bool) {
		count, bytes := r.kept()
		yield(class.Key(), perfschema.MemoryStat{CountAlloc: uint64(count), BytesAlloc: uint64(bytes)})
	})
}
