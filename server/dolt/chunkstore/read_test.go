package chunkstore

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema"
)

// systemIO is what the system says that the process has read and written with
// system calls.
func systemIO(t *testing.T) (read, written int64) {
	t.Helper()
	data, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip("the system does not tell what the process reads and writes:", err)
	}
	if _, err := fmt.Sscanf(string(data), "rchar: %d\nwchar: %d\n", &read, &written); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	return read, written
}

// near says that a number is another within so many percent and bytes.
func near(got, want int64, percent, slack int64) bool {
	d := got - want
	return max(d, -d) <= want*percent/100+slack
}

// someChunks are chunks that compress more or less.
func someChunks(n int) (all []chunks.Chunk, bytes int64) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		data := make([]byte, 500+random.IntN(8000))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		text := hex.EncodeToString(data) + strings.Repeat("x", random.IntN(8000))
		all = append(all, chunks.NewChunk([]byte(text)))
		bytes += int64(len(text))
	}
	return all, bytes
}

// What a store says to have read and written is what the system says, and not
// what chunks are before compression.
func TestBytesAreThoseOfTheSystem(t *testing.T) {
	ctx := t.Context()
	s, store := countedStore(t)
	root, err := store.Root(ctx)
	if err != nil {
		t.Fatal(err)
	}
	all, raw := someChunks(1000)
	before := fileIO(t, s)
	_, written := systemIO(t)
	for i, c := range all {
		if err := store.Put(ctx, c, noAddresses); err != nil {
			t.Fatal(err)
		}
		if i%100 == 99 {
			if ok, err := store.Commit(ctx, root, root); err != nil || !ok {
				t.Fatalf("%v, %v", ok, err)
			}
		}
	}
	_, afterwards := systemIO(t)
	after := fileIO(t, s)
	const slack = 64 << 10
	if got, want := after.BytesWritten-before.BytesWritten, afterwards-written; !near(got, want, 1, slack) || near(raw, want, 10, slack) {
		t.Errorf("%d bytes are said to be written, the system wrote %d, chunks have %d", got, want, raw)
	}
	if n := after.Write.Count - before.Write.Count; n != 10 {
		t.Errorf("%d writes in 10 commits", n)
	}

	if hashes := hashesOf(all); len(hashes) != len(all) {
		t.Fatalf("%d chunks are %d", len(all), len(hashes))
	}
	readsAreTheSystems(t, s, store, all)
}

func hashesOf(all []chunks.Chunk) hash.HashSet {
	hashes := hash.HashSet{}
	for _, c := range all {
		hashes.Insert(c.Hash())
	}
	return hashes
}

// readsAreTheSystems reads chunks together, one by one, and one by one on several
// goroutines, and compares the bytes with those that the system has read.
func readsAreTheSystems(t *testing.T, s *perfschema.Schema, store *Store, all []chunks.Chunk) {
	t.Helper()
	ctx := t.Context()
	one := func(part []chunks.Chunk) {
		for _, c := range part {
			if got, err := store.Get(ctx, c.Hash()); err != nil || !bytes.Equal(got.Data(), c.Data()) {
				t.Errorf("chunk %s has %d bytes: %v", c.Hash(), got.Size(), err)
			}
		}
	}
	for _, way := range []struct {
		name string
		read func()
	}{
		{"together", func() {
			var found atomic.Int64
			err := store.GetMany(ctx, hashesOf(all), func(_ context.Context, c *chunks.Chunk) {
				if hash.Of(c.Data()) != c.Hash() {
					t.Errorf("chunk %s has other data", c.Hash())
				}
				found.Add(1)
			})
			if err != nil || found.Load() != int64(len(all)) {
				t.Errorf("%d chunks of %d were found: %v", found.Load(), len(all), err)
			}
		}},
		{"one by one", func() { one(all) }},
		{"at a time", func() {
			var readers sync.WaitGroup
			for part := range slices.Chunk(all, (len(all)+3)/4) {
				readers.Go(func() { one(part) })
			}
			readers.Wait()
		}},
	} {
		before := fileIO(t, s)
		from, _ := systemIO(t)
		way.read()
		to, _ := systemIO(t)
		after := fileIO(t, s)
		// Beside the chunks are reads of /proc, and a dictionary of 4 KiB an archive.
		if got, want := after.BytesRead-before.BytesRead, to-from; !near(got, want, 0, 16<<10) || want == 0 {
			t.Errorf("%d bytes are said to be read %s, the system read %d", got, way.name, want)
		}
	}
}

