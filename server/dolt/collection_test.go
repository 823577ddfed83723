package dolt

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb/gcctx"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/datas"
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

// session is one that Dolt knows. VisitGCRoots is not called: the collection's own does that.
type session struct{ gcctx.GCRootsProvider }

// Statements that run are waited for, but for that of the collection itself. The end of that one stops the
// wait, and the next collection waits anew.
func TestAwaitStatements(t *testing.T) {
	controller := gcctx.NewGCSafepointController()
	own, running, idle := &session{}, &session{}, &session{}
	for _, s := range []*session{own, running, idle} {
		if err := controller.SessionCommandBegin(s); err != nil {
			t.Fatal(err)
		}
	}
	controller.SessionCommandEnd(idle)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 {
		if err := awaitStatements(over, controller, own); !errors.Is(err, context.Canceled) {
			t.Fatalf("beside a statement: %v", err)
		}
	}
	controller.SessionCommandEnd(running)
	if err := awaitStatements(t.Context(), controller, own); err != nil {
		t.Error(err)
	}
}

// Dolt lists what to keep before it asks for a collection. If another one has taken some of it away since,
// the collection keeps what there is.
func TestCollectionListsAnew(t *testing.T) {
	_, d := countedStore(t, t.TempDir())
	set, err := d.GetDataset(t.Context(), "refs/heads/main")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := datas.CommitValue(t.Context(), d, set, types.String("kept")); err != nil {
		t.Fatal(err)
	}
	gone := hash.NewHashSet(hash.Of([]byte("gone")))
	if err := d.GC(t.Context(), types.GCModeDefault, chunks.NoArchive, gone, gone.Copy(), nil); err != nil {
		t.Fatal(err)
	}
	set, err = d.GetDataset(t.Context(), "refs/heads/main")
	if err != nil || !set.HasHead() {
		t.Errorf("the branch after the collection: %v, %v", set.HasHead(), err)
	}
}
