package trend

import (
	"context"
	"sort"
	"strconv"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/record"
)

var start = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

// kept are windows in memory.
type kept struct {
	windows []Window
	errors  []ErrorWindow
	plans   []PlanWindow
}

// visitIn visits those of a list that begin in a span.
func visitIn[T any](list []T, span history.Span, start func(*T) time.Time, visit func(*T) error) error {
	for _, w := range list {
		if !start(&w).Before(span.From) && start(&w).Before(span.To) {
			if err := visit(&w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (k *kept) Statements(_ context.Context, span history.Span, visit func(*Window) error) error {
	return visitIn(k.windows, span, func(w *Window) time.Time { return w.Start }, visit)
}

func (k *kept) Errors(_ context.Context, span history.Span, visit func(*ErrorWindow) error) error {
	return visitIn(k.errors, span, func(w *ErrorWindow) time.Time { return w.Start }, visit)
}

func (k *kept) Plans(_ context.Context, span history.Span, visit func(*PlanWindow) error) error {
	return visitIn(k.plans, span, func(w *PlanWindow) time.Time { return w.Start }, visit)
}

// plan keeps what a statement did by a plan in a minute: so many executions, each of such a duration.
func (k *kept) plan(minute int, digest, hash string, count uint64, each time.Duration) {
	at := start.Add(time.Duration(minute) * time.Minute)
	k.plans = append(k.plans, PlanWindow{Start: at, End: at.Add(time.Minute), Key: Key{"shop", digest}, Text: "SELECT " + digest, Hash: hash,
		Figures: Figures{Count: count, Time: count * uint64(each) * 1000, RowsExamined: 7 * count}, Example: hash + " in minute " + strconv.Itoa(minute)})
}

// run keeps what a statement did in a minute: executions of such durations, of which some
// failed.
func (k *kept) run(minute int, digest string, failed uint64, durations ...time.Duration) {
	at := start.Add(time.Duration(minute) * time.Minute)
	w := Window{Start: at, End: at.Add(time.Minute), Key: Key{"shop", digest}, Text: "SELECT " + digest}
	counts := make(map[int]uint64)
	for _, d := range durations {
		ps := uint64(d) * 1000
		w.Count++
		w.Time += ps
		counts[bucketOf(ps)]++
	}
	w.Figures.Errors = failed
	for i, n := range counts {
		w.Buckets = append(w.Buckets, history.Bucket{Number: i, Count: n})
	}
	k.windows = append(k.windows, w)
}

func bucketOf(ps uint64) int {
	return sort.Search(record.HistogramBuckets-1, func(i int) bool {
		_, high := record.BucketBounds(i)
		return ps < high
	})
}

// minutes is a span from one minute to before another.
func minutes(from, to int) history.Span {
	return history.Span{From: start.Add(time.Duration(from) * time.Minute), To: start.Add(time.Duration(to) * time.Minute)}
}
