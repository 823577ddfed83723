package held

import (
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// The engine puts the values of a result in a buffer that it takes from a pool, and
// puts back as large as it has become. Left alone, one large result after another
// makes each buffer of the pool as large as the largest of them. So the pool is kept
// empty: a buffer belongs to a connection, which takes it out of the pool when its
// statement has ended and keeps it for the next one, unless it has grown.

// keptBuffer is how large a buffer may be that a connection keeps between statements.
const keptBuffer = 16 << 10

// Buffer is the buffer of a connection's results.
type Buffer struct {
	kept *sql.ByteBuffer
	size atomic.Int64    // of what is kept
	Used *sql.ByteBuffer // by the running statement, where it is known
	made bool            // Used was given since made was cleared
}

// bufferOwners are the resultBuffers of connections by their Threads, and of those
// that have none by the number of the goroutine.
var bufferOwners sync.Map

// The engine asks for a buffer on the goroutine that drives the statement, which is
// how its connection is found.
func init() {
	sql.ByteBufPool.New = func() any {
		var owner any
		if t := perfschema.Bound(); t != nil {
			owner = t
		} else {
			owner = perfschema.Goroutine()
		}
		if b, ok := bufferOwners.Load(owner); ok {
			return b.(*Buffer).give()
		}
		return sql.NewByteBuffer(ResultBufferSize)
	}
}

// Own takes what is given to an owner, a Thread or the number of a goroutine.
func (b *Buffer) Own(owner any) { bufferOwners.Store(owner, b) }

// Disown gives back what Own has taken.
func (b *Buffer) Disown(owner any) { bufferOwners.CompareAndDelete(owner, b) }

// give gives the connection's buffer to its statement.
func (b *Buffer) give() *sql.ByteBuffer {
	if b.kept == nil {
		b.kept = sql.NewByteBuffer(ResultBufferSize)
	}
	b.Used, b.kept, b.made = b.kept, nil, true
	b.size.Store(0)
	return b.Used
}

// poolTries is how many buffers of others are taken out of the pool to find it empty.
// There is rarely one: where a goroutine changes its processor between putting a
// buffer back and taking it.
const poolTries = 4

// Take takes the statement's buffer back when it has ended, from the pool that the
// engine has put it in.
func (b *Buffer) Take() {
	used := b.Used
	for range poolTries {
		b.made = false
		v, _ := sql.ByteBufPool.Get().(*sql.ByteBuffer)
		if v == nil {
			break
		}
		if b.made { // nothing was in the pool
			b.keep(v)
			break
		}
		if b.kept == nil && ByteBufferSize(v) <= keptBuffer {
			b.keep(v)
		}
		if v == used {
			break
		}
	}
	b.Used = nil
}

func (b *Buffer) keep(v *sql.ByteBuffer) {
	b.kept = v
	b.size.Store(ByteBufferSize(v))
}

// ByteBufferSize is the bytes of a buffer that nothing is in.
func ByteBufferSize(b *sql.ByteBuffer) int64 { return int64(cap(b.Get())) }

// WatchBuffers has what connections keep computed when it is read. each calls yield with the
// buffer of every connection.
func WatchBuffers(s *perfschema.Schema, class *perfschema.Memory, each func(yield func(*Buffer))) {
	s.AddMemorySource(func(yield func(perfschema.MemoryKey, record.MemoryStat) bool) {
		var count uint64
		var bytes int64
		each(func(b *Buffer) {
			if size := b.size.Load(); size != 0 {
				count++
				bytes += size
			}
		})
		yield(class.Key(), record.MemoryStat{CountAlloc: count, BytesAlloc: uint64(bytes)})
	})
}
