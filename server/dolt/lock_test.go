package dolt

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/utils/keymutex"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/snowset"
)

// newThread gives a Thread of the Schema.
func newThread(s *perfschema.Schema) *perfschema.Thread {
	key := s.RegisterThread("test", perfschema.Info{Name: "session"})
	return s.NewThread(key, perfschema.ThreadOptions{})
}

// waitsFor says for what a thread waits, once it does.
func waitsFor(x *perfschema.Sampling, t *perfschema.Thread) snowset.Resource {
	for {
		for _, st := range x.States() {
			if st.Thread == t && st.State.Resource() != snowset.ResourceNone {
				return st.State.Resource()
			}
		}
		runtime.Gosched()
	}
}

// watched is a data directory with a profiler that looks.
func watched(t *testing.T, rules ...string) (*perfschema.Schema, *storage, *perfschema.Sampling, string) {
	t.Helper()
	dir := t.TempDir()
	s := newSchema(t, rules...)
	st := newStorage(dir, datadir.NewFiles(s))
	st.enter()
	t.Cleanup(st.leave)
	x, err := s.Read().StartSampling(16)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Stop)
	return s, st, x, dir
}

// Who holds the lock of a branch is named, and who waits for it waits for a
// lock, recorded or not.
func TestCommitsWaitForEachOther(t *testing.T) {
	for name, rule := range map[string]string{"recorded": "wait/synch/%=ON", "seen": "wait/synch/%=OFF"} {
		t.Run(name, func(t *testing.T) {
			s, _, x, _ := watched(t, rule)
			locks := newCommitLocks(keymutex.NewMapped())
			holder, waiter := newThread(s), newThread(s)
			holder.Bind()
			defer holder.End()
			if err := locks.Lock(t.Context(), "shop\x00main"); err != nil {
				t.Fatal(err)
			}
			wantHolder := uint64(0)
			if name == "recorded" {
				wantHolder = holder.ID()
			}
			if got := mutexes(s); len(got) != 1 || got[0].LockedBy != wantHolder {
				t.Errorf("held by thread %d: %+v", wantHolder, got)
			}
			var wg sync.WaitGroup
			wg.Go(func() {
				waiter.Bind()
				defer waiter.End()
				if err := locks.Lock(t.Context(), "shop\x00main"); err != nil {
					t.Error(err)
					return
				}
				locks.Unlock("shop\x00main")
			})
			if r := waitsFor(x, waiter); r != snowset.ResourceMutex {
				t.Errorf("who waits for a lock waits for %s", s.Read().ResourceName(r))
			}
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			if err := locks.Lock(gone, "shop\x00main"); err == nil {
				t.Error("who is gone got the lock")
			}
			locks.Unlock("shop\x00main")
			wg.Wait()
			got := mutexes(s)
			if len(got) != 1 || got[0].LockedBy != 0 || (got[0].Wait.Count == 3) != (name == "recorded") {
				t.Errorf("afterwards: %+v", got)
			}
			locks.forget(s)
			if got := mutexes(s); len(got) != 0 {
				t.Errorf("forgotten: %+v", got)
			}
		})
	}
}

func mutexes(s *perfschema.Schema) (out []record.MutexInfo) {
	for _, m := range s.Read().MutexInstances() {
		if m.EventName == "wait/synch/mutex/dolt/commit" {
			out = append(out, m)
		}
	}
	return out
}

