package dolt

import (
	"context"
	"testing"
	"time"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/server/dolt/memory"
)

// memoryClass is the global figure of a class of Dolt's.
func memoryClass(t *testing.T, s *perfschema.Schema, name string) record.MemoryStat {
	t.Helper()
	for _, sums := range s.Read().MemorySummary(record.Global, 0).All() {
		for i, m := range sums {
			if s.Memory(perfschema.MemoryKey(i+1)).Class().Name() == "memory/dolt/"+name {
				return m
			}
		}
	}
	t.Fatalf("no class %s", name)
	return record.MemoryStat{}
}

// The figures of Dolt's caches are found, and follow what goes in and out.
func TestCacheMemory(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	s := newSchema(t)
	st := newStorage(dir, datadir.NewFiles(s))
	memory.WatchCaches(s, st.openStores, func() (int64, int64) { return 3, 300 })
	st.enter()
	defer st.leave()
	db, _ := openStore(t, dir)
	cs := db.(*observedDatabase).ChunkStore()
	if m := memoryClass(t, s, "statistics"); m.CurrentCount() != 3 || m.CurrentBytes() != 300 {
		t.Errorf("statistics: %+v", m)
	}
	if m := memoryClass(t, s, "table_index"); m.CurrentCount() == 0 {
		t.Error("no quota is found")
	}

	nodes, inMemory := memoryClass(t, s, "node_cache"), memoryClass(t, s, "memtable")
	for i := range 10 {
		c := chunks.NewChunk(make([]byte, 1000+i))
		if err := cs.Put(ctx, c, func(chunks.Chunk) chunks.GetAddrsCb {
			return func(context.Context, hash.HashSet, chunks.PendingRefExists) error { return nil }
		}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.(*observedDatabase).nodes.WriteBytes(ctx, []byte("a value of "+t.Name()+time.Now().String())); err != nil {
		t.Fatal(err)
	}
	m := memoryClass(t, s, "memtable")
	if n := m.CurrentBytes() - inMemory.CurrentBytes(); m.CurrentCount()-inMemory.CurrentCount() < 10 || n < 10_000 || n > 14_000 {
		t.Errorf("10 chunks of 1000 bytes written: %+v, before %+v", m, inMemory)
	}
	if m := memoryClass(t, s, "node_cache"); m.CurrentCount() <= nodes.CurrentCount() || m.CurrentBytes() <= nodes.CurrentBytes() {
		t.Errorf("a node written: %+v, before %+v", m, nodes)
	}
	root, err := cs.Root(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := cs.Commit(ctx, root, root); err != nil || !ok {
		t.Fatalf("commit: %v, %v", ok, err)
	}
	if m := memoryClass(t, s, "memtable"); m.CurrentBytes() != 0 {
		t.Errorf("after a commit: %+v", m)
	}
}
