package size

import "github.com/perfschema/perfschema/internal/heapsize"

const Word = 8

// Heap is how large an object of n bytes is on the heap.
func Heap(n int64, pointers bool) int64 {
	switch {
	case n <= 0:
		return 0
	case pointers:
		return int64(heapsize.Object(uintptr(n)))
	}
	return int64(heapsize.Plain(uintptr(n)))
}

// Map is the bytes of a map of n entries of so many bytes, key and value,
// that has grown from nothing, and how many entries it takes before it grows.
func Map(n int, entry int64) (bytes int64, full int) {
	size, full := heapsize.GrowingMap(n, uintptr(entry))
	return int64(size), full
}
