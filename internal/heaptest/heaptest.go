// Package heaptest measures the heap of a test.
package heaptest

import (
	"cmp"
	"math"
	"os"
	"os/exec"
	"reflect"
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

// Grown is by how much the heap grows by what fill makes: the median of three
// fillings, and what the last of them has made.
func Grown[T any](fill func() T) (made T, bytes int64) {
	var all [3]int64
	for i := range all {
		before := Live()
		one := fill()
		all[i] = Live() - before
		runtime.KeepAlive(one)
		if i == len(all)-1 { // the others are garbage then
			made = one
		}
	}
	slices.Sort(all[:])
	return made, all[len(all)/2]
}

// Alone has the calling test run in a process of its own, where no other test has
// left anything behind that goes away while it measures, and says whether this is
// that process. Where it is not, the test has nothing more to do.
func Alone(t *testing.T) bool {
	t.Helper()
	const variable = "PERFSCHEMA_TEST_ALONE"
	if os.Getenv(variable) == t.Name() {
		return true
	}
	args := []string{"-test.run=^" + t.Name() + "$", "-test.v"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), variable+"="+t.Name())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("alone: %v\n%s", err, out)
	} else {
		t.Logf("alone:\n%s", out)
	}
	return false
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
	agree := func(m measured) bool { return math.Abs(float64(m.told-m.grown)) <= off*float64(m.grown) }
	var all []measured
	agreed := 0
	for len(all) < 3 && agreed < 2 { // of three the median agrees once two do
		told, grown := measure()
		all = append(all, measured{told, grown})
		if agree(all[len(all)-1]) {
			agreed++
		}
	}
	if agreed == 2 {
		t.Logf("%s: the bytes that are told of, and those by which the heap grew: %d", what, all)
		return
	}
	slices.SortFunc(all, func(a, b measured) int {
		return cmp.Compare(float64(a.told)*float64(b.grown), float64(b.told)*float64(a.grown))
	})
	median := all[len(all)/2]
	t.Errorf("%s: %d bytes are told of, the heap grew by %d; all: %d", what, median.told, median.grown, all)
}

// HasPointers reports whether the garbage collector looks into values of a type.
func HasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if HasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return HasPointers(t.Elem())
	case reflect.String, reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return true
	}
	return false
}
