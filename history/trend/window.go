package trend

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/perfschema/perfschema"
)

// Window is what one statement did in one window.
type Window struct {
	Start, End time.Time
	Key
	// Text is the normalized text. Empty where it is not known, as in the row of all for
	// which there was no room.
	Text string
	Figures
	// Buckets are what its histogram has counted, in the order of their numbers.
	Buckets []Bucket
	// Sample is the text of one execution, if one was taken in the window.
	Sample string
}

// Key tells statements apart: by default database and digest, either of which may be empty.
type Key struct{ Schema, Digest string }

// Bucket is a bucket of a histogram of durations, and how many it has counted. Its bounds
// are those of [perfschema.BucketBounds].
type Bucket struct {
	Number int
	Count  uint64
}

// Figures are sums. Time is picoseconds.
type Figures struct {
	Count, Time, Errors, Warnings, RowsSent, RowsExamined uint64
}

func (f *Figures) add(g *Figures) {
	f.Count += g.Count
	f.Time += g.Time
	f.Errors += g.Errors
	f.Warnings += g.Warnings
	f.RowsSent += g.RowsSent
	f.RowsExamined += g.RowsExamined
}

// Mean is the mean duration, 0 of none.
func (f *Figures) Mean() float64 {
	if f.Count == 0 {
		return 0
	}
	return float64(f.Time) / float64(f.Count)
}

// ErrorWindow is how often an error was raised in one window.
type ErrorWindow struct {
	Start, End time.Time
	Number     uint64
	Name       string
	Raised     uint64
}

// parseBuckets reads column HISTOGRAM: an object of counts by number. It gives them in
// the order of their numbers.
func parseBuckets(text string) ([]Bucket, error) {
	if text == "" {
		return nil, nil
	}
	var counts map[string]uint64
	if err := json.Unmarshal([]byte(text), &counts); err != nil {
		return nil, fmt.Errorf("HISTOGRAM: %w", err)
	}
	out := make([]Bucket, 0, len(counts))
	for name, n := range counts {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= perfschema.HistogramBuckets {
			return nil, fmt.Errorf("HISTOGRAM: there is no bucket %.20q", name)
		}
		out = append(out, Bucket{i, n})
	}
	sortBuckets(out)
	return out, nil
}
