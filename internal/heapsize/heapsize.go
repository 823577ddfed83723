// Package heapsize says what Go's allocator makes of a request: sizes of small
// objects come in classes, those of large ones in pages. All is safe for
// concurrent use and takes a few nanoseconds.
package heapsize

import (
	"runtime"
	"sync/atomic"
)

const (
	page = 8 << 10
	word = 8
	// header is above which size a small object with pointers has a word before
	// it that says where they are.
	header = 512
	// small is up to which size objects come in classes, with their header.
	small = 32<<10 - word
	// Up to fine the classes are looked up in steps of fineStep, above it in
	// steps of coarseStep.
	fine, fineStep = 1 << 10, 8
	coarseStep     = 128
)

// table has the size that an object of at most so many steps gets.
type table struct {
	fine   [fine/fineStep + 1]uint16
	coarse [32<<10/coarseStep + 1]uint16
}

var current atomic.Pointer[table]

func sizes() *table {
	t := current.Load()
	if t == nil {
		t = newTable()
		current.Store(t)
	}
	return t
}

// newTable asks the runtime for its classes; the few it leaves out are below.
func newTable() *table {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fit := func(n int) uint16 {
		for _, c := range m.BySize {
			if int(c.Size) >= n {
				return uint16(c.Size)
			}
		}
		for _, size := range [...]int{19072, 20480, 21760, 24576, 27264, 28672} {
			if size >= n {
				return uint16(size)
			}
		}
		return 32 << 10
	}
	t := new(table)
	for i := 1; i < len(t.fine); i++ {
		t.fine[i] = fit(i * fineStep)
	}
	for i := range t.coarse {
		t.coarse[i] = fit(i * coarseStep)
	}
	return t
}

// Plain is the size of an object of n bytes without pointers. Those of less than
// 16 bytes share a place: they count as they are, in steps of 8.
func Plain(n uintptr) uint64 {
	switch {
	case n <= fine:
		return uint64(sizes().fine[(n+fineStep-1)/fineStep])
	case n <= small:
		return uint64(sizes().coarse[(n+coarseStep-1)/coarseStep])
	}
	return (uint64(n) + page - 1) &^ (page - 1)
}

// Object is the size of an object of n bytes that holds pointers.
func Object(n uintptr) uint64 {
	if n > header && n <= small {
		if n += word; n > small {
			return 32 << 10
		}
	}
	return Plain(n)
}

// A map is groups of eight places with a control word each, in tables of at
// most 1024 places that split in two when seven eighths are taken. Entries
// spread evenly, so that all tables split at about the same time.
const (
	mapGroup    = 8
	mapTable    = 1024
	mapHead     = 48
	mapDirEntry = 40 // a table and the pointer to it
)

// Map is the size of a map of n entries of so many bytes, key and value, that
// has grown from nothing.
func Map(n int, entry uintptr) uint64 {
	bytes, _ := GrowingMap(n, entry)
	return bytes
}

// GrowingMap is [Map], and how many entries the map takes before it grows.
func GrowingMap(n int, entry uintptr) (bytes uint64, full int) {
	group := word + mapGroup*entry
	if n <= mapGroup {
		return mapHead + Object(group), mapGroup
	}
	places, tables := 2*mapGroup, 1
	for places*7/8 < n && places < mapTable {
		places *= 2
	}
	for n > tables*(mapTable*7/8) {
		tables *= 2
	}
	return mapHead + uint64(tables)*(mapDirEntry+Object(uintptr(places/mapGroup)*group)), tables * places * 7 / 8
}
