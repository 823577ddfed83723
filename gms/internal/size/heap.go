package size

import "github.com/perfschema/perfschema/pmemory"

const Word = 8

// Heap is how large an object of n bytes is on the heap.
func Heap(n int64, pointers bool) int64 {
	if n <= 0 {
		return 0
	}
	return int64(pmemory.Size(uintptr(n), pointers))
}

// Map is the bytes of a map of n entries of so many bytes, key and value,
// that has grown from nothing, and how many entries it takes before it grows.
func Map(n int, entry int64) (bytes int64, full int) {
	size, full := pmemory.MapSize(n, uintptr(entry))
	return int64(size), full
}
