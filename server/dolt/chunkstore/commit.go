package chunkstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"
)

// journalListing knows of a store whether its manifest lists the journal, which
// it does from the first commit after a garbage collection to the next one.
type journalListing struct {
	listed atomic.Bool
	// mu guards collecting, and is held when listed changes.
	mu         sync.Mutex
	collecting int // the garbage collections that run
}

// found notes that the manifest lists the journal. While garbage is collected
// that may not be so for long.
func (j *journalListing) found() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.listed.Store(j.collecting == 0)
}

// collect notes that a garbage collection begins or, with -1, has ended.
func (j *journalListing) collect(n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.collecting += n
	j.listed.Store(false)
}

// commit makes a root the store's, if there is room for what is pending.
func (s *Store) commit(ctx context.Context, current, last hash.Hash) (bool, error) {
	chunks, bytes := s.pending.Load(), s.pendingBytes.Load()
	if current == last && chunks == 0 {
		return s.GenerationalNBS.Commit(ctx, current, last)
	}
	written, err := s.makeRoom(chunks, bytes)
	if err != nil {
		return false, err
	}
	defer written()
	ok, err := s.commitInOrder(ctx, current, last)
	if ok && err == nil {
		s.pending.Add(-chunks)
		s.pendingBytes.Add(-bytes)
	}
	return ok, err
}

// What a commit writes beside its chunks, and what a chunk takes beside its bytes,
// in the journal and in the index: more than the storage's formats have it.
const (
	rootBytes       = 64 << 10
	recordBytes     = 128
	indexEntryBytes = 64
)

// makeRoom sees to it that what is pending can be written, until the function it
// gives is called.
func (s *Store) makeRoom(chunks, bytes int64) (written func(), err error) {
	if written, err = s.space.Promise(bytes); err != nil {
		return nil, err
	}
	if err = errors.Join(s.room.Keep(bytes+rootBytes), s.indexRoom.Keep(chunks*indexEntryBytes+rootBytes)); err != nil {
		written()
		return nil, err
	}
	return written, nil
}

// commitInOrder makes a root the store's.
//
// The first commit that has a journal makes the manifest list it, and the
// storage writes the manifest first, with the new root, and the root to the
// journal afterwards. Who is killed in between leaves a manifest that names a
// root nobody has, which cannot be told from a journal that lost its end. So the
// journal is listed with the root there is, by a commit that changes nothing
// else.
func (s *Store) commitInOrder(ctx context.Context, current, last hash.Hash) (bool, error) {
	if current != last && !s.journal.listed.Load() {
		if ok, err := s.GenerationalNBS.Commit(ctx, last, last); err != nil || !ok {
			return ok, err
		}
		if err := s.lookForJournal(); err != nil {
			return false, err
		}
	}
	return s.GenerationalNBS.Commit(ctx, current, last)
}

// roomEvery is how many bytes are put before it is checked again that the disk has room.
const roomEvery = 1 << 20

// lookForRoom returns an error if there is no room for so many chunks of so many bytes that
// are put and not committed. The store keeps them in memory until the commit, or until that
// is full.
func (s *Store) lookForRoom(chunks, bytes int64) error {
	written, err := s.makeRoom(chunks, bytes)
	if err != nil {
		return err
	}
	written()
	s.countWritten()
	return nil
}

// lookForJournal reads whether the manifest lists the journal by now. It may not:
// a commit that has nothing new needs no journal.
func (s *Store) lookForJournal() error {
	dir, ok := s.Path()
	if !ok {
		return nil
	}
	f, err := os.Open(filepath.Join(dir, "manifest"))
	if errors.Is(err, os.ErrNotExist) {
		return nil // a store that is being made
	}
	if err != nil {
		return fmt.Errorf("looking for the journal: %w", err)
	}
	defer f.Close()
	manifest, err := nbs.ParseManifest(f)
	if err != nil {
		return fmt.Errorf("looking for the journal: %w", err)
	}
	for i := range manifest.NumTableSpecs() {
		if manifest.GetTableSpecInfo(i).GetName() == chunks.JournalFileID {
			s.journal.found()
		}
	}
	return nil
}

// BeginGC implements chunks.ChunkStoreGarbageCollector. From here on the journal
// may go at any time.
func (s *Store) BeginGC(keeper func(hash.Hash) bool, mode chunks.GCMode) error {
	// All that is collected is copied, in the worst case. What commits write
	// meanwhile finds its own room.
	var collected interface {
		Size(context.Context) (uint64, error)
	} = s
	if young, ok := s.NewGen().(*nbs.NomsBlockStore); ok && mode != chunks.GCMode_Full {
		collected = young
	}
	size, err := collected.Size(context.Background())
	if err != nil {
		return fmt.Errorf("looking for room: %w", err)
	}
	written, err := s.space.Promise(int64(size))
	if err != nil {
		return err
	}
	written()
	s.journal.collect(1)
	if err := s.GenerationalNBS.BeginGC(keeper, mode); err != nil {
		s.journal.collect(-1)
		return err
	}
	return nil
}

// EndGC implements chunks.ChunkStoreGarbageCollector.
func (s *Store) EndGC(mode chunks.GCMode) {
	s.GenerationalNBS.EndGC(mode)
	s.room.Forget()
	s.indexRoom.Forget()
	s.journal.collect(-1)
}
