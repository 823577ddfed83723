package pmemory

import "github.com/perfschema/perfschema/internal/heapsize"

// Size is how many bytes of the heap Go's allocator gives an object of n bytes: sizes of
// small objects come in classes, those of large ones in pages, and what holds pointers
// has a word more from 512 bytes on. It is safe for concurrent use and takes a few
// nanoseconds.
func Size(n uintptr, pointers bool) uint64 {
	if pointers {
		return heapsize.Object(n)
	}
	return heapsize.Plain(n)
}

// MapSize is how many bytes of the heap a map of n entries takes that has grown from
// nothing, and with how many entries it grows again. entry is the size of a key and a
// value. What keys and values point to is not part of it.
func MapSize(n int, entry uintptr) (bytes uint64, full int) {
	return heapsize.GrowingMap(n, entry)
}
