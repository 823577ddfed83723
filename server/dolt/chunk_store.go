package dolt

import (
	"context"
	"sync/atomic"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server/dolt/disk"
)

// chunkStore is the store of one database's chunks, with every chunk read and
// every commit a wait for the file that stands for the store, and what holds them
// up a wait for the store's lock. All else, garbage collection among it, goes to
// the store as it is.
//
// While its instrument is off the store costs a load and a branch a call, and
// about 0.1 µs while it is on; a chunk that is in memory takes 1 µs to read.
//
// A wait counts for the Thread bound to the goroutine that asks. The context's
// Thread will not do: a statement reads on several goroutines at a time.
type chunkStore struct {
	*nbs.GenerationalNBS
	file *perfschema.FileInstance
	lock storeLock
	// journal says whether a commit need not list the journal first.
	journal journalListing
	space   *disk.Space
	// pending are the chunks put since the last commit, and pendingBytes what they
	// take at most. The store may have written some of them already.
	pending, pendingBytes atomic.Int64
	grown                 growth
	puts                  *atomic.Uint64 // of all stores of the data directory
	generations           []generation
	// room is kept for the journal and for its index.
	room, indexRoom disk.Reserve
}

// Get implements chunks.ChunkStore: a read of one chunk.
func (s *chunkStore) Get(ctx context.Context, h hash.Hash) (chunks.Chunk, error) {
	s.lock.pass()
	if !s.file.Watched() {
		return s.GenerationalNBS.Get(ctx, h)
	}
	w := s.file.StartWait(perfschema.Bound(), perfschema.OpRead)
	c, stored, err := s.readOne(ctx, h)
	w.EndBytes(stored)
	return c, err
}

// GetMany implements chunks.ChunkStore: one read, of all the chunks that are
// found, or none if all that the caller wanted was in its cache. It lasts until
// the caller, who is given them from several goroutines, has taken the last.
func (s *chunkStore) GetMany(ctx context.Context, hashes hash.HashSet, found func(context.Context, *chunks.Chunk)) error {
	s.lock.pass()
	if len(hashes) == 0 || !s.file.Watched() {
		return s.GenerationalNBS.GetMany(ctx, hashes, found)
	}
	t := perfschema.Bound()
	w := s.file.StartWait(t, perfschema.OpRead)
	r := newManyRead(ctx, t, found)
	err := s.GenerationalNBS.GetManyCompressed(ctx, hashes, r.take)
	w.EndBytes(r.stored.Load())
	return r.end(err)
}

// Has implements chunks.ChunkStore.
func (s *chunkStore) Has(ctx context.Context, h hash.Hash) (bool, error) {
	s.lock.pass()
	return s.GenerationalNBS.Has(ctx, h)
}

// HasMany implements chunks.ChunkStore.
func (s *chunkStore) HasMany(ctx context.Context, hashes hash.HashSet) (hash.HashSet, error) {
	s.lock.pass()
	return s.GenerationalNBS.HasMany(ctx, hashes)
}

// Root implements chunks.ChunkStore: where every transaction begins.
func (s *chunkStore) Root(ctx context.Context) (hash.Hash, error) {
	s.lock.pass()
	return s.GenerationalNBS.Root(ctx)
}

// Rebase implements chunks.ChunkStore.
func (s *chunkStore) Rebase(ctx context.Context) error {
	s.lock.pass()
	return s.GenerationalNBS.Rebase(ctx)
}

// Put implements chunks.ChunkStore. The store keeps the chunk in memory, and
// writes it, compressed, when that is full or with the next commit: that is when
// it counts as written.
func (s *chunkStore) Put(ctx context.Context, c chunks.Chunk, addrs chunks.GetAddrsCurry) error {
	if err := s.roomFor(int64(c.Size())); err != nil {
		return err
	}
	s.puts.Add(1)
	s.lock.pass()
	return s.GenerationalNBS.Put(ctx, c, addrs)
}

// Commit implements chunks.ChunkStore: a sync, which writes what Put left in
// memory and the new root, and waits until the disk has them, and a write of the
// bytes that this was. One that lost a race for the root counts too.
func (s *chunkStore) Commit(ctx context.Context, current, last hash.Hash) (bool, error) {
	t := s.lock.hold()
	w := s.file.StartWait(t, perfschema.OpSync)
	ok, err := s.commit(ctx, current, last)
	w.End()
	s.lock.release(t)
	s.countWritten()
	return ok, err
}
