package clock

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// anyUint64 favours the ends and the powers of two.
func anyUint64(r *rand.Rand) uint64 {
	v := r.Uint64() >> r.IntN(64)
	switch r.IntN(8) {
	case 0:
		return 1<<r.IntN(64) - uint64(r.IntN(2))
	case 1:
		return math.MaxUint64 - v
	}
	return v
}

func bigOf(v uint64) *big.Int { return new(big.Int).SetUint64(v) }

func clamp(v *big.Int) uint64 {
	if !v.IsUint64() {
		return math.MaxUint64
	}
	return v.Uint64()
}

func TestSpanIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		d, k := anyUint64(r), Scale(anyUint64(r))
		want := new(big.Int).Mul(bigOf(d), bigOf(uint64(k)))
		if got := k.Span(d); got != clamp(want.Rsh(want, scaleBits)) {
			t.Fatalf("%d ticks at %d: %d, want %d", d, k, got, want)
		}
	}
}

func TestSpanOfNanoseconds(t *testing.T) {
	for _, d := range []uint64{0, 1, 999, 1 << 40, math.MaxUint64 / 1000} {
		if got := nanoScale.Span(d); got != d*1000 {
			t.Errorf("%d ns is %d ps", d, got)
		}
	}
	for _, d := range []uint64{math.MaxUint64/1000 + 1, 1 << 63, math.MaxUint64} {
		if got := nanoScale.Span(d); got != math.MaxUint64 {
			t.Errorf("%d ns is %d ps, want the largest number", d, got)
		}
	}
}

func TestScaleIsTheNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		nanos, ticks := anyUint64(r), max(anyUint64(r), 1)
		// floor(nanos*k/ticks + 1/2), where it fits.
		want := new(big.Int).Mul(bigOf(nanos), bigOf(uint64(nanoScale)))
		want.Add(want, bigOf(ticks/2)).Div(want, bigOf(ticks))
		if !want.IsUint64() {
			want.SetUint64(0)
		}
		if got := scaleOf(nanos, ticks); uint64(got) != want.Uint64() {
			t.Fatalf("%d ticks in %d ns: %d, want %d", ticks, nanos, got, want)
		}
	}
}
