package dolt

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/snowset"
)

// manyRead is a read of many chunks, which the storage hands over as they are on
// disk, on up to 16 goroutines at a time: to decompress a chunk and to make use of
// it is work, and no part of the read.
type manyRead struct {
	found    func(context.Context, *chunks.Chunk)
	operator perfschema.OperatorMark // that of who reads
	stored   atomic.Int64
	helped   atomic.Int32
	failed   atomic.Pointer[error]
}

// maxHelped is of how many goroutines of a read at a time the work is shown. A
// statement uses fewer cores than that.
const maxHelped = 4

func newManyRead(t *perfschema.Thread, found func(context.Context, *chunks.Chunk)) *manyRead {
	r := &manyRead{found: found, operator: t.EnterOperator(snowset.OperatorNone, 0)}
	t.LeaveOperator(r.operator)
	return r
}

// take takes over one chunk.
func (r *manyRead) take(ctx context.Context, c nbs.ToChunker) {
	r.stored.Add(int64(c.CompressedSize()))
	if perfschema.Bound() == nil {
		if r.helped.Add(1) <= maxHelped {
			done := gms.Help(ctx)
			perfschema.Bound().LeaveOperator(r.operator)
			defer done()
		}
		defer r.helped.Add(-1)
	}
	chunk, err := c.ToChunk()
	if err != nil {
		r.failed.CompareAndSwap(nil, &err)
		return
	}
	r.found(ctx, &chunk)
}

// end gives the error of the read.
func (r *manyRead) end(err error) error {
	if failed := r.failed.Load(); failed != nil {
		return errors.Join(err, *failed)
	}
	return err
}

// storedSize estimates what chunks take on disk that are read one by one. The
// storage decompresses them itself, and tells where a chunk lies at a third of the
// price of reading it: so it is asked of one chunk in locateEvery. The others are
// taken to be as compressed as these were on average. What lies in memory takes
// nothing.
type storedSize struct {
	reads       atomic.Uint64
	raw, stored atomic.Uint64 // of those that were asked for
}

const (
	locateEvery = 16
	// storedMemory is of how many bytes before compression the average is: older
	// ones count less and less.
	storedMemory = 64 << 20
)

// of is what a chunk of that size takes, or is taken to take.
func (z *storedSize) of(ctx context.Context, store *nbs.GenerationalNBS, h hash.Hash, size int) int64 {
	if size == 0 {
		return 0
	}
	if z.reads.Add(1)%locateEvery == 1 {
		if places, err := store.GetChunkLocations(ctx, hash.NewHashSet(h)); err == nil {
			stored := uint64(0)
			for _, in := range places {
				if r, ok := in[h]; ok {
					stored = uint64(r.Length)
				}
			}
			z.note(uint64(size), stored)
			return int64(stored)
		}
	}
	raw := z.raw.Load()
	if raw == 0 {
		return int64(size)
	}
	return int64(float64(size) * float64(z.stored.Load()) / float64(raw))
}

func (z *storedSize) note(raw, stored uint64) {
	if z.raw.Load() > storedMemory { // others may do the same: the average stays
		z.raw.Store(z.raw.Load() / 2)
		z.stored.Store(z.stored.Load() / 2)
	}
	z.stored.Add(stored)
	z.raw.Add(raw)
}
