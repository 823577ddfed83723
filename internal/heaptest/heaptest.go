// Package heaptest measures the heap of a test.
package heaptest

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"
)

// Live is the bytes of the heap that are in use once garbage is gone.
func Live() int64 {
	var m runtime.MemStats
	// What has a finalizer, or lies in a sync.Pool, goes with the second.
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Grown is by how much the heap grows by what fill makes. What tests before have
// left behind may go away at any time, so fill is called until two readings agree
// within a hundredth, or ten times.
func Grown[T any](fill func() T) (made T, bytes int64) {
	for range 10 {
		last, before := bytes, Live()
		made = fill()
		bytes = Live() - before
		if d := bytes - last; bytes > 0 && -bytes/100 <= d && d <= bytes/100 {
			break
		}
	}
	runtime.KeepAlive(made)
	return made, bytes
}

// Each is how many bytes of the heap what make returns holds, as the mean of many.
func Each[T any](many int, make func() T) int64 {
	make() // what is made once is not its own
	_, bytes := Grown(func() []T {
		var all []T
		for range many {
			all = append(all, make())
		}
		return all
	})
	return bytes / int64(many)
}

// Agree fails the test unless what is told of, and what the heap has grown by,
// differ by at most the part off: in the median of three measurements, as what
// tests before have left behind may go away during one.
func Agree(t testing.TB, what string, off float64, measure func() (told, grown int64)) {
	t.Helper()
	type measured struct{ told, grown int64 }
	var all []measured
	for range 3 {
		told, grown := measure()
		all = append(all, measured{told, grown})
	}
	slices.SortFunc(all, func(a, b measured) int {
		return cmp.Compare(float64(a.told)*float64(b.grown), float64(b.told)*float64(a.grown))
	})
	median := all[len(all)/2]
	said := fmt.Sprintf("%s: %d bytes are told of, the heap grew by %d; all: %d", what, median.told, median.grown, all)
	if math.Abs(float64(median.told-median.grown)) > off*float64(median.grown) {
		t.Error(said)
		return
	}
	t.Log(said)
}
