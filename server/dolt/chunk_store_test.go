package dolt

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"
	"github.com/dolthub/dolt/go/store/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// A method that is not declared would go past the observed store.
func TestObservedDatabaseDeclaresEveryMethod(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "chunk_database.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
			declared[f.Name.Name] = true
		}
	}
	database := reflect.TypeFor[datas.Database]()
	for i := range database.NumMethod() {
		if m := database.Method(i); m.IsExported() && !declared[m.Name] {
			t.Errorf("observedDatabase has no method %s of its own", m.Name)
		}
	}
}

// openStore opens a store through the factory that Dolt is given.
func openStore(t testing.TB, dir string) (datas.Database, types.ValueReadWriter) {
	t.Helper()
	path := filepath.Join(dir, "shop", dbfactory.DoltDataDir)
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	db, values, _, err := factory{}.CreateDB(t.Context(), types.Format_Default, &url.URL{Scheme: "file", Path: filepath.ToSlash(path)},
		map[string]any{dbfactory.ChunkJournalParam: struct{}{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dbfactory.DeleteFromSingletonCache(filepath.ToSlash(path), true) })
	return db, values
}

// countedStore opens a store in a data directory of its own, whose reads and writes a
// Schema counts until the test's end.
func countedStore(t *testing.T, dir string) (*perfschema.Schema, *observedDatabase) {
	t.Helper()
	s := newSchema(t)
	st := newStorage(dir, datadir.NewFiles(s))
	st.enter()
	t.Cleanup(st.leave)
	db, _ := openStore(t, dir)
	return s, db.(*observedDatabase)
}

func newSchema(t testing.TB, rules ...string) *perfschema.Schema {
	t.Helper()
	var cfg perfschema.Config
	for _, r := range rules {
		rule, err := perfschema.ParseInstrumentRule(r)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Instruments = append(cfg.Instruments, rule)
	}
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOnlyStoresOfTheDataDirectoryAreObserved(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	st := newStorage(dir, datadir.NewFiles(newSchema(t)))
	st.enter()
	first, values := openStore(t, dir)
	if _, ok := first.(*observedDatabase); !ok {
		t.Errorf("a store in the data directory is a %T", first)
	}
	if again, v := openStore(t, dir); again != first || v != values {
		t.Error("a store opened twice is not shared")
	}
	if _, ok := datas.ChunkStoreFromDatabase(first).(*nbs.GenerationalNBS); !ok {
		t.Errorf("the chunk store is shown as a %T", datas.ChunkStoreFromDatabase(first))
	}
	if db, _ := openStore(t, other); reflect.TypeOf(db) == reflect.TypeOf(first) {
		t.Error("a store elsewhere is observed")
	}
	st.leave()
	if storageOf(filepath.Join(dir, "shop")) != nil {
		t.Error("a data directory that was left is still known")
	}
}

// What keeps the data, the order of a commit and the look for room, does not
// depend on what is recorded.
func TestStoresAreObservedWithoutSchema(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	st := newStorage(dir, datadir.NewFiles(s))
	st.enter()
	defer st.leave()
	if db, _ := openStore(t, dir); reflect.TypeOf(db) != reflect.TypeFor[*observedDatabase]() {
		t.Errorf("a store is a %T", db)
	}
}

// chunkStoreFile is what has been counted for the only chunk store.
func chunkStoreFile(t *testing.T, s *perfschema.Schema) record.FileInfo {
	t.Helper()
	for _, f := range s.Read().FileInstances() {
		if f.EventName == "wait/io/file/dolt/chunk_store" {
			return f
		}
	}
	t.Fatal("no chunk store")
	return record.FileInfo{}
}

func TestChunkStoreCounts(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	s, db := countedStore(t, dir)
	cs := db.ChunkStore()
	none := func(chunks.Chunk) chunks.GetAddrsCb {
		return func(context.Context, hash.HashSet, chunks.PendingRefExists) error { return nil }
	}
	before := chunkStoreFile(t, s).IO
	size, all := 0, hash.HashSet{}
	for i := range 10 {
		c := chunks.NewChunk(make([]byte, 100+i))
		size += c.Size()
		all.Insert(c.Hash())
		if err := cs.Put(ctx, c, none); err != nil {
			t.Fatal(err)
		}
	}
	root, err := cs.Root(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := cs.Commit(ctx, root, root); err != nil || !ok {
		t.Fatalf("commit: %v, %v", ok, err)
	}
	if err := cs.GetMany(ctx, all, func(context.Context, *chunks.Chunk) {}); err != nil {
		t.Fatal(err)
	}
	if err := cs.GetMany(ctx, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := cs.Get(ctx, hash.Of([]byte("there is none"))); err != nil {
		t.Fatal(err)
	}
	f := chunkStoreFile(t, s)
	written := int64(0)
	for _, name := range []string{chunks.JournalFileID, datadir.JournalIndexName} {
		if file, err := os.Stat(filepath.Join(dir, "shop", dbfactory.DoltDataDir, name)); err == nil {
			written += file.Size()
		}
	}
	if f.IO.Write.Count-before.Write.Count != 1 || f.IO.BytesWritten != written || written == 0 {
		t.Errorf("a commit that made files of %d bytes is %+v", written, f.IO)
	}
	if n := f.IO.BytesRead - before.BytesRead; f.IO.Read.Count-before.Read.Count != 2 || n <= 0 || n > written {
		t.Errorf("two reads of %d bytes that take %d are %+v", size, written, f.IO)
	}
	runtime.KeepAlive(cs)
	if f.IO.Misc.Count-before.Misc.Count != 1 || f.OpenCount != 1 {
		t.Errorf("one commit of one open store is %+v", f)
	}
}

// BenchmarkChunkGet reads a chunk that the store holds in memory, which is the
// least a read can cost.
func BenchmarkChunkGet(b *testing.B) {
	for name, rule := range map[string]string{
		"disabled": "wait/io/file/%=OFF", "counted": "wait/io/file/%=COUNTED", "timed": "wait/io/file/%=ON", "plain": "",
	} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			var rules []string
			if rule != "" {
				rules = append(rules, rule)
			}
			st := newStorage(dir, datadir.NewFiles(newSchema(b, rules...)))
			st.enter()
			defer st.leave()
			db, _ := openStore(b, dir)
			cs := db.(*observedDatabase).ChunkStore()
			if name == "plain" {
				cs = datas.ChunkStoreFromDatabase(db)
			}
			c := chunks.NewChunk(make([]byte, 4096))
			err := cs.Put(b.Context(), c, func(chunks.Chunk) chunks.GetAddrsCb {
				return func(context.Context, hash.HashSet, chunks.PendingRefExists) error { return nil }
			})
			if err != nil {
				b.Fatal(err)
			}
			h := c.Hash()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := cs.Get(b.Context(), h); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
