package dolt

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/statspro"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/stats"

	"github.com/perfschema/perfschema/gms"
)

// statisticsMemory is how many buckets and bounds table statistics hold in
// memory, and their bytes. It walks them all, under the lock of their cache.
func statisticsMemory(provider sql.StatsProvider) (count, bytes int64) {
	c, ok := provider.(*statspro.StatsController)
	if !ok {
		return 0, 0
	}
	kept := statisticsCache(c)
	lock := private[sync.Mutex](kept, "mu")
	if lock == nil {
		return 0, 0
	}
	lock.Lock()
	defer lock.Unlock()
	for _, name := range []string{"buckets", "bounds"} {
		entries := readable(kept, name)
		if !entries.IsValid() || entries.Kind() != reflect.Map {
			continue
		}
		for i := entries.MapRange(); i.Next(); {
			count++
			bytes += int64(entries.Type().Key().Size()+entries.Type().Elem().Size()) + 1
			switch v := i.Value().Interface().(type) {
			case *stats.Bucket:
				bytes += bucketSize(v)
			case sql.Row:
				bytes += gms.RowSize(v)
			}
		}
	}
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
