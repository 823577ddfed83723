package dolt

import (
	"context"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"

	"github.com/perfschema/perfschema/server/dolt/chunkstore"
)

// chunkStore is the store of one database's chunks, measured, with what holds its callers up
// a wait for the store's lock. Garbage collection does not wait here.
type chunkStore struct {
	*chunkstore.Store
	lock storeLock
}

// Get implements chunks.ChunkStore.
func (s *chunkStore) Get(ctx context.Context, h hash.Hash) (chunks.Chunk, error) {
	s.lock.pass()
	return s.Store.Get(ctx, h)
}

// GetMany implements chunks.ChunkStore.
func (s *chunkStore) GetMany(ctx context.Context, hashes hash.HashSet, found func(context.Context, *chunks.Chunk)) error {
	s.lock.pass()
	return s.Store.GetMany(ctx, hashes, found)
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

// Put implements chunks.ChunkStore.
func (s *chunkStore) Put(ctx context.Context, c chunks.Chunk, addrs chunks.GetAddrsCurry) error {
	s.lock.pass()
	return s.Store.Put(ctx, c, addrs)
}

// Commit implements chunks.ChunkStore. The running goroutine is shown to hold the lock
// meanwhile.
func (s *chunkStore) Commit(ctx context.Context, current, last hash.Hash) (bool, error) {
	t := s.lock.hold()
	ok, err := s.Store.Commit(ctx, current, last)
	s.lock.release(t)
	return ok, err
}
