package perfschema

import (
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/heapsize"
	"github.com/perfschema/perfschema/internal/slab"
	"github.com/perfschema/perfschema/internal/stat"
)

// buffer measures the instances of a list; more is what one takes beyond
// itself.
func (l *instanceList[T]) buffer(more func(*T) uint64) buffer {
	var v T
	b := buffer{size: uint64(unsafe.Sizeof(v))}
	each := heapsize.Object(unsafe.Sizeof(v))
	for _, in := range l.all() {
		b.count++
		b.memory += each
		if more != nil {
			b.memory += more(in)
		}
	}
	l.mu.Lock()
	b.memory += uint64(len(l.pages))*heapsize.Object(pageSize*8) + heapsize.Plain(uintptr(cap(l.free))*8)
	l.mu.Unlock()
	return b
}

func mutexBuffer(s *Schema) buffer {
	return s.mutexes.buffer(func(m *MutexInstance) uint64 {
		n := heapsize.Plain(unsafe.Sizeof(stat.Owned{}))
		if m.failed.Load() != nil {
			n += heapsize.Plain(unsafe.Sizeof(stat.Shared{}))
		}
		return n
	})
}

func (o *objectName) bytes() uint64 {
	return heapsize.Object(unsafe.Sizeof(*o)) + heapsize.Plain(uintptr(len(o.schema))) + heapsize.Plain(uintptr(len(o.name)))
}

// fileBuffer counts the name twice: the instance has it, and the map that
// finds the instance.
func fileBuffer(s *Schema) buffer {
	return s.files.list.buffer(func(f *FileInstance) uint64 {
		return f.object.Load().bytes() + uint64(unsafe.Sizeof("")) + 8
	})
}

func socketBuffer(s *Schema) buffer {
	return s.sockets.list.buffer(func(k *SocketInstance) uint64 { return k.object.Load().bytes() })
}

func tableBuffer(s *Schema) buffer {
	return s.tables.list.buffer(func(t *TableInstance) uint64 { return 2 * t.object.Load().bytes() })
}

// indexBuffer measures the statistics by index, and by none, of all tables.
func indexBuffer(s *Schema) (b buffer) {
	b.size = uint64(unsafe.Sizeof(tableIndex{}))
	for _, t := range s.tables.list.all() {
		b.count++
		for _, x := range *t.indexes.Load() {
			b.count++
			b.memory += 8 + uint64(len(x.name))
		}
	}
	b.memory += b.count * b.size
	return b
}

func tableLockBuffer(s *Schema) (b buffer) {
	for _, t := range s.tables.list.all() {
		if t.locks.Load() != nil {
			b.count++
		}
	}
	b.size = uint64(unsafe.Sizeof(tableLocks{}))
	b.memory = b.size * b.count
	return b
}

func slabBuffer[T any](s *slab.Slab[T]) buffer { return array(s.Size()) }

// waitBuffer measures the running waits of a thread.
func (t *Thread) waitBuffer() buffer {
	b := buffer{size: uint64(unsafe.Sizeof(waitStack{}))}
	if t.waits.Load() != nil {
		b.count, b.memory = 1, heapsize.Object(uintptr(b.size))
	}
	return b
}

// bytes is the memory of what is counted past all threads.
func (d *directStats) bytes() uint64 {
	return sharedBytes(d.statements) + sharedBytes(d.stages) + sharedBytes(d.transactions) + sharedBytes(d.waits) +
		sharedBytes(d.errors) + sharedBytes(d.memory)
}

// bytes is the memory of the marks.
func (l *memoryLevel) bytes() uint64 {
	n := heapsize.Plain(uintptr(len(l.base)) * unsafe.Sizeof(memoryCount{}))
	if p := l.marks.Load(); p != nil {
		n += sharedBytes(*p)
	}
	return n
}

// bytes is what is kept of memory beside the summaries.
func (m *memoryState) bytes() uint64 {
	m.sources.mu.Lock()
	defer m.sources.mu.Unlock()
	return m.level.bytes() + heapsize.Plain(uintptr(len(m.published))*unsafe.Sizeof(memoryPublished{})) +
		uint64(len(m.sources.seen))*heapsize.Plain(unsafe.Sizeof(seenMemory{})) + heapsize.Map(len(m.sources.seen), 16)
}

func sharedBytes[T any](p []atomic.Pointer[T]) uint64 {
	var v T
	n, each := heapsize.Object(uintptr(len(p))*8), heapsize.Plain(unsafe.Sizeof(v))
	for i := range p {
		if p[i].Load() != nil {
			n += each
		}
	}
	return n
}
