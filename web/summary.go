package web

import (
	"cmp"
	"slices"
	"time"

	"github.com/perfschema/perfschema/record"
)

// summary is what statements did in a span of time.
type summary struct {
	reach
	intervals []*interval
	digests   []*digestSum // those that took most time first
	others    figures
	all       figures
	spent     spent
}

// digestSum is what the statements of a digest did in a span of time.
type digestSum struct {
	key
	figures   figures
	durations record.Histogram
	spent     spent
	times     []uint64 // elapsed, by interval
}

// summary adds up the intervals that lie in the span that is asked for.
func (h *history) summary(q *query, now time.Time) *summary {
	s := &summary{reach: newReach(q, now)}
	for _, i := range h.observe() {
		if s.covers(i.from, i.to) {
			s.intervals = append(s.intervals, i)
		}
	}
	if s.settle(); s.gone {
		return s
	}
	by := make(map[key]*digestSum)
	for n, i := range s.intervals {
		if i.kept {
			s.keptUntil, s.weighed = i.to, s.weighed || i.weighed
		}
		for k, d := range i.by {
			sum := by[k]
			if sum == nil {
				sum = &digestSum{key: k, times: make([]uint64, len(s.intervals))}
				by[k] = sum
			}
			sum.figures.add(&d.figures)
			d.durations.addTo(&sum.durations)
			sum.spent.add(&d.spent)
			sum.times[n] += d.figures[elapsed]
			s.all.add(&d.figures)
		}
		s.others.add(&i.others)
		s.all.add(&i.others)
		s.spent.add(&i.spent)
	}
	for _, d := range by {
		s.digests = append(s.digests, d)
	}
	slices.SortFunc(s.digests, func(a, b *digestSum) int {
		return cmp.Or(cmp.Compare(b.figures[elapsed], a.figures[elapsed]), cmp.Compare(b.spent.sum(), a.spent.sum()), cmp.Compare(a.digest, b.digest), cmp.Compare(a.schema, b.schema))
	})
	return s
}

// find is what the statements of one digest did; nil: nothing.
func (s *summary) find(k key) *digestSum {
	for _, d := range s.digests {
		if d.key == k {
			return d
		}
	}
	return nil
}

func (s *spent) add(o *spent) {
	for i := range s {
		s[i] += o[i]
	}
}

func (s *spent) sum() (t time.Duration) {
	for _, d := range s {
		t += d
	}
	return t
}
