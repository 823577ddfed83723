package field

import (
	"math"
	"runtime"
	"testing"
)

// A number in a box is that number, of that type, whatever comes after it.
func TestBoxes(t *testing.T) {
	var b Boxes
	var got, want []any
	add := func(v, plain any) { got, want = append(got, v), append(want, plain) }
	for i := range uint64(3 * mostBoxes) {
		for _, n := range []uint64{i, i << 32, math.MaxUint64 - i} {
			add(b.Unsigned(n), n)
			add(b.Signed(int64(n)), int64(n))
		}
	}
	runtime.GC()
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%T %v instead of %T %v", got[i], got[i], want[i], want[i])
		}
	}
	n := uint64(1e9)
	if per := testing.AllocsPerRun(10, func() {
		for range mostBoxes {
			n++
			got[0] = b.Unsigned(n)
		}
	}); per > 1 {
		t.Errorf("%v allocations for %d numbers", per, mostBoxes)
	}
}
