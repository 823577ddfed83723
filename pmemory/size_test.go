package pmemory_test

import (
	"testing"

	"github.com/perfschema/perfschema/pmemory"
)

// TestSize: an object takes at least its bytes, and what is larger no less.
func TestSize(t *testing.T) {
	for _, pointers := range []bool{false, true} {
		last := uint64(0)
		for n := uintptr(1); n < 100_000; n += 7 {
			size := pmemory.Size(n, pointers)
			if size < uint64(n) || size < last || size > 2*uint64(n)+16 {
				t.Fatalf("%d bytes take %d, one less %d", n, size, last)
			}
			last = size
		}
	}
	if pmemory.Size(0, false) != 0 {
		t.Error("nothing takes something")
	}
}

// TestMapSize: a map grows where it says, and not before.
func TestMapSize(t *testing.T) {
	last, full := pmemory.MapSize(0, 16)
	for n := 1; n < 5000; n++ {
		bytes, next := pmemory.MapSize(n, 16)
		if grown := n > full; grown != (bytes > last) || next < n {
			t.Fatalf("a map of %d takes %d and is full with %d; one less %d, %d", n, bytes, next, last, full)
		}
		last, full = bytes, next
	}
}
