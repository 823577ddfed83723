package record

import "github.com/perfschema/perfschema/internal/histogram"

// Histogram counts statements by duration.
type Histogram [HistogramBuckets]uint64

// Total is the number of statements counted.
func (h *Histogram) Total() uint64 { return histogram.Total((*[HistogramBuckets]uint64)(h)) }

// Quantile is the upper bound, in picoseconds, of the first bucket under which
// lie at least so many thousandths of the statements; 0 if none was counted.
func (h *Histogram) Quantile(permille uint64) uint64 {
	return histogram.Quantile((*[HistogramBuckets]uint64)(h), permille)
}

// HistogramBuckets is the number of buckets of a statement histogram.
const HistogramBuckets = histogram.Buckets

// BucketBounds returns the bounds of a bucket in picoseconds, low included and
// high excluded.
func BucketBounds(i int) (low, high uint64) { return histogram.Bounds(i) }
