package chunkstore

import (
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/dolt/go/store/nbs"
	"github.com/dolthub/dolt/go/store/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/server/dolt/disk"
)

// countedStore opens a store in a directory of its own, whose reads and writes a Schema
// counts by the rules until the test's end.
func countedStore(t testing.TB, rules ...string) (*perfschema.Schema, *Store) {
	t.Helper()
	var cfg perfschema.Config
	for _, text := range rules {
		rule, err := perfschema.ParseInstrumentRule(text)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Instruments = append(cfg.Instruments, rule)
	}
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	db, _, _, err := dbfactory.FileFactory{}.CreateDbNoCache(t.Context(), types.Format_Default, &url.URL{Scheme: "file", Path: filepath.ToSlash(dir)},
		map[string]any{dbfactory.ChunkJournalParam: struct{}{}}, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	file := s.FileInstance(s.RegisterFile("dolt", perfschema.Info{Name: "chunk_store"}), dir)
	return s, New(datas.ChunkStoreFromDatabase(db).(*nbs.GenerationalNBS), Options{
		File: file, Space: disk.NewSpace(dir), Puts: new(atomic.Uint64),
		Journal: filepath.Join(dir, chunks.JournalFileID), Index: filepath.Join(dir, "journal.idx"),
	})
}

// fileIO returns what has been counted for the store.
func fileIO(t *testing.T, s *perfschema.Schema) record.IOStat {
	t.Helper()
	files := s.Read().FileInstances()
	if len(files) != 1 {
		t.Fatalf("%d files, want that of the store", len(files))
	}
	return files[0].IO
}
