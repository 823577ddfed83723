package dolt

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// atSafepoint calls a function when a collection has begun.
type atSafepoint struct {
	types.GCSafepointController
	begun func() error
}

func (s atSafepoint) BeginGC(context.Context, func(hash.Hash) bool) error { return s.begun() }

// A data directory has one collection at a time, also where another ends in an error or a
// panic. One of another directory is no concern of it.
func TestOneCollectionAtATime(t *testing.T) {
	s := newSchema(t)
	st := newStorage(t.TempDir(), datadir.NewFiles(s))
	st.enter()
	defer st.leave()
	observed := func(st *storage) *observedDatabase {
		plain, _ := openStore(t, filepath.Join(st.dir, t.Name()))
		return plain.(*observedDatabase)
	}
	first := observed(st)
	second := newObservedDatabase(first.Database, first.store, first.collections)
	elsewhere := newObservedDatabase(first.Database, first.store, &collections{})
	collect := func(d *observedDatabase, begun func() error) error {
		return d.GC(t.Context(), types.GCModeDefault, chunks.NoArchive, hash.HashSet{}, hash.HashSet{}, atSafepoint{begun: begun})
	}
	enough := errors.New("enough")
	begun := 0
	reach := func() error { begun++; return enough }
	err := collect(first, func() error {
		begun++
		var refused *mysql.SQLError
		if err := collect(second, reach); !errors.As(err, &refused) || refused.Num != mysql.ERLockWaitTimeout {
			t.Errorf("beside another: %v", err)
		}
		if !elsewhere.collections.running.TryLock() {
			t.Error("another directory's is held up")
		}
		return enough
	})
	if !errors.Is(err, enough) || begun != 1 {
		t.Fatalf("%v, %d begun", err, begun)
	}
	func() {
		defer func() { _ = recover() }()
		_ = collect(first, func() error { panic("a panic") })
	}()
	if err := collect(second, reach); !errors.Is(err, enough) || begun != 2 {
		t.Errorf("after another: %v, %d begun", err, begun)
	}
}
