package gms

import "runtime"

// What Go's allocator makes of a request. The sizes of small objects are asked
// of the runtime, those it does not tell are below; the rest are whole pages.

const (
	pageSize  = 8 << 10
	smallStep = 8
	smallMax  = 1 << 10
	largeStep = 128
	largeMax  = 32 << 10
	// headerMin is above which size an object with pointers has a word before
	// it that says where they are.
	headerMin = 512
	wordSize  = 8
)

// smallSizes and largeSizes are the size that an object of at most so many
// steps gets.
var smallSizes, largeSizes = sizeClasses()

func sizeClasses() (small [smallMax/smallStep + 1]uint16, large [largeMax/largeStep + 1]uint16) {
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
		return largeMax
	}
	for i := range small {
		small[i] = fit(i * smallStep)
	}
	for i := range large {
		large[i] = fit(i * largeStep)
	}
	small[0] = 0
	return small, large
}

// heapSize is how large an object of n bytes is on the heap. Objects without
// pointers of less than 16 bytes share a place: they count as they are, in
// steps of 8.
func heapSize(n int64, pointers bool) int64 {
	if pointers && n > headerMin {
		n += wordSize
	}
	switch {
	case n <= 0:
		return 0
	case n < 16 && !pointers:
		return (n + 7) &^ 7
	case n <= smallMax:
		return int64(smallSizes[(n+smallStep-1)/smallStep])
	case n <= largeMax-wordSize:
		return int64(largeSizes[(n+largeStep-1)/largeStep])
	}
	return (n + pageSize - 1) &^ (pageSize - 1)
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

// mapSize is the bytes of a map of n entries of so many bytes, key and value,
// that has grown from nothing, and how many entries it takes before it grows.
func mapSize(n int, entry int64) (bytes int64, full int) {
	group := wordSize + mapGroup*entry
	if n <= mapGroup {
		return mapHead + heapSize(group, true), mapGroup
	}
	places, tables := 2*mapGroup, int64(1)
	for places*7/8 < n && places < mapTable {
		places *= 2
	}
	for int64(n) > tables*(mapTable*7/8) {
		tables *= 2
	}
	return mapHead + tables*(mapDirEntry+heapSize(int64(places/mapGroup)*group, true)), int(tables) * places * 7 / 8
}
