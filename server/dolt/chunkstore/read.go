package chunkstore

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/snowset"
)

// manyRead is a read of many chunks, which the storage hands over as they are on
// disk, on up to 16 goroutines at a time: to decompress a chunk and to make use of
// it is work, and no part of the read.
type manyRead struct {
	found    func(context.Context, *chunks.Chunk)
	operator activity.OperatorMark // that of who reads
	// done is of the context of who reads. The storage hands over what lies in
	// memory with that, and what it reads with one of its own.
	done   <-chan struct{}
	stored atomic.Int64
	helped atomic.Int32
	failed atomic.Pointer[error]
}

// maxHelped is of how many goroutines of a read at a time the work is shown. A
// statement uses fewer cores than that.
const maxHelped = 4

func newManyRead(ctx context.Context, t *perfschema.Thread, found func(context.Context, *chunks.Chunk)) *manyRead {
	r := &manyRead{found: found, done: ctx.Done(), operator: t.EnterOperator(snowset.OperatorNone, 0)}
	t.LeaveOperator(r.operator)
	return r
}

// take takes over one chunk.
func (r *manyRead) take(ctx context.Context, c nbs.ToChunker) {
	if ctx.Done() != r.done {
		r.stored.Add(int64(c.CompressedSize()))
	}
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

// generation is a part of a store: what garbage collection has made old, what is
// young, or both.
type generation interface {
	Get(context.Context, hash.Hash) (chunks.Chunk, error)
	GetChunkLocations(context.Context, hash.HashSet) (map[hash.Hash]map[hash.Hash]nbs.Range, error)
}

// generationsOf are those of a store, in the order in which it looks into them. The
// last is the store itself, which knows chunks that neither of the others has.
func generationsOf(store *nbs.GenerationalNBS) []generation {
	all := make([]generation, 0, 3)
	if old, ok := store.OldGen().(*nbs.NomsBlockStore); ok && old != nil {
		if young, ok := store.NewGen().(*nbs.NomsBlockStore); ok && young != nil {
			all = append(all, old, young)
		}
	}
	return append(all, store)
}

// readOne reads a chunk, and says what it takes on disk. The storage decompresses
// it, and tells only afterwards where it lies: in the generation that had it, as
// another may have it too, compressed in another way.
func (s *Store) readOne(ctx context.Context, h hash.Hash) (c chunks.Chunk, stored int64, err error) {
	for _, g := range s.generations {
		if c, err = g.Get(ctx, h); err != nil {
			return chunks.EmptyChunk, 0, err //nolint:wrapcheck // Dolt compares it
		}
		if c.Size() > 0 {
			return c, storedSize(ctx, g, h), nil
		}
	}
	return c, 0, nil
}

// storedSize is what a chunk takes on disk, 0 for what lies in memory.
func storedSize(ctx context.Context, g generation, h hash.Hash) int64 {
	places, err := g.GetChunkLocations(ctx, hash.NewHashSet(h))
	if err != nil {
		return 0 // the chunk has been read, which is what the caller wants
	}
	for _, in := range places {
		if r, ok := in[h]; ok {
			return int64(r.Length)
		}
	}
	return 0
}
