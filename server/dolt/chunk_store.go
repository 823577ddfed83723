package dolt

import (
	"context"
	"sync/atomic"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema"
)

// chunkStore is the store of one database's chunks, with every chunk read,
// chunk written and commit a wait for the file that stands for the store. All
// else, garbage collection among it, goes to the store as it is.
//
// While its instrument is off the store costs a load and a branch a call, and
// about 0.1 µs while it is on; a chunk that is in memory takes 1 µs to read.
//
// A wait counts for the Thread bound to the goroutine that asks. The context's
// Thread will not do: a statement reads on several goroutines at a time.
type chunkStore struct {
	*nbs.GenerationalNBS
	file *perfschema.FileInstance
	// journal says whether a commit need not list the journal first.
	journal journalListing
	space   *space
	// pending are the chunks put since the last commit, and pendingBytes what they
	// take at most. The store may have written some of them already.
	pending, pendingBytes atomic.Int64
	// room is kept for the journal and for its index.
	room, indexRoom reserve
}

// Get implements chunks.ChunkStore: a read of one chunk.
func (s *chunkStore) Get(ctx context.Context, h hash.Hash) (chunks.Chunk, error) {
	if !s.file.Watched() {
		return s.GenerationalNBS.Get(ctx, h)
	}
	w := s.file.StartWait(perfschema.Bound(), perfschema.OpRead)
	c, err := s.GenerationalNBS.Get(ctx, h)
	w.EndBytes(int64(c.Size()))
	return c, err
}

// GetMany implements chunks.ChunkStore: one read, of all the chunks that are
// found, or none if all that the caller wanted was in its cache. It lasts until
// the caller, who is given them from several goroutines, has taken the last.
func (s *chunkStore) GetMany(ctx context.Context, hashes hash.HashSet, found func(context.Context, *chunks.Chunk)) error {
	if len(hashes) == 0 || !s.file.Watched() {
		return s.GenerationalNBS.GetMany(ctx, hashes, found)
	}
	w := s.file.StartWait(perfschema.Bound(), perfschema.OpRead)
	var size atomic.Int64
	err := s.GenerationalNBS.GetMany(ctx, hashes, func(ctx context.Context, c *chunks.Chunk) {
		size.Add(int64(c.Size()))
		found(ctx, c)
	})
	w.EndBytes(size.Load())
	return err
}

// Put implements chunks.ChunkStore: a write of one chunk. The store keeps it in
// memory, and writes it to disk when that is full or with the next commit.
func (s *chunkStore) Put(ctx context.Context, c chunks.Chunk, addrs chunks.GetAddrsCurry) error {
	if err := s.roomFor(int64(c.Size())); err != nil {
		return err
	}
	if !s.file.Watched() {
		return s.GenerationalNBS.Put(ctx, c, addrs)
	}
	w := s.file.StartWait(perfschema.Bound(), perfschema.OpWrite)
	err := s.GenerationalNBS.Put(ctx, c, addrs)
	w.EndBytes(int64(c.Size()))
	return err
}

// Commit implements chunks.ChunkStore: a sync, which writes what Put left in
// memory and the new root, and waits until the disk has them. One that lost a
// race for the root counts too.
func (s *chunkStore) Commit(ctx context.Context, current, last hash.Hash) (bool, error) {
	w := s.file.StartWait(perfschema.Bound(), perfschema.OpSync)
	ok, err := s.commit(ctx, current, last)
	w.End()
	return ok, err
}
