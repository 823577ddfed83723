package memory

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/statspro"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/stats"

	"github.com/perfschema/perfschema/gms"
)

// Statistics is what table statistics hold in memory. It is asked for after each
// collection of garbage. What a cache holds goes by the hash of its content, so that
// it is what it was as long as the cache is the same and has as much.
type Statistics struct {
	mu           sync.Mutex
	cache        unsafe.Pointer // that was looked at last
	count, bytes int64
}

// Read is how many buckets and bounds there are, and their bytes. Where there are
// others than before it walks them all, under the lock of their cache.
func (m *Statistics) Read(provider sql.StatsProvider) (count, bytes int64) {
	c, ok := provider.(*statspro.StatsController)
	if !ok {
		return 0, 0
	}
	kept := statisticsCache(c)
	lock := private[sync.Mutex](kept, "mu")
	if lock == nil {
		return 0, 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	lock.Lock()
	defer lock.Unlock()
	var maps []reflect.Value
	for _, name := range []string{"buckets", "bounds"} {
		if entries := readable(kept, name); entries.IsValid() && entries.Kind() == reflect.Map {
			maps = append(maps, entries)
			count += int64(entries.Len())
		}
	}
	cache := kept.Addr().UnsafePointer()
	if cache == m.cache && count == m.count {
		return count, m.bytes
	}
	for _, entries := range maps {
		for i := entries.MapRange(); i.Next(); {
			bytes += int64(entries.Type().Key().Size()+entries.Type().Elem().Size()) + 1
			switch v := i.Value().Interface().(type) {
			case *stats.Bucket:
				bytes += bucketSize(v)
			case sql.Row:
				bytes += gms.RowSize(v)
			}
		}
	}
	m.cache, m.count, m.bytes = cache, count, bytes
	return count, bytes
}

// statisticsCache is the cache in memory that statistics are read from: it
// stands alone, or before one on disk.
func statisticsCache(c *statspro.StatsController) (kept reflect.Value) {
	v := reflect.ValueOf(c).Elem()
	lock, kv := private[sync.Mutex](v, "mu"), private[statspro.StatsKv](v, "kv")
	if lock == nil || kv == nil {
		return kept
	}
	lock.Lock()
	cache := reflect.ValueOf(*kv)
	lock.Unlock()
	for cache.Kind() == reflect.Pointer && !cache.IsNil() && cache.Elem().Kind() == reflect.Struct {
		kept = cache.Elem()
		cache = readable(kept, "mem")
		if !cache.IsValid() {
			break
		}
	}
	return kept
}

// readable is a field that may be read though it is not exported.
func readable(v reflect.Value, name string) reflect.Value {
	f := v.FieldByName(name)
	if !f.IsValid() || !f.CanAddr() {
		return reflect.Value{}
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// bucketSize is the bytes of a bucket of a histogram.
func bucketSize(b *stats.Bucket) int64 {
	if b == nil {
		return 0
	}
	n := int64(unsafe.Sizeof(*b)) + int64(cap(b.McvsCnt))*8 + gms.RowSize(b.BoundVal)
	n += int64(cap(b.McvVals)) * int64(unsafe.Sizeof(sql.Row(nil)))
	for _, r := range b.McvVals {
		n += gms.RowSize(r)
	}
	return n
}
