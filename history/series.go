package history

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// series is one table of which windows are kept, and what it had counted at the end of
// the last one. The history's goroutine alone uses it.
type series struct {
	name    string
	columns []view.Column // of the original
	roles   []role
	keys    int // how many columns, the first ones, tell the rows of a window apart
	read    func(visit func(key any, row view.Row, h *record.Histogram))
	table   *table
	// committed, if any, is called when a window was written.
	committed func()
	// walls are the columns that say how the time of queries passed; of most tables there
	// are none.
	walls []int

	base  map[any]*figures
	began time.Time // the start of the window
	last  time.Time // that of the one before
	from  uint64    // and its tick
	next  map[any]*figures
	spare *figures // to be used again
}

// figures are what a row had counted: by column, of those that are compared. Those of
// signed columns are two's complement.
type figures struct {
	numbers []uint64
	buckets []bucket
}

// bucket is a bucket of a histogram that has counted something.
type bucket struct {
	number uint16
	count  uint64
}

// delta is a row of a window that is being made.
type delta struct {
	row       view.Row
	histogram *record.Histogram // nil: the table has none
}

// windowRows gives what has changed since the last window: rows of the original's
// columns and, where the table has one, the histogram. What the next window will be
// compared with is in s.next.
func (s *series) windowRows() []view.Row {
	s.next = make(map[any]*figures, len(s.base))
	var deltas []delta
	indexes := make(map[[4]any]int)
	s.read(func(key any, row view.Row, h *record.Histogram) {
		d, changed := s.compare(key, row, h)
		if !changed {
			return
		}
		// What was truncated away and came again is two rows here.
		var same [4]any
		copy(same[:s.keys], row)
		if at, ok := indexes[same]; ok {
			s.merge(&deltas[at], &d)
			return
		}
		indexes[same] = len(deltas)
		deltas = append(deltas, d)
	})
	rows := make([]view.Row, len(deltas))
	for i := range deltas {
		rows[i] = s.finish(&deltas[i])
	}
	return rows
}

// compare makes of a row what it has counted since the last window. The row is the
// caller's own.
func (s *series) compare(key any, row view.Row, h *record.Histogram) (d delta, changed bool) {
	old, now := s.base[key], s.spare
	s.spare = nil
	if now == nil {
		now = &figures{numbers: make([]uint64, len(row))}
	}
	before := func(i int) uint64 {
		if old == nil {
			return 0
		}
		return old.numbers[i]
	}
	for i, r := range s.roles {
		n, isNumber := number(row[i])
		if !isNumber && r == difference {
			n = before(i) // it may be known again
		}
		if r == difference && strings.HasPrefix(s.columns[i].Name, "SUM_TIMER_") {
			// Sums of times at rest fall a little in the process's first seconds, while
			// it learns how long a tick of the clock lasts.
			n = max(n, before(i))
		}
		now.numbers[i] = n
		switch r {
		case difference:
			if isNumber {
				changed = changed || n != before(i)
				row[i] = like(row[i], n-before(i))
			}
		case least, most:
			if n == before(i) || r == most && n < before(i) {
				row[i] = nil
			}
		case latest:
			if n == before(i) {
				row[i] = nil
			}
		case cores:
			now.numbers[i] = before(i)
			if used, ok := row[i].(float64); ok {
				now.numbers[i] = uint64(math.Round(used * s.wall(func(i int) uint64 { return now.numbers[i] })))
			}
			row[i] = coresUsed(float64(now.numbers[i])-float64(before(i)), s.wall(func(i int) uint64 { return now.numbers[i] - before(i) }))
		case sample:
			seen := columnOf(s.columns, "QUERY_SAMPLE_SEEN")
			if at, _ := number(row[seen]); at == before(seen) && i != seen {
				row[i] = nil
			}
		case status:
			changed = s.compareStatus(row, i, now, before(i), old != nil) || changed
		}
	}
	if seen := columnOf(s.columns, "QUERY_SAMPLE_SEEN"); seen >= 0 && now.numbers[seen] == before(seen) {
		row[seen] = nil
	}
	if old == nil && !changed {
		s.spare = now // it has counted nothing: most errors and many waits never do
		return d, false
	}
	s.next[key] = now
	d = delta{row: row}
	if h != nil {
		now.buckets = sparse(h)
		if old != nil {
			for _, b := range old.buckets {
				h[b.number] -= b.count
			}
		}
		d.histogram = h
	}
	return d, changed
}

