package dolt

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
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
	ctx, dir := t.Context(), t.TempDir()
	s, db := countedStore(t, dir)
	store := db.store
	root, err := store.Root(ctx)
	if err != nil {
		t.Fatal(err)
	}
	all, raw := someChunks(1000)
	hashes := hash.HashSet{}
	before := chunkStoreFile(t, s).IO
	_, written := systemIO(t)
	for i, c := range all {
		hashes.Insert(c.Hash())
		err := store.Put(ctx, c, func(chunks.Chunk) chunks.GetAddrsCb {
			return func(context.Context, hash.HashSet, chunks.PendingRefExists) error { return nil }
		})
		if err != nil {
			t.Fatal(err)
		}
		if i%100 == 99 {
			if ok, err := store.Commit(ctx, root, root); err != nil || !ok {
				t.Fatalf("%v, %v", ok, err)
			}
		}
	}
	read, afterwards := systemIO(t)
	after := chunkStoreFile(t, s).IO
	const slack = 64 << 10
	if got, want := after.BytesWritten-before.BytesWritten, afterwards-written; !near(got, want, 1, slack) || near(raw, want, 10, slack) {
		t.Errorf("%d bytes are said to be written, the system wrote %d, chunks have %d", got, want, raw)
	}
	if n := after.Write.Count - before.Write.Count; n != 10 {
		t.Errorf("%d writes in 10 commits", n)
	}

	var found atomic.Int64
	err = store.GetMany(ctx, hashes, func(_ context.Context, c *chunks.Chunk) {
		if hash.Of(c.Data()) != c.Hash() {
			t.Errorf("chunk %s has other data", c.Hash())
		}
		found.Add(int64(c.Size()))
	})
	if err != nil || found.Load() != raw {
		t.Errorf("%d bytes of %d were found: %v", found.Load(), raw, err)
	}
	then, _ := systemIO(t)
	many := chunkStoreFile(t, s).IO
	if got, want := many.BytesRead-after.BytesRead, then-read; !near(got, want, 1, slack) {
		t.Errorf("%d bytes are said to be read together, the system read %d", got, want)
	}

	for _, c := range all {
		if got, err := store.Get(ctx, c.Hash()); err != nil || got.Size() != c.Size() {
			t.Errorf("chunk %s has %d bytes: %v", c.Hash(), got.Size(), err)
		}
	}
	last, _ := systemIO(t)
	one := chunkStoreFile(t, s).IO
	if got, want := one.BytesRead-many.BytesRead, last-then; !near(got, want, 5, slack) {
		t.Errorf("%d bytes are said to be read one by one, the system read %d", got, want)
	}
	runtime.KeepAlive(db)
}

// What was put and not committed is read from memory.
func TestReadsFromMemoryAreNoBytes(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	s, db := countedStore(t, dir)
	store := db.store
	all, _ := someChunks(20)
	before := chunkStoreFile(t, s).IO
	for _, c := range all {
		err := store.Put(ctx, c, func(chunks.Chunk) chunks.GetAddrsCb {
			return func(context.Context, hash.HashSet, chunks.PendingRefExists) error { return nil }
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Get(ctx, c.Hash()); err != nil {
			t.Fatal(err)
		}
	}
	after := chunkStoreFile(t, s).IO
	if n := after.BytesRead - before.BytesRead; n != 0 || after.BytesWritten != before.BytesWritten {
		t.Errorf("%d bytes read of what nobody wrote: %+v", n, after)
	}
	runtime.KeepAlive(db)
}