// addFile writes chunks to a file of a store, as a garbage collection does.
func addFile(t *testing.T, store any, w nbs.GenericTableWriter, all []chunks.Chunk) {
	t.Helper()
	for _, c := range all {
		if _, err := w.AddChunk(nbs.ChunkToCompressedChunk(c)); err != nil {
			t.Fatal(err)
		}
	}
	_, name, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	files, ok := store.(chunks.TableFileStore)
	if !ok {
		t.Fatalf("a %T takes no files", store)
	}
	err = files.WriteTableFile(t.Context(), name, 0, w.ChunkCount(), nil, func() (io.ReadCloser, uint64, error) {
		r, err := w.Reader()
		return r, w.FullLength(), err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := files.AddTableFilesToManifest(t.Context(), map[string]int{strings.TrimSuffix(name, nbs.ArchiveFileSuffix): w.ChunkCount()}, noAddresses); err != nil {
		t.Fatal(err)
	}
}

// noAddresses says of chunks that they refer to no other.
func noAddresses(chunks.Chunk) chunks.GetAddrsCb {
	return func(context.Context, hash.HashSet, chunks.PendingRefExists) error { return nil }
}

// It is so whatever files the chunks are in: those that a garbage collection leaves,
// with a dictionary and without, and also where the journal has them as well, compressed
// otherwise.
func TestBytesReadAreThoseOfTheSystemInAllFiles(t *testing.T) {
	archive := func(t *testing.T) nbs.GenericTableWriter {
		w, err := nbs.NewArchiveStreamWriter(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	table := func(t *testing.T) nbs.GenericTableWriter {
		w, err := nbs.NewCmpChunkTableWriter(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	for name, tt := range map[string]struct {
		writer func(*testing.T) nbs.GenericTableWriter
		chunks int
		old    bool
	}{
		"a table file":          {table, 300, false},
		"an old table file":     {table, 300, true},
		"an archive":            {archive, 2000, false},
		"an old archive":        {archive, 2000, true},
		"an archive of few":     {archive, 300, false}, // too few for a dictionary
		"an old archive of few": {archive, 300, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, store := countedStore(t)
			in := any(store.NewGen())
			if tt.old {
				in = store.OldGen()
			}
			all, _ := someChunks(tt.chunks)
			addFile(t, in, tt.writer(t), all)
			readsAreTheSystems(t, s, store, all)

			root, err := store.Root(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range all[:100] {
				if err := store.Put(t.Context(), c, noAddresses); err != nil {
					t.Fatal(err)
				}
			}
			if ok, err := store.Commit(t.Context(), root, root); err != nil || !ok {
				t.Fatalf("%v, %v", ok, err)
			}
			readsAreTheSystems(t, s, store, all)
		})
	}
}

// What was put and not committed is read from memory.
func TestReadsFromMemoryAreNoBytes(t *testing.T) {
	ctx := t.Context()
	s, store := countedStore(t)
	all, _ := someChunks(20)
	before := fileIO(t, s)
	for _, c := range all {
		if err := store.Put(ctx, c, noAddresses); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Get(ctx, c.Hash()); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.GetMany(ctx, hashesOf(all), func(context.Context, *chunks.Chunk) {}); err != nil {
		t.Fatal(err)
	}
	after := fileIO(t, s)
	if n := after.BytesRead - before.BytesRead; n != 0 || after.BytesWritten != before.BytesWritten {
		t.Errorf("%d bytes read of what nobody wrote: %+v", n, after)
	}
}

// BenchmarkChunkRead reads single chunks from the journal, and says besides what it
// costs to have their bytes: the part of a read that looks up where a chunk lies.
func BenchmarkChunkRead(b *testing.B) {
	for name, rule := range map[string]string{"disabled": "wait/io/file/%=OFF", "timed": "wait/io/file/%=ON"} {
		b.Run(name, func(b *testing.B) {
			_, store := countedStore(b, rule)
			all, _ := someChunks(2000)
			for _, c := range all {
				if err := store.Put(b.Context(), c, noAddresses); err != nil {
					b.Fatal(err)
				}
			}
			root, err := store.Root(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			if ok, err := store.Commit(b.Context(), root, root); err != nil || !ok {
				b.Fatalf("%v, %v", ok, err)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := store.Get(b.Context(), all[i%len(all)].Hash()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
