package top

import (
	"maps"
	"math"
	"slices"
)

// histogram counts the executions of a digest by how long they took: the upper ends of
// buckets in picoseconds, of those that have any.
type histogram map[float64]float64

// count is how many executions it has.
func (h histogram) count() (all float64) {
	for _, n := range h {
		all += n
	}
	return all
}

// since is what came to it after an earlier one. What was reset is what there is now.
func (h histogram) since(before histogram) histogram {
	out := make(histogram)
	for end, n := range before {
		if h[end] < n {
			return h
		}
	}
	for end, n := range h {
		if n > before[end] {
			out[end] = n - before[end]
		}
	}
	return out
}

// quantile is the end of the bucket within which a part of the executions lies, as
// QUANTILE_95 of MySQL is; NaN of none.
func (h histogram) quantile(part float64) float64 {
	all, sum := h.count(), 0.0
	for _, end := range slices.Sorted(maps.Keys(h)) {
		if sum += h[end]; sum >= part*all {
			return end
		}
	}
	return math.NaN()
}