// compareStatus makes of the value of a status variable that counts how much it has
// grown. One that has fallen was reset: what it has now is new. Of those that do not
// count the value stays, and is worth a row where it has changed.
func (s *series) compareStatus(row view.Row, i int, now *figures, before uint64, known bool) (changed bool) {
	name, _ := row[0].(string)
	text, _ := row[i].(string)
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || !counts(name) {
		now.numbers[i] = hash(text)
		return !known && text != "" && text != "0" || known && now.numbers[i] != before
	}
	now.numbers[i] = n
	if n < before {
		before = 0
	}
	row[i] = strconv.FormatUint(n-before, 10)
	return n != before
}

// merge adds what a row of the same digest has counted.
func (s *series) merge(to, d *delta) {
	used, longer := s.used(to.row)+s.used(d.row), s.longer(to.row, d.row)
	for i, r := range s.roles {
		a, aKnown := number(to.row[i])
		b, bKnown := number(d.row[i])
		switch {
		case r == difference && aKnown && bKnown:
			to.row[i] = like(to.row[i], a+b)
		case (r == least || r == most) && !(aKnown && bKnown):
			to.row[i] = nil
		case r == least:
			to.row[i] = like(to.row[i], min(a, b))
		case r == most:
			to.row[i] = like(to.row[i], max(a, b))
		case r == latest && longer:
			to.row[i] = d.row[i]
		case s.columns[i].Name == "LAST_SEEN" && b > a, r == sample && d.row[i] != nil:
			to.row[i] = d.row[i]
		}
	}
	s.setCores(to.row, used)
	if d.histogram == nil {
		return
	}
	for i, n := range d.histogram {
		to.histogram[i] += n
	}
}

// finish computes what follows from the rest of the row.
func (s *series) finish(d *delta) view.Row {
	for i, r := range s.roles {
		switch r {
		case average:
			sum, count := averageOf(s.columns, s.columns[i].Name)
			total, _ := number(d.row[sum])
			n, _ := number(d.row[count])
			d.row[i] = nil
			if n != 0 {
				d.row[i] = total / n
			}
		case quantile:
			d.row[i] = nil
			if d.histogram.Total() != 0 {
				d.row[i] = d.histogram.Quantile(quantiles[s.columns[i].Name])
			}
		}
	}
	if d.histogram == nil {
		return d.row
	}
	return append(d.row, histogramText(d.histogram))
}

// commit makes the end of the window that was written the start of the next.
func (s *series) commit(wall time.Time, tick uint64) {
	s.base, s.next = s.next, nil
	s.last, s.began, s.from = s.began, wall, tick
}

// sparse are the buckets of a histogram that have counted something.
func sparse(h *record.Histogram) (out []bucket) {
	for i, n := range h {
		if n != 0 {
			out = append(out, bucket{uint16(i), n}) //nolint:gosec // below HistogramBuckets
		}
	}
	return out
}

// histogramText is a histogram as an object of JSON: the number of each bucket that has
// counted something, and its count.
func histogramText(h *record.Histogram) any {
	var b strings.Builder
	for i, n := range h {
		if n == 0 {
			continue
		}
		sep := ","
		if b.Len() == 0 {
			sep = "{"
		}
		fmt.Fprintf(&b, `%s"%d":%d`, sep, i, n)
	}
	if b.Len() == 0 {
		return nil
	}
	return b.String() + "}"
}

// number is a value as a number, for comparison.
func number(v any) (n uint64, ok bool) {
	switch v := v.(type) {
	case uint64:
		return v, true
	case int64:
		return uint64(v), true //nolint:gosec // two's complement
	case time.Time:
		return uint64(v.UnixMicro()), true //nolint:gosec // only compared
	case string:
		n, ok := view.ParseMillionths(v)
		return uint64(n), ok //nolint:gosec // two's complement
	}
	return 0, false
}

// like is a number as v has its: signed or not, or a decimal.
func like(v any, n uint64) any {
	switch v.(type) {
	case int64:
		return int64(n) //nolint:gosec // two's complement
	case string:
		return view.FormatMillionths(int64(n)) //nolint:gosec // two's complement
	}
	return n
}
