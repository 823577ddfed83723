package perfschema

import (
	"slices"

	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/record"
)

// truncateDigests empties events_statements_summary_by_digest, and with it the
// histograms by digest. The count of lost digests stays.
func (s *Reader) truncateDigests() {
	if !s.Schema().Enabled() {
		return
	}
	d := &s.digests
	d.taking.Lock()
	defer d.taking.Unlock()
	old := d.table.Load()
	d.clear()
	d.foldAll(s.Schema())
	if len(d.watches) == 0 {
		return
	}
	list := old.list()
	for _, f := range d.watches {
		(*f)(list)
	}
}

// OnTruncateDigests has f told of the rows that TRUNCATE takes out of
// events_statements_summary_by_digest, after it has. They can be read for as long as
// they are held, and no statement counts in them any more. f
// runs on the goroutine that truncates, one call at a time, and must not truncate,
// list digests or call [Digest.HistogramSinceStart] itself. Nobody is told after stop.
func (s *Reader) OnTruncateDigests(f func([]Digest)) (stop func()) {
	if !s.Schema().Enabled() || f == nil {
		return func() {}
	}
	d, mine := &s.digests, &f
	d.taking.Lock()
	defer d.taking.Unlock()
	d.watches = append(d.watches, mine)
	return func() {
		d.taking.Lock()
		defer d.taking.Unlock()
		d.watches = slices.DeleteFunc(slices.Clone(d.watches), func(w *func([]Digest)) bool { return w == mine })
	}
}

// truncateDigestHistograms resets events_statements_histogram_by_digest.
func (s *Reader) truncateDigestHistograms() {
	if !s.Schema().Enabled() {
		return
	}
	d := &s.digests
	d.taking.Lock()
	defer d.taking.Unlock()
	d.fold(s.Schema())
	t := d.table.Load()
	entries := append(t.entries(), t.catchAll)
	taken := make([]histogram.Taken, len(entries))
	for i, e := range entries {
		taken[i] = e.histogram.Take()
	}
	d.foldAll(s.Schema()) // and wait for those who count in what was taken
	for i, e := range entries {
		if taken[i].Any() {
			e.addTruncated(&taken[i])
		}
	}
}

// addTruncated adds what was taken off the histogram to what was before. digestTable.taking is held.
func (e *digestEntry) addTruncated(taken *histogram.Taken) {
	to := e.truncated.Load()
	if to == nil {
		to = new(histogram.Counts)
	}
	taken.AddTo(to)
	e.truncated.Store(to)
}

// HistogramSinceStart is [Digest.Histogram] with what TRUNCATE of
// events_statements_histogram_by_digest has taken off it, s being whose the row is.
func (d Digest) HistogramSinceStart(s *Reader) record.Histogram {
	s.digests.taking.Lock()
	defer s.digests.taking.Unlock()
	sum := record.Histogram(d.entry.histogram.Load())
	if taken := d.entry.truncated.Load(); taken != nil {
		for i, n := range taken.Load() {
			sum[i] += n
		}
	}
	return sum
}
