package pmemory

import "github.com/perfschema/perfschema"

// Buffers is a pool of byte slices. What it has lent counts on the Thread that
// got it, what it keeps for the next on none. The zero value lends, uncounted.
// It is safe for concurrent use.
type Buffers struct {
	pool   Pool
	memory *perfschema.Memory
}

// NewBuffers makes a pool that counts with m.
func NewBuffers(m *perfschema.Memory) *Buffers {
	b := &Buffers{memory: m}
	b.pool.Init(m, func(x any) int64 {
		if p, ok := x.(*[]byte); ok {
			return int64(cap(*p))
		}
		return 0
	})
	return b
}

// Buffer is a byte slice on loan. The zero value is none. A copy stands for the
// same loan: free one of them only, else two borrowers get the same bytes.
type Buffer struct {
	// Bytes has the length asked for. It may be cut; what is appended beyond its
	// capacity is not the pool's.
	Bytes []byte

	whole *[]byte
	from  *Buffers
	block perfschema.MemoryBlock
}

// Get lends n bytes, whatever is in them. A negative n is 0.
func (p *Buffers) Get(t *perfschema.Thread, n int) Buffer {
	n = max(n, 0)
	whole, _ := p.pool.Get().(*[]byte)
	if whole == nil {
		whole = new([]byte)
	}
	if cap(*whole) < n {
		*whole = make([]byte, n)
	}
	b := Buffer{Bytes: (*whole)[:n], whole: whole, from: p}
	b.block = p.memory.Alloc(t, int64(cap(*whole)))
	return b
}

// Free gives the bytes back; nobody may use them afterwards. The buffer becomes
// zero: to free it again does nothing.
func (b *Buffer) Free(t *perfschema.Thread) {
	if b.from == nil {
		return
	}
	b.block.Free(t)
	b.from.pool.Put(b.whole)
	*b = Buffer{}
}
