package perfschema

import (
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/slab"
	"github.com/perfschema/perfschema/internal/stat"
)

// buffer measures the instances of a list; more is what one takes beyond
// itself.
func (l *instanceList[T]) buffer(more func(*T) uint64) buffer {
	var v T
	b := buffer{size: uint64(unsafe.Sizeof(v))}
	for _, in := range l.all() {
		b.count++
		b.memory += b.size
		if more != nil {
			b.memory += more(in)
		}
	}
	l.mu.Lock()
	b.memory += uint64(len(l.pages)*pageSize+cap(l.free)) * 8
	l.mu.Unlock()
	return b
}

func mutexBuffer(s *Schema) buffer {
	return s.mutexes.buffer(func(m *MutexInstance) uint64 {
		n := uint64(unsafe.Sizeof(stat.Owned{}))
		if m.failed.Load() != nil {
			n += uint64(unsafe.Sizeof(stat.Shared{}))
		}
		return n
	})
}

func (o *objectName) bytes() uint64 {
	return uint64(unsafe.Sizeof(*o)) + uint64(len(o.kind)+len(o.schema)+len(o.name))
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
		b.count, b.memory = 1, b.size
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
	n := uint64(len(l.base)) * uint64(unsafe.Sizeof(memoryCount{}))
	if p := l.marks.Load(); p != nil {
		n += sharedBytes(*p)
	}
	return n
}

// bytes is what is kept of memory beside the summaries.
func (m *memoryState) bytes() uint64 {
	m.sources.mu.Lock()
	defer m.sources.mu.Unlock()
	return m.level.bytes() + uint64(len(m.published))*uint64(unsafe.Sizeof(memoryPublished{})) + uint64(len(m.sources.seen))*uint64(unsafe.Sizeof(seenMemory{}))
}

func sharedBytes[T any](p []atomic.Pointer[T]) uint64 {
	var v T
	n := uint64(len(p)) * 8
	for i := range p {
		if p[i].Load() != nil {
			n += uint64(unsafe.Sizeof(v))
		}
	}
	return n
}
