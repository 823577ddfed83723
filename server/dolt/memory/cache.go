package memory

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dolthub/dolt/go/store/nbs"
	"github.com/dolthub/dolt/go/store/prolly/tree"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// Dolt keeps the sizes of its caches to itself. They are found by name, as the
// sources of its iterators are: with a Dolt that has named them otherwise a
// class has no figure.

// cacheMemory are the classes of Dolt's caches. All are computed when somebody
// reads the global summary, which takes the locks of the caches for a moment.
type cacheMemory struct {
	nodes, chunks, indexes, statistics *perfschema.Memory
}

func newCacheMemory(s *perfschema.Schema) cacheMemory {
	add := func(name, documentation string) *perfschema.Memory {
		key := s.RegisterMemory("dolt", perfschema.Info{
			Name: name, Flags: perfschema.FlagGlobal, Volatility: perfschema.VolatilityPermanent, Documentation: documentation,
		})
		return s.Memory(key)
	}
	return cacheMemory{
		nodes:      add("node_cache", "nodes of tables and indexes that were read or written lately, of all databases of the process: their messages and entries"),
		chunks:     add("memtable", "chunks written since the last commit, before they go to disk"),
		indexes:    add("table_index", "what the memory quota of the chunk stores has given out: the indexes of their files"),
		statistics: add("statistics", "table statistics: buckets of histograms, their bounds and templates"),
	}
}

// WatchCaches has the figures of a data directory computed when they are read. stores
// returns its chunk stores, and false once the directory is closed, which has no figures;
// statistics returns how many buckets and bounds its table statistics have, and their bytes.
func WatchCaches(s *perfschema.Schema, stores func() (open []*nbs.GenerationalNBS, ok bool), statistics func() (count, bytes int64)) {
	m := newCacheMemory(s)
	s.AddMemorySource(func(yield func(perfschema.MemoryKey, record.MemoryStat) bool) {
		open, ok := stores()
		if !ok {
			return
		}
		give := func(m *perfschema.Memory, count, bytes int64) bool {
			return m == nil || yield(m.Key(), record.MemoryStat{CountAlloc: uint64(count), BytesAlloc: uint64(bytes)})
		}
		if n, bytes, ok := nodeCache(); ok && !give(m.nodes, n, bytes) {
			return
		}
		var chunks, indexes [2]int64
		for _, store := range open {
			n, bytes := memtable(store)
			chunks[0] += n
			chunks[1] += bytes
			n, bytes = quota(store)
			indexes[0] += n
			indexes[1] += bytes
		}
		if give(m.chunks, chunks[0], chunks[1]) && give(m.indexes, indexes[0], indexes[1]) {
			n, bytes := statistics()
			give(m.statistics, n, bytes)
		}
	})
}

// private is the field of that name in what v points to, to be read; nil if
// there is none of that type. Follow it only under the lock that guards it.
func private[T any](v reflect.Value, name string) *T {
	if v.Kind() != reflect.Struct || !v.CanAddr() {
		return nil
	}
	f := v.FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(f.UnsafeAddr()))
}

// nodeEntry is what the cache keeps of a node beside its message: the node, the
// entry that holds it, and its places in a map and a list.
const nodeEntry = int64(unsafe.Sizeof(tree.Node{})) + 64 + 20 + 8 + 16

// nodeStripes are the stripes of the cache of nodes that all stores of a process
// share: for each its lock, and where the size and the number of its nodes are.
var nodeStripes = sync.OnceValue(func() []nodeStripe {
	v := reflect.ValueOf(tree.NewNodeStore(nil))
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	cache := v.Elem().FieldByName("cache")
	if !cache.IsValid() || cache.Kind() != reflect.Slice {
		return nil
	}
	var out []nodeStripe
	for i := range cache.Len() {
		p := cache.Index(i)
		if p.Kind() != reflect.Pointer || p.IsNil() {
			return nil
		}
		s := p.Elem()
		lock, size, nodes := private[*sync.Mutex](s, "mu"), private[int](s, "sz"), s.FieldByName("chunks")
		if lock == nil || *lock == nil || size == nil || !nodes.IsValid() || nodes.Kind() != reflect.Map {
			return nil
		}
		out = append(out, nodeStripe{*lock, size, nodes})
	}
	return out
})

type nodeStripe struct {
	lock  *sync.Mutex
	size  *int
	nodes reflect.Value
}

// nodeCache is how many nodes the cache holds, and their bytes.
func nodeCache() (nodes, bytes int64, ok bool) {
	stripes := nodeStripes()
	for _, s := range stripes {
		s.lock.Lock()
		n := int64(s.nodes.Len())
		nodes += n
		bytes += int64(*s.size) + n*nodeEntry
		s.lock.Unlock()
	}
	return nodes, bytes, len(stripes) > 0
}

// generations are the two stores of a database, the one written to and the old.
func generations(g *nbs.GenerationalNBS) []reflect.Value {
	var out []reflect.Value
	for _, c := range []any{g.NewGen(), g.OldGen()} {
		if s, ok := c.(*nbs.NomsBlockStore); ok && s != nil {
			out = append(out, reflect.ValueOf(s).Elem())
		}
	}
	return out
}

// chunkEntry is what the table in memory keeps of a chunk beside its bytes: its
// address and slice in a map, and its record.
const chunkEntry = 20 + 24 + 2 + 40

// memtable is how many chunks a store has in memory that are not on disk yet,
// and their bytes.
func memtable(g *nbs.GenerationalNBS) (count, bytes int64) {
	for _, s := range generations(g) {
		lock := private[sync.RWMutex](s, "mu")
		table := s.FieldByName("memtable")
		if lock == nil || !table.IsValid() || table.Kind() != reflect.Pointer {
			continue
		}
		lock.RLock()
		if !table.IsNil() {
			t := table.Elem()
			size, chunks := private[uint64](t, "totalData"), t.FieldByName("chunks")
			if size != nil && chunks.IsValid() && chunks.Kind() == reflect.Map {
				n := int64(chunks.Len())
				count += n
				bytes += int64(*size) + n*chunkEntry
			}
		}
		lock.RUnlock()
	}
	return count, bytes
}

// quota is what the quotas of a store's generations have given out. Both ask one
// quota, or each its own.
func quota(g *nbs.GenerationalNBS) (count, bytes int64) {
	var seen nbs.MemoryQuotaProvider
	for _, s := range generations(g) {
		lock, tables := private[sync.RWMutex](s, "mu"), s.FieldByName("tables")
		if lock == nil || !tables.IsValid() {
			continue
		}
		lock.RLock()
		q := private[nbs.MemoryQuotaProvider](tables, "q")
		var provider nbs.MemoryQuotaProvider
		if q != nil {
			provider = *q
		}
		lock.RUnlock()
		if provider != nil && provider != seen {
			count++
			bytes += int64(provider.Usage())
			seen = provider
		}
	}
	return count, bytes
}
