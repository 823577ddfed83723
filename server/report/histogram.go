package report

import (
	"math"
	"math/bits"
)

// fine is how many parts a histogram divides each power of two into: values
// below 2 × fine are kept as they are, others within 1/fine of themselves.
const fine = 256

// histogram counts values of 0 and more. It takes a few kilobytes for each power
// of two in use, for any number of values. The zero value is empty.
type histogram struct {
	count    int64
	sum      float64
	min, max int64
	powers   [64]*[fine]bucket
}

type bucket struct {
	count int64
	sum   float64
}

// bucketOf is where a value is counted.
func bucketOf(v int64) (power, part int) {
	if v < fine {
		return 0, int(v)
	}
	shift := bits.Len64(uint64(v)) - 9 // fine is 1<<8
	return shift + 1, int(v>>shift) - fine
}

// add counts a value n times. One below 0, which only a clock set back makes, is 0.
func (h *histogram) add(v, n int64) {
	v = max(v, 0)
	if h.count == 0 || v < h.min {
		h.min = v
	}
	h.max = max(h.max, v)
	h.count += n
	h.sum += float64(v) * float64(n)
	power, part := bucketOf(v)
	if h.powers[power] == nil {
		h.powers[power] = new([fine]bucket)
	}
	b := &h.powers[power][part]
	b.count += n
	b.sum += float64(v) * float64(n)
}

// each visits the buckets in use, from the least or from the greatest, until
// visit says no.
func (h *histogram) each(down bool, visit func(bucket) bool) {
	for i := range h.powers {
		if down {
			i = len(h.powers) - 1 - i
		}
		if h.powers[i] == nil {
			continue
		}
		for j := range h.powers[i] {
			if down {
				j = fine - 1 - j
			}
			if b := h.powers[i][j]; b.count > 0 && !visit(b) {
				return
			}
		}
	}
}

// percentile is the least value that at least p percent of the values do not
// exceed, within 1/fine.
func (h *histogram) percentile(p float64) float64 {
	rank := int64(math.Ceil(p / 100 * float64(h.count)))
	switch {
	case h.count == 0:
		return 0
	case rank <= 1:
		return float64(h.min)
	case rank >= h.count:
		return float64(h.max)
	}
	var seen int64
	var value float64
	h.each(false, func(b bucket) bool {
		seen += b.count
		value = b.sum / float64(b.count)
		return seen < rank
	})
	return value
}

func (h *histogram) mean() float64 {
	if h.count == 0 {
		return 0
	}
	return h.sum / float64(h.count)
}

// top is the part of the sum that the greatest values have which are this part
// of all, rounded up to a whole number of values.
func (h *histogram) top(part float64) float64 {
	if h.sum == 0 {
		return 0
	}
	left := int64(math.Ceil(part*float64(h.count) - 1e-9))
	var sum float64
	h.each(true, func(b bucket) bool {
		n := min(left, b.count)
		sum += b.sum * float64(n) / float64(b.count)
		left -= n
		return left > 0
	})
	return sum / h.sum
}

// point is a place in a curve.
type point struct{ X, Y float64 }

// distribution is the part of the values that do not exceed X, at no more places
// than a chart can show.
func (h *histogram) distribution() []point {
	var out []point
	var seen int64
	const steps = 400
	last := -1.0
	h.each(false, func(b bucket) bool {
		seen += b.count
		y := float64(seen) / float64(h.count)
		if y-last >= 1.0/steps || seen == h.count {
			out = append(out, point{b.sum / float64(b.count), y})
			last = y
		}
		return true
	})
	return out
}
