package perfschema

import (
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/heapsize"
)

// HistogramBuckets is the number of buckets of a statement histogram.
const HistogramBuckets = 450

// bucketLow holds the lower bounds in picoseconds: bucket 0 is below 10 us,
// and 50 buckets make a factor of ten; fractions are cut. The last has no upper bound.
var bucketLow = func() (low [HistogramBuckets]uint64) {
	const first = 10_000_000
	for i := 1; i < HistogramBuckets; i++ {
		low[i] = uint64(first * math.Pow(10, float64(i-1)/50))
	}
	return low
}()

// BucketBounds returns the bounds of a bucket in picoseconds, low included and
// high excluded.
func BucketBounds(i int) (low, high uint64) {
	if i == HistogramBuckets-1 {
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
		for int(from[i]) < HistogramBuckets-1 && bucketLow[from[i]+1] <= low {
			from[i]++
		}
	}
	return from
}()

// bucketOf finds the bucket of a duration in picoseconds.
func bucketOf(ps uint64) int {
	size := bits.Len64(ps)
	lo, hi := int(bucketFrom[size]), HistogramBuckets
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

// Histogram counts statements by duration.
type Histogram [HistogramBuckets]uint64

// Total is the number of statements counted.
func (h *Histogram) Total() uint64 {
	var n uint64
	for _, c := range h {
		n += c
	}
	return n
}

// Quantile is the upper bound, in picoseconds, of the first bucket under which
// lie at least so many thousandths of the statements; 0 if none was counted.
func (h *Histogram) Quantile(permille uint64) uint64 {
	enough := (h.Total()*permille + 999) / 1000
	var below uint64
	for i, n := range h {
		if below += n; n > 0 && below >= enough {
			_, high := BucketBounds(i)
			return high
		}
	}
	return 0
}

const bucketsPerPage = 18 // divides HistogramBuckets

// histogramCounts counts for many writers. Pages of buckets are made when
// first hit: the durations of one statement are close together.
type histogramCounts struct {
	pages [HistogramBuckets / bucketsPerPage]atomic.Pointer[[bucketsPerPage]atomic.Uint64]
}

// count counts a duration by its bucket.
func (h *histogramCounts) count(b int) {
	shared(h.pages[:], b/bucketsPerPage)[b%bucketsPerPage].Add(1)
}

func (h *histogramCounts) load() (out Histogram) {
	for p := range h.pages {
		page := h.pages[p].Load()
		if page == nil {
			continue
		}
		for i := range page {
			out[p*bucketsPerPage+i] = page[i].Load()
		}
	}
	return out
}

func (h *histogramCounts) clear() { clearAll(h.pages[:]) }

// bytes is the memory of the counts beyond h itself.
func (h *histogramCounts) bytes() (n uint64) {
	for p := range h.pages {
		if h.pages[p].Load() != nil {
			n += heapsize.Plain(bucketsPerPage * 8)
		}
	}
	return n
}

// StatementHistogram is events_statements_histogram_global.
func (s *Reader) StatementHistogram() Histogram {
	if !s.Schema().Enabled() {
		return Histogram{}
	}
	return s.histogram.load()
}

// TruncateStatementHistogram resets events_statements_histogram_global.
func (s *Reader) TruncateStatementHistogram() {
	if s.Schema().Enabled() {
		s.histogram.clear()
	}
}

// TruncateDigestHistograms resets events_statements_histogram_by_digest.
func (s *Reader) TruncateDigestHistograms() {
	if !s.Schema().Enabled() {
		return
	}
	t := s.digests.table.Load()
	for _, e := range t.entries() {
		e.histogram.clear()
	}
	t.catchAll.histogram.clear()
}
