package dolt

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	dherrors "github.com/dolthub/dolt/go/libraries/utils/errors"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/dolt/go/store/nbs"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
	"github.com/perfschema/perfschema/server/dolt/chunkstore"
	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/server/dolt/disk"
)

// storage is the chunk stores below one data directory.
type storage struct {
	dir   string
	files *datadir.Files
	key   perfschema.FileKey
	// commit and store are locks of Dolt's, see lock_*.go.
	commit perfschema.MutexKey
	store  perfschema.RWLockKey
	log    *perfschema.FileInstance
	space  *disk.Space
	puts   atomic.Uint64 // the chunks that were put into any store

	collections collections
	making      sync.Mutex // held while a database is made
	made        made
	reserved    reservedNames
	// ambiguous are the tables with names that others had in another letter case at the start;
	// nil if there were none.
	ambiguous atomic.Pointer[ambiguous]

	mu psync.Mutex
	// open finds what wraps a store that Dolt keeps open, so that all of a
	// database share it. They keep it alive, not this map.
	open map[string]weak.Pointer[observedDatabase]
	// waited are the stores of open, to be gone through without a lock.
	waited atomic.Pointer[[]weak.Pointer[chunkStore]]
	// aLock is one of theirs.
	aLock atomic.Pointer[perfschema.RWLockInstance]
}

func newStorage(dir string, f *datadir.Files) *storage {
	s := f.Schema
	st := &storage{dir: dir, files: f, space: disk.NewSpace(dir), open: make(map[string]weak.Pointer[observedDatabase])}
	st.key = s.RegisterFile("dolt", perfschema.Info{
		Name: "chunk_store",
		Documentation: "The chunks of a database, by the directory that holds them. read: chunks that are in no cache, from disk or from what was " +
			"written since the last commit, which is in memory and no bytes; sync: a commit, which writes what is in memory and waits for the disk; " +
			"write: what the journal and its index have grown by, mostly in a commit, whose time is in that of the sync. " +
			"Garbage collection, and copying to and from other stores, do not count.",
	})
	mutex := s.RegisterMutex("server", perfschema.Info{
		Name: "open_databases", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The databases whose chunk stores are open.",
	})
	st.mu.Init(s, mutex)
	st.commit = s.RegisterMutex("dolt", perfschema.Info{
		Name:          "commit",
		Documentation: "The lock by which commits to a branch of a database come one after the other: from the look at what others have committed to the end of the commit.",
	})
	st.store = s.RegisterRWLock("dolt", perfschema.Info{
		Name: "chunk_store",
		Documentation: "The lock of a database's chunk store: a commit holds it for writing until the disk has the data, and who reads or writes chunks or looks up the root " +
			"meanwhile waits. Locks that were free do not count; who else than a commit holds the lock is not known.",
	})
	if log := s.FileInstance(f.Log, logName); log.Opened() {
		st.log = log
	}
	return st
}

