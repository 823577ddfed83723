// Package heapsize says what Go's allocator makes of a request: sizes of small
// objects come in classes, those of large ones in pages.
package heapsize

import (
	"runtime"
	"slices"
	"sync"
)

const (
	page = 8 << 10
	// small is up to which size objects come in classes.
	small = 32 << 10
	// header is above which size an object with pointers has a word before it
	// that says where they are.
	header = 512
	word   = 8
)

// classes are the sizes of small objects: as the runtime tells them, and the few
// it leaves out.
var classes = sync.OnceValue(func() []uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	out := []uint64{19072, 20480, 21760, 24576, 27264, 28672, small}
	for _, c := range m.BySize {
		out = append(out, uint64(c.Size))
	}
	slices.Sort(out)
	return out
})

// Plain is the size of an object of n bytes without pointers.
func Plain(n uintptr) uint64 {
	if n == 0 {
		return 0
	}
	if n > small {
		return (uint64(n) + page - 1) &^ (page - 1)
	}
	all := classes()
	i, _ := slices.BinarySearch(all, uint64(n))
	return all[i]
}

// Object is the size of an object of n bytes that holds pointers.
func Object(n uintptr) uint64 {
	if n > header && n <= small-word {
		n += word
	}
	return Plain(n)
}

// Map is about the size of a map of n entries of so many bytes, key and value,
// that has grown from nothing.
func Map(n int, entry uintptr) uint64 {
	const group = 8
	places := group
	for n > group && places*7/8 < n {
		places *= 2
	}
	return 48 + uint64(places/group)*Object(word+group*entry)
}
