package history

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/perfschema/perfschema"
)

// Bucket is a bucket of a histogram of durations, and how many it has counted. Its bounds
// are those of [perfschema.BucketBounds].
type Bucket struct {
	Number int
	Count  uint64
}

// ParseHistogram reads column HISTOGRAM of the table of digests: an object of JSON, counts
// by the number of their bucket. It gives them in the order of their numbers; none of an
// empty text.
func ParseHistogram(text string) ([]Bucket, error) {
	if text == "" {
		return nil, nil
	}
	var counts map[string]uint64
	if err := json.Unmarshal([]byte(text), &counts); err != nil {
		return nil, fmt.Errorf("history: HISTOGRAM: %w", err)
	}
	out := make([]Bucket, 0, len(counts))
	for name, n := range counts {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= perfschema.HistogramBuckets {
			return nil, fmt.Errorf("history: HISTOGRAM: there is no bucket %.20q", name)
		}
		out = append(out, Bucket{i, n})
	}
	slices.SortFunc(out, func(a, b Bucket) int { return cmp.Compare(a.Number, b.Number) })
	return out, nil
}
