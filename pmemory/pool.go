package pmemory

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Pool is [sync.Pool], counted: what it holds for its next use, until somebody
// gets it or the garbage collector takes it. That is memory of no Thread. What
// was got from it is not counted; its holder may do so. The zero value is an
// uncounted sync.Pool.
//
// While the instrument is off Get and Put cost what they cost in sync.Pool and a
// load more; else some hundred nanoseconds, most of them for figures that
// several cores share. It allocates nothing that the twin does not, but two
// small objects the first time it holds so many.
type Pool struct {
	// New makes a value when there is none. It must not change while Get is
	// called.
	New func() any

	pool     sync.Pool // of values and of *held
	empty    sync.Pool // of *held
	counting atomic.Pointer[counting]
}

// counting is what a Pool is counted with.
type counting struct {
	memory *perfschema.Memory
	size   func(any) int64
}

// held is a value in the pool. Its block stands apart: it is released when the
// collector takes the held.
type held struct {
	value any
	block *perfschema.MemoryBlock
}

// Init attaches p to an instrument; with a nil m to none. size is how many bytes
// a value takes. It may be called at any time, also again.
func (p *Pool) Init(m *perfschema.Memory, size func(any) int64) {
	if m == nil || size == nil {
		p.counting.Store(nil)
		return
	}
	p.counting.Store(&counting{m, size})
}

// Put is [sync.Pool.Put].
func (p *Pool) Put(x any) {
	c := p.counting.Load()
	if c == nil || x == nil || !c.memory.Counting() {
		p.pool.Put(x)
		return
	}
	h, _ := p.empty.Get().(*held)
	if h == nil {
		h = &held{block: new(perfschema.MemoryBlock)}
		runtime.AddCleanup(h, release, h.block)
	}
	h.value, *h.block = x, c.memory.Alloc(nil, c.size(x))
	p.pool.Put(h)
}

func release(b *perfschema.MemoryBlock) { b.Free(nil) }

// Get is [sync.Pool.Get].
func (p *Pool) Get() any {
	x := p.pool.Get()
	if h, ok := x.(*held); ok {
		x = h.value
		h.value = nil
		h.block.Free(nil)
		p.empty.Put(h)
	}
	if x == nil && p.New != nil {
		x = p.New()
	}
	return x
}