// observe wraps a database that Dolt has opened, or returns nil: one that is
// kept in another type than the one known here stays as it is.
func (st *storage) observe(path string, plain datas.Database) *observedDatabase {
	generations, ok := datas.ChunkStoreFromDatabase(plain).(*nbs.GenerationalNBS)
	if !ok {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if d := st.open[path].Value(); d != nil && d.Database == plain {
		return d
	}
	file := st.files.Schema.FileInstance(st.key, path)
	if !file.Opened() {
		file = nil // the Schema is off, or has no room for another file
	}
	store := &chunkStore{Store: chunkstore.New(generations, chunkstore.Options{
		File: file, Space: st.space, Puts: &st.puts,
		Journal: filepath.Join(path, chunks.JournalFileID), Index: filepath.Join(path, datadir.JournalIndexName),
	})}
	store.lock.find(generations, st.files.Schema, st.store)
	runtime.AddCleanup(store, (*perfschema.FileInstance).Closed, file)
	runtime.AddCleanup(store, (*perfschema.RWLockInstance).Destroy, store.lock.in)
	d := newObservedDatabase(plain, store, &st.collections)
	d.storage, d.path = st, path
	st.open[path] = weak.Make(d)
	st.opened(store)
	return d
}

// endure makes errors of what would end the process, as nobody works with the
// stores any more: closing them writes what the next start can find out by itself.
func (st *storage) endure() {
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, open := range st.open {
		if d := open.Value(); d != nil {
			d.store.SetFatalBehavior(dherrors.FatalBehaviorError)
		}
	}
}

// forgetDropped forgets the stores whose directories are gone.
func (st *storage) forgetDropped() {
	st.mu.Lock()
	defer st.mu.Unlock()
	for path := range st.open {
		if !st.files.Exists(path) {
			delete(st.open, path)
			st.files.Schema.FileInstance(st.key, path).Deleted()
		}
	}
}

// storages are the data directories that are open in this process, as Dolt has
// one list of factories for them all.
var storages struct {
	sync.RWMutex
	list []*storage
}

func (st *storage) enter() {
	storages.Lock()
	defer storages.Unlock()
	storages.list = append(storages.list, st)
}

func (st *storage) leave() {
	if l, ok := transactionLocks.(*commitLocks); ok {
		l.forget(st.files.Schema)
	}
	storages.Lock()
	defer storages.Unlock()
	storages.list = slices.DeleteFunc(slices.Clone(storages.list), func(o *storage) bool { return o == st })
}

// openStores returns the chunk stores that are open, and whether the data directory is.
func (st *storage) openStores() (stores []*nbs.GenerationalNBS, ok bool) {
	storages.RLock()
	ok = slices.Contains(storages.list, st)
	storages.RUnlock()
	if !ok {
		return nil, false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, w := range st.open {
		if d := w.Value(); d != nil {
			if g, ok := datas.ChunkStoreFromDatabase(d.Database).(*nbs.GenerationalNBS); ok {
				stores = append(stores, g)
			}
		}
	}
	return stores, true
}

// storageOf finds the data directory that a store lies in, or nil.
func storageOf(path string) *storage {
	storages.RLock()
	defer storages.RUnlock()
	for _, st := range storages.list {
		if strings.HasPrefix(path, st.dir+string(filepath.Separator)) {
			return st
		}
	}
	return nil
}

// storageWith finds the data directory that a Schema records, or nil.
func storageWith(s *perfschema.Schema) *storage {
	if s == nil {
		return nil
	}
	storages.RLock()
	defer storages.RUnlock()
	for _, st := range storages.list {
		if st.files.Schema == s {
			return st
		}
	}
	return nil
}

// factory opens databases as Dolt's own does, and observes those that lie in a
// data directory of ours. Backups and remotes elsewhere are not observed.
type factory struct {
	dbfactory.FileFactory
	// locked is called when a store's lock was not free, for tests; nil in others.
	locked func()
}

// lockAttempts is how often a store is opened whose lock is not free, for 100 ms each:
// that is how long Dolt waits for it.
const lockAttempts = 100

// open opens a database of ours. Where a store's lock is not to be had in time Dolt would
// open it for reading alone, and keep it so until the server ends. Nobody else has it, for
// the data directory is ours: on a machine that is busy the time may pass before the free
// lock was asked for.
func (f factory) open(ctx context.Context, format *types.NomsBinFormat, u *url.URL, params map[string]any) (
	db datas.Database, values types.ValueReadWriter, nodes tree.NodeStore, err error,
) {
	params = maps.Clone(params)
	if params == nil {
		params = make(map[string]any)
	}
	params[dbfactory.FailOnJournalLockTimeoutParam] = struct{}{}
	for range lockAttempts {
		db, values, nodes, err = f.FileFactory.CreateDB(ctx, format, u, params)
		if !errors.Is(err, nbs.ErrDatabaseLocked) || ctx.Err() != nil {
			break
		}
		if f.locked != nil {
			f.locked()
		}
	}
	return db, values, nodes, err //nolint:wrapcheck // Dolt compares it
}

// CreateDB implements dbfactory.DBFactory.
func (f factory) CreateDB(ctx context.Context, format *types.NomsBinFormat, u *url.URL, params map[string]any) (
	datas.Database, types.ValueReadWriter, tree.NodeStore, error,
) {
	path, err := url.PathUnescape(u.Path)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the place of a database: %w", err)
	}
	if leadsUp(path) {
		return nil, nil, nil, errLeadsUp
	}
	path = filepath.Clean(u.Host + filepath.FromSlash(path))
	st, open := storageOf(path), f.FileFactory.CreateDB
	if st != nil {
		if err := st.refuseSameName(path); err != nil {
			return nil, nil, nil, err
		}
		open = f.open
	}
	db, values, nodes, err := open(ctx, format, u, params)
	if err != nil {
		return nil, nil, nil, err
	}
	if st != nil {
		if d := st.observe(path, db); d != nil {
			return d, d.ValueStore, d.nodes, nil
		}
	}
	return db, values, nodes, nil
}
