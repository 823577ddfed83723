package chunkstore

import (
	"context"
	"sync/atomic"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server/dolt/disk"
)

// Store is the store of one database's chunks, with every chunk read and
// every commit a wait for the file that stands for the store. All else goes to the
// store as it is.
//
// While its instrument is off the store costs a load and a branch a call, and
// about 0.1 µs while it is on; a chunk that is in memory takes 1 µs to read.
//
// A wait counts for the Thread bound to the goroutine that asks. The context's
// Thread will not do: a statement reads on several goroutines at a time.
type Store struct {
	*nbs.GenerationalNBS
	file *perfschema.FileInstance
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

// Options is what a store is measured and kept from a full disk with.
type Options struct {
	File           *perfschema.FileInstance // that stands for the store; nil records nothing
	Space          *disk.Space
	Puts           *atomic.Uint64 // counts the chunks put
	Journal, Index string         // the files that commits write to
}

// New returns a store of Dolt's that is measured.
func New(g *nbs.GenerationalNBS, o Options) *Store {
	s := &Store{GenerationalNBS: g, generations: generationsOf(g), file: o.File, space: o.Space, puts: o.Puts}
	s.grown.files[0].path, s.grown.files[1].path = o.Journal, o.Index
	s.grown.since()
	s.room.Path, s.indexRoom.Path = o.Journal, o.Index
	return s
}

// Get implements chunks.ChunkStore: a read of one chunk.
func (s *Store) Get(ctx context.Context, h hash.Hash) (chunks.Chunk, error) {
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
func (s *Store) GetMany(ctx context.Context, hashes hash.HashSet, found func(context.Context, *chunks.Chunk)) error {
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

// Put implements chunks.ChunkStore. The store keeps the chunk in memory, and
// writes it, compressed, when that is full or with the next commit: that is when
// it counts as written.
func (s *Store) Put(ctx context.Context, c chunks.Chunk, addrs chunks.GetAddrsCurry) error {
	size := int64(c.Size())
	size += size/6 + recordBytes // what does not compress grows
	count, bytes := s.pending.Add(1), s.pendingBytes.Add(size)
	if s.space.Full.Load() || bytes/roomEvery != (bytes-size)/roomEvery {
		if err := s.lookForRoom(count, bytes); err != nil {
			s.pending.Add(-1)
			s.pendingBytes.Add(-size)
			return err
		}
	}
	s.puts.Add(1)
	return s.GenerationalNBS.Put(ctx, c, addrs)
}

// Commit implements chunks.ChunkStore: a sync, which writes what Put left in
// memory and the new root, and waits until the disk has them, and a write of the
// bytes that this was. One that lost a race for the root counts too.
func (s *Store) Commit(ctx context.Context, current, last hash.Hash) (bool, error) {
	w := s.file.StartWait(perfschema.Bound(), perfschema.OpSync)
	ok, err := s.commit(ctx, current, last)
	w.End()
	s.countWritten()
	return ok, err
}
