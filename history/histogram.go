package history

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	if out, ok := parseWritten(text); ok {
		return out, nil
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

// parseWritten reads what histogramText writes, in a fraction of the time that JSON in all
// its forms takes; ok is false of anything else.
func parseWritten(text string) (out []Bucket, ok bool) {
	rest, ok := strings.CutPrefix(text, "{")
	if !ok {
		return nil, false
	}
	out = make([]Bucket, 0, strings.Count(rest, ":"))
	for last := -1; ; {
		name, after, ok := strings.Cut(strings.TrimPrefix(rest, `"`), `":`)
		if !ok || !strings.HasPrefix(rest, `"`) {
			return nil, false
		}
		end := strings.IndexAny(after, ",}")
		if end < 0 {
			return nil, false
		}
		number, ok1 := parseDigits(name)
		count, ok2 := parseDigits(after[:end])
		if !ok1 || !ok2 || number >= perfschema.HistogramBuckets || int(number) <= last {
			return nil, false
		}
		last = int(number)
		out = append(out, Bucket{last, count})
		if rest = after[end+1:]; after[end] == '}' {
			return out, rest == ""
		}
	}
}

// parseDigits reads a number as JSON writes whole ones: digits, no zero before others.
func parseDigits(s string) (uint64, bool) {
	if s == "" || s[0] < '0' || s[0] > '9' || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil
}
