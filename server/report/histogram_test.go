package report

import (
	"math"
	"slices"
	"testing"
)

func filled(values ...int64) *histogram {
	h := new(histogram)
	for _, v := range values {
		h.add(v, 1)
	}
	return h
}

// Up to 2 × fine all is exact: 1..100 in any order.
func TestHistogramExact(t *testing.T) {
	h := new(histogram)
	for i := int64(100); i > 0; i-- {
		h.add(i, 1)
	}
	for p, want := range map[float64]float64{0.1: 1, 1: 1, 50: 50, 90: 90, 99: 99, 99.9: 100, 100: 100} {
		if got := h.percentile(p); got != want {
			t.Errorf("p%g is %g, want %g", p, got, want)
		}
	}
	// The heaviest 1 % is 100 of 5050, the heaviest 10 % 91 + ... + 100 = 955.
	for part, want := range map[float64]float64{0.01: 100.0 / 5050, 0.1: 955.0 / 5050, 0.5: 3775.0 / 5050, 1: 1, 0.001: 100.0 / 5050} {
		if got := h.top(part); math.Abs(got-want) > 1e-12 {
			t.Errorf("top %g has %g, want %g", part, got, want)
		}
	}
	if h.mean() != 50.5 || h.min != 1 || h.max != 100 {
		t.Errorf("mean %g, %d to %d", h.mean(), h.min, h.max)
	}
	if n := h.between(2, 4); n != 2 {
		t.Errorf("%d values above 2 and up to 4", n)
	}
}

func TestHistogramOfNothing(t *testing.T) {
	h := new(histogram)
	if h.percentile(50) != 0 || h.top(0.1) != 0 || h.mean() != 0 || h.distribution() != nil {
		t.Error("an empty histogram has values")
	}
	h.add(0, 1)
	if h.percentile(99) != 0 || h.top(0.1) != 0 || h.count != 1 {
		t.Error("one 0 is not 0")
	}
	if filled(-5).percentile(50) != 0 {
		t.Error("below 0")
	}
}

// Over the whole range a percentile is within 1/256 of the exact one, and what is
// said of the greatest values within as much.
func TestHistogramError(t *testing.T) {
	var values []int64
	h := new(histogram)
	x := uint64(1)
	for range 20_000 {
		x = x*6364136223846793005 + 1442695040888963407
		v := int64(x>>1) >> (x % 62)
		values = append(values, v)
		h.add(v, 1)
	}
	slices.Sort(values)
	var sum float64
	for _, v := range values {
		sum += float64(v)
	}
	for _, p := range []float64{1, 10, 50, 90, 99, 99.9} {
		want := float64(values[int(math.Ceil(p/100*float64(len(values))))-1])
		if got := h.percentile(p); math.Abs(got-want) > want/fine {
			t.Errorf("p%g is %g, exactly %g", p, got, want)
		}
	}
	for _, part := range []float64{0.0003, 0.01, 0.1} {
		var want float64
		for _, v := range values[len(values)-int(math.Ceil(part*float64(len(values)))):] {
			want += float64(v)
		}
		if got := h.top(part); math.Abs(got-want/sum) > 1.0/fine {
			t.Errorf("top %g has %g, exactly %g", part, got, want/sum)
		}
	}
	last := 0.0
	for _, p := range h.distribution() {
		if p.Y < last || p.Y > 1 {
			t.Fatalf("the distribution falls at %v", p)
		}
		last = p.Y
	}
	if last != 1 {
		t.Errorf("the distribution ends at %g", last)
	}
}
