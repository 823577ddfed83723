package dolt

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
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
)

// storage is the chunk stores below one data directory.
type storage struct {
	dir   string
	files *files
	key   perfschema.FileKey
	log   *perfschema.FileInstance
	space *space

	mu psync.Mutex
	// open finds what wraps a store that Dolt keeps open, so that all of a
	// database share it. They keep it alive, not this map.
	open map[string]weak.Pointer[observedDatabase]
}

func newStorage(dir string, f *files) *storage {
	s := f.schema
	st := &storage{dir: dir, files: f, space: newSpace(dir), open: make(map[string]weak.Pointer[observedDatabase])}
	s.RegisterFiles("dolt", perfschema.Info[perfschema.FileKey]{
		Key: &st.key, Name: "chunk_store",
		Documentation: "The chunks of a database, by the directory that holds them. read: a chunk that is in no cache, from disk or from what was " +
			"written since the last commit; write: a chunk put into memory; sync: a commit, which writes what is in memory and waits for the disk. " +
			"Bytes are those of the chunks before compression. Garbage collection, and copying to and from other stores, do not count.",
	})
	var mutex perfschema.MutexKey
	s.RegisterMutexes("server", perfschema.Info[perfschema.MutexKey]{
		Key: &mutex, Name: "open_databases", Flags: perfschema.FlagSingleton, Volatility: perfschema.VolatilityPermanent,
		Documentation: "The databases whose chunk stores are open.",
	})
	st.mu.Init(s, mutex)
	if log := s.FileInstance(f.log, logName); log.Opened() {
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
	file := st.files.schema.FileInstance(st.key, path)
	if !file.Opened() {
		file = nil // the Schema is off, or has no room for another file
	}
	store := &chunkStore{GenerationalNBS: generations, file: file, space: st.space}
	store.room.path, store.indexRoom.path = filepath.Join(path, chunks.JournalFileID), filepath.Join(path, journalIndexName)
	runtime.AddCleanup(store, (*perfschema.FileInstance).Closed, file)
	d := newObservedDatabase(plain, store)
	st.open[path] = weak.Make(d)
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
		if !exists(st.files.directory, path) {
			delete(st.open, path)
			st.files.schema.FileInstance(st.key, path).Deleted()
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
	storages.Lock()
	defer storages.Unlock()
	storages.list = slices.DeleteFunc(slices.Clone(storages.list), func(o *storage) bool { return o == st })
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

// factory opens databases as Dolt's own does, and observes those that lie in a
// data directory of ours. Backups and remotes elsewhere are not observed.
type factory struct{ dbfactory.FileFactory }

// CreateDB implements dbfactory.DBFactory.
func (f factory) CreateDB(ctx context.Context, format *types.NomsBinFormat, u *url.URL, params map[string]any) (
	datas.Database, types.ValueReadWriter, tree.NodeStore, error,
) {
	path, err := url.PathUnescape(u.Path)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the place of a database: %w", err)
	}
	db, values, nodes, err := f.FileFactory.CreateDB(ctx, format, u, params)
	if err != nil {
		return nil, nil, nil, err
	}
	path = filepath.Clean(u.Host + filepath.FromSlash(path))
	if st := storageOf(path); st != nil {
		if d := st.observe(path, db); d != nil {
			return d, d.ValueStore, d.nodes, nil
		}
	}
	return db, values, nodes, nil
}
