package histogram

import (
	"math"
	"math/bits"
)

// Buckets is how many there are.
const Buckets = 450

// bucketLow holds the lower bounds in picoseconds: bucket 0 is below 10 us,
// and 50 buckets make a factor of ten; fractions are cut. The last has no upper bound. Each
// is made of the one before, as MySQL's are, whose last digits tell.
var bucketLow = func() (low [Buckets]uint64) {
	const first, factor = 10_000_000, 1.0471285480508996
	for i, bound := 1, float64(first); i < Buckets; i, bound = i+1, bound*factor {
		low[i] = uint64(bound)
	}
	return low
}()

// Bounds are those of a bucket in picoseconds, low included and high excluded.
func Bounds(i int) (low, high uint64) {
	if i == Buckets-1 {
		return bucketLow[i], math.MaxUint64
	}
	return bucketLow[i], bucketLow[i+1]
}

// bucketFrom is the bucket of each power of two, so that few bounds are
// compared and those lie side by side.
var bucketFrom = func() (from [65]uint16) {
	for i := range from {
		low := uint64(0)
		if i > 0 {
			low = 1 << (i - 1)
		}
		for int(from[i]) < Buckets-1 && bucketLow[from[i]+1] <= low {
			from[i]++
		}
	}
	return from
}()

// Bucket finds the bucket of a duration in picoseconds. It takes a few nanoseconds.
func Bucket(ps uint64) int {
	size := bits.Len64(ps)
	lo, hi := int(bucketFrom[size]), Buckets
	if size < 64 {
		hi = int(bucketFrom[size+1]) + 1
	}
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; bucketLow[mid] <= ps {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
