package history

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/perfschema/perfschema/record"
)

// Bucket is a bucket of a histogram of durations, and how many it has counted. Its bounds
// are those of [record.BucketBounds].
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
	if out, ok := appendWritten(make([]Bucket, 0, strings.Count(text, ":")), text); ok {
		return out, nil
	}
	var counts map[string]uint64
	if err := json.Unmarshal([]byte(text), &counts); err != nil {
		return nil, fmt.Errorf("history: HISTOGRAM: %w", err)
	}
	out := make([]Bucket, 0, len(counts))
	for name, n := range counts {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= record.HistogramBuckets {
			return nil, fmt.Errorf("history: HISTOGRAM: there is no bucket %.20q", name)
		}
		out = append(out, Bucket{i, n})
	}
	slices.SortFunc(out, func(a, b Bucket) int { return cmp.Compare(a.Number, b.Number) })
	return out, nil
}

// appendWritten reads what histogramText writes, in a fraction of the time that JSON in all
// its forms takes; ok is false of anything else.
func appendWritten[T string | []byte](out []Bucket, text T) (_ []Bucket, ok bool) {
	if len(text) == 0 || text[0] != '{' {
		return out, false
	}
	for i, last := 1, -1; ; {
		if i >= len(text) || text[i] != '"' {
			return out, false
		}
		number, end := digits(text, i+1)
		if end+1 >= len(text) || text[end] != '"' || text[end+1] != ':' || number >= record.HistogramBuckets || int(number) <= last { //nolint:gosec // below HistogramBuckets
			return out, false
		}
		last = int(number) //nolint:gosec // as above
		count, end := digits(text, end+2)
		if end >= len(text) || end < 0 {
			return out, false
		}
		out = append(out, Bucket{last, count})
		switch text[end] {
		case ',':
			i = end + 1
		case '}':
			return out, end+1 == len(text)
		default:
			return out, false
		}
	}
}

// digits reads a number as JSON writes whole ones: digits, no zero before others. end is
// where it ends, of what is no such number, or a larger one than there is, the text's end.
func digits[T string | []byte](text T, from int) (n uint64, end int) {
	for end = from; end < len(text) && text[end]-'0' <= 9; end++ {
		d := uint64(text[end] - '0')
		if n > (1<<64-1-d)/10 {
			return 0, len(text)
		}
		n = n*10 + d
	}
	if end == from || text[from] == '0' && end > from+1 {
		return 0, len(text)
	}
	return n, end
}