// Instruments of branches that nobody commits to do not pile up.
func TestCommitLocksAreBounded(t *testing.T) {
	s, _, _, _ := watched(t)
	locks := newCommitLocks(keymutex.NewMapped())
	thread := newThread(s)
	thread.Bind()
	defer thread.End()
	for i := range 3 * maxCommitLocks {
		key := string(rune('a' + i))
		if err := locks.Lock(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		locks.Unlock(key)
	}
	if n := len(locks.known); n > maxCommitLocks || len(locks.holders) != 0 {
		t.Errorf("%d locks are kept, and %d holders", n, len(locks.holders))
	}
}

// Two sessions that each hold the lock of the branch to which the other one commits go on.
func TestCommitsAcrossLocksHeldAlone(t *testing.T) {
	locks := newCommitLocks(keymutex.NewMapped())
	var holding, done sync.WaitGroup
	holding.Add(2)
	for _, keys := range [][2]string{{"a", "b"}, {"b", "a"}} {
		done.Go(func() {
			ctx := sql.NewContext(t.Context(), sql.WithSession(sql.NewBaseSession()))
			release := locks.holdAlone(ctx, keys[0], ctx.Session, time.Hour)
			defer release()
			holding.Done()
			holding.Wait()
			if err := locks.Lock(ctx, keys[1]); err != nil {
				t.Error(err)
				return
			}
			locks.Unlock(keys[1])
		})
	}
	done.Wait()
	if len(locks.alone) != 0 || len(locks.holders) != 0 {
		t.Errorf("%d locks are held alone and %d otherwise", len(locks.alone), len(locks.holders))
	}
}

// The locks that commits are made by are observed: with a Dolt that has renamed
// them this does not link.
func TestDoltsCommitLocksAreObserved(t *testing.T) {
	if err := settleProcess(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if _, ok := transactionLocks.(*commitLocks); !ok {
		t.Errorf("the locks are a %T", transactionLocks)
	}
}

// Whatever asks the store while another commits waits for a lock, and who
// commits is named.
func TestReadersWaitForTheStore(t *testing.T) {
	s, _, x, dir := watched(t, "wait/synch/%=ON")
	db, _ := openStore(t, dir)
	store := db.(*observedDatabase).store
	if store.lock.mu == nil {
		t.Fatal("the lock of the store was not found")
	}
	none := func(chunks.Chunk) chunks.GetAddrsCb {
		return func(context.Context, hash.HashSet, chunks.PendingRefExists) error { return nil }
	}
	c := chunks.NewChunk([]byte("chunk"))
	asks := map[string]func() error{
		"Root": func() error { _, err := store.Root(t.Context()); return err },
		"Get":  func() error { _, err := store.Get(t.Context(), c.Hash()); return err },
		"GetMany": func() error {
			return store.GetMany(t.Context(), hash.NewHashSet(c.Hash()), func(context.Context, *chunks.Chunk) {})
		},
		"Has":     func() error { _, err := store.Has(t.Context(), c.Hash()); return err },
		"HasMany": func() error { _, err := store.HasMany(t.Context(), hash.NewHashSet(c.Hash())); return err },
		"Rebase":  func() error { return store.Rebase(t.Context()) },
		"Put":     func() error { return store.Put(t.Context(), c, none) },
		"Commit":  func() error { _, err := store.Commit(t.Context(), hash.Hash{}, hash.Hash{}); return err },
	}
	for name, ask := range asks {
		committer, asker := newThread(s), newThread(s)
		committer.Bind()
		store.lock.mu.Lock() // as Dolt does, in a commit
		store.lock.in.Holding(committer)
		for _, l := range s.Read().RWLockInstances() {
			if l.EventName == "wait/synch/rwlock/dolt/chunk_store" && l.WriteLockedBy != committer.ID() {
				t.Errorf("%s: the lock is held by thread %d, and not by %d", name, l.WriteLockedBy, committer.ID())
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			asker.Bind()
			defer asker.End()
			if err := ask(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
		if r := waitsFor(x, asker); r != snowset.ResourceMutex {
			t.Errorf("%s waits for %s", name, s.Read().ResourceName(r))
		}
		store.lock.release(committer)
		store.lock.mu.Unlock()
		wg.Wait()
		committer.End()
	}
	for _, l := range s.Read().RWLockInstances() {
		if l.EventName == "wait/synch/rwlock/dolt/chunk_store" && (l.Wait.Count != uint64(len(asks)) || l.WriteLockedBy != 0 || l.ReadLockedBy != 0) {
			t.Errorf("afterwards: %+v", l)
		}
	}
	runtime.KeepAlive(db)
}

// A transaction begins with the roots of the databases, and waits for the stores
// that commit.
func TestTransactionsWaitForTheStore(t *testing.T) {
	dir := t.TempDir()
	s := newSchema(t, "wait/synch/%=ON")
	d, err := Open(t.Context(), Options{Dir: dir, Schema: s})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(d.Stop(), d.Close()); err != nil {
			t.Error(err)
		}
	}()
	x, err := s.Read().StartSampling(16)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Stop()
	session, err := d.NewSession(t.Context(), &mysql.Conn{ConnectionID: 1}, "localhost")
	if err != nil {
		t.Fatal(err)
	}
	ctx := d.ContextFactory()(t.Context(), sql.WithSession(session))
	_, rows, _, err := d.Engine().Query(ctx, "CREATE DATABASE shop")
	if err == nil {
		_, err = sql.RowIterToRows(ctx, rows)
	}
	if err != nil {
		t.Fatal(err)
	}
	stores := *d.storage.waited.Load()
	store := stores[len(stores)-1].Value()
	store.lock.mu.Lock()
	thread := newThread(s)
	var wg sync.WaitGroup
	wg.Go(func() {
		thread.Bind()
		defer thread.End()
		if _, err := session.(*dsess.DoltSession).StartTransaction(ctx, sql.ReadWrite); err != nil {
			t.Error(err)
		}
	})
	if r := waitsFor(x, thread); r != snowset.ResourceMutex {
		t.Errorf("a transaction that begins waits for %s", s.Read().ResourceName(r))
	}
	store.lock.mu.Unlock()
	wg.Wait()
	waits := uint64(0)
	for _, l := range s.Read().RWLockInstances() {
		if l.EventName == "wait/synch/rwlock/dolt/chunk_store" {
			waits += l.Wait.Count
		}
	}
	if waits != 1 {
		t.Errorf("%d waits", waits)
	}
}
