package top

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// maxPercentiles is of how many digests the histogram is read in one reading: those that
// took the most time since the last one. Each costs the rows of its buckets, 450 on MySQL
// and here, or those around the ones that it is known to use.
const maxPercentiles = 10

// readHistograms reads the histograms of the digests that took the most time since the
// last reading, at first since the server began. Those of digests that have not run since
// are what they were. The 95th percentile is so known of a digest that is among these in
// two readings, or that has come to be between them.
func (s *server) readHistograms(ctx context.Context, before, r *reading) error {
	r.measured = make(map[string]histogram)
	if !s.has("events_statements_histogram_by_digest") {
		return nil
	}
	if before == nil {
		before = &reading{}
	}
	var list []ran
	for key, now := range r.counted {
		was := before.counted[key]
		if was == now || was != nil && was.counts[executions] == now.counts[executions] {
			if h, ok := before.measured[key]; ok {
				r.measured[key] = h
			}
			continue
		}
		spent := now.counts[statementTime]
		if was != nil {
			spent -= was.counts[statementTime]
		}
		if now.digest.digest != nil {
			list = append(list, ran{key, now.digest, spent, now.counts[executions]})
		}
	}
	slices.SortFunc(list, func(a, b ran) int { return cmp.Or(cmp.Compare(b.spent, a.spent), strings.Compare(a.key, b.key)) })
	list = list[:min(len(list), maxPercentiles)]
	if err := s.readBuckets(ctx, list, r.measured); err != nil {
		return err
	}
	// An execution that was outside of the buckets asked for is missing: they are all
	// read then.
	list = slices.DeleteFunc(list, func(d ran) bool { return s.buckets[d.key] == nil || r.measured[d.key].count() >= d.executions })
	for _, d := range list {
		delete(s.buckets, d.key)
	}
	return s.readBuckets(ctx, list, r.measured)
}

// ran is a digest that was executed.
type ran struct {
	key               string
	of                *digestKey
	spent, executions float64
}

// bucketSpan is the first and the last bucket that a digest is known to use.
type bucketSpan struct{ first, last uint64 }

// Of how many digests the buckets in use are remembered, and how many around them are
// asked for.
const (
	maxBucketSpans = 1000
	aroundBuckets  = 10
)

// readBuckets reads histograms, each by the table's index. One SELECT of several, by OR,
// would read those of all digests on some servers; by UNION it takes longer to plan than
// they take apart.
func (s *server) readBuckets(ctx context.Context, list []ran, into map[string]histogram) error {
	if s.buckets == nil || len(s.buckets) > maxBucketSpans {
		s.buckets = make(map[string]*bucketSpan)
	}
	for _, d := range list {
		query := "SELECT BUCKET_TIMER_HIGH, COUNT_BUCKET, BUCKET_NUMBER FROM performance_schema.events_statements_histogram_by_digest WHERE DIGEST = ? AND COUNT_BUCKET > 0 AND "
		args := []any{*d.of.digest}
		if d.of.schema == nil {
			query += "SCHEMA_NAME IS NULL"
		} else {
			query += "SCHEMA_NAME = ?"
			args = append(args, *d.of.schema)
		}
		b := s.buckets[d.key]
		if b != nil {
			query += " AND BUCKET_NUMBER BETWEEN ? AND ?"
			args = append(args, b.first-min(b.first, aroundBuckets), b.last+aroundBuckets)
		}
		h := make(histogram)
		into[d.key] = h
		err := s.each(ctx, query, args, 3, func(v []value) {
			h[v[0].number()] += v[1].number()
			bucket := v[2].id()
			if b == nil {
				b = &bucketSpan{bucket, bucket}
				s.buckets[d.key] = b
			}
			b.first, b.last = min(b.first, bucket), max(b.last, bucket)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
