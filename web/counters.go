package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view"
)

const (
	// maxRows is how many rows of a table have figures of their own between two readings,
	// the most expensive ones; the others share one row. maxKeptRows is how many rows are
	// kept in all, of some 300 bytes each.
	maxRows, maxKeptRows = 500, 40_000
)

// counters keep how much the sums of tables grew from one reading to the next. Readings
// are taken only while somebody has a page open that shows them.
type counters struct {
	watcher
	tables []*listing
	rows   func(*listing) []view.Row

	steps  []*step // in order
	kept   int     // rows in them
	last   *totals // nil: nobody has looked of late
	latest *step   // since then, for who looks now
}

// totals are the sums that tables had at a moment, by table and by the key of the row.
type totals struct {
	at     time.Time
	tables []map[string]view.Row
}

// step is how much the sums of tables grew between two moments, by table and by the key
// of the row. The row of the key "" has the sums of all rows that have none of their own.
type step struct {
	from, to time.Time
	tables   []map[string]view.Row
}

func newCounters(tables []*listing, rows func(*listing) []view.Row) *counters {
	return &counters{watcher: watcher{now: time.Now, ticks: tickEvery}, tables: tables, rows: rows}
}

// start has readings go on for a while, without looking at what they give. The first one is
// taken meanwhile: of a server that has just started it costs more than all of the page.
func (c *counters) start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = c.now()
	if c.stop == nil {
		c.begin(c.first, c.tick)
	}
}

// begun has a first reading taken, unless there is one.
func (c *counters) begun() {
	c.asked = c.now()
	c.first()
	if c.stop == nil {
		c.begin(nil, c.tick)
	}
}

func (c *counters) first() {
	if c.last == nil {
		c.last = c.read()
	}
}

// observe gives the steps there are, the last one up to now, and has readings go on for a
// while. They are the caller's to read.
func (c *counters) observe() []*step {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun()
	since := c.last.at
	if c.latest != nil {
		since = c.latest.to
	}
	if c.asked.Sub(since) >= fresh {
		c.latest = c.since(c.read(), c.last)
	}
	out := append([]*step(nil), c.steps...)
	if c.latest != nil {
		out = append(out, c.latest)
	}
	return out
}

// tick takes a reading; false: nobody looks any more, and all is forgotten.
func (c *counters) tick() bool {
	if c.forgotten() {
		c.forget()
		return false
	}
	now := c.read()
	c.keep(c.since(now, c.last))
	c.last, c.latest = now, nil
	return true
}

func (c *counters) forget() {
	c.steps, c.kept, c.last, c.latest, c.stop = nil, 0, nil, nil, nil
}

// close ends it for good.
func (c *counters) close() { c.watcher.close(c.forget) }

func (c *counters) keep(s *step) {
	c.steps = append(c.steps, s)
	c.kept += s.size()
	for len(c.steps) > maxIntervals || c.kept > maxKeptRows && len(c.steps) > 1 {
		c.kept -= c.steps[0].size()
		c.steps[0] = nil
		c.steps = c.steps[1:]
	}
}

func (s *step) size() (n int) {
	for _, t := range s.tables {
		n += len(t)
	}
	return n
}

// read reads what the tables have counted.
func (c *counters) read() *totals {
	t := &totals{tables: make([]map[string]view.Row, len(c.tables))}
	for i, l := range c.tables {
		rows := c.rows(l)
		by := make(map[string]view.Row, len(rows))
		for _, r := range rows {
			by[l.identity(r)] = r
		}
		t.tables[i] = by
	}
	t.at = c.now()
	return t
}

// since is what has been counted since an earlier reading.
func (c *counters) since(now, before *totals) *step {
	s := &step{from: before.at, to: now.at, tables: make([]map[string]view.Row, len(c.tables))}
	for i, l := range c.tables {
		s.tables[i] = make(map[string]view.Row)
		for k, r := range now.tables[i] {
			if d := l.since(r, before.tables[i][k]); d != nil {
				s.tables[i][k] = d
			}
		}
		l.bound(s.tables[i])
	}
	return s
}

// since is a row whose sums are what has been added to an earlier reading of it, which may
// be nil; nil where nothing was. Sums that have fallen began anew: the table was truncated.
// Times tell nothing of either: in the process's first seconds, while it learns how long a
// tick of the clock lasts, those that are at rest move a little.
func (l *listing) since(now, before view.Row) view.Row {
	counts := func(c *shown) bool { return c.role == sum && !strings.HasPrefix(c.of, "SUM_TIMER_") }
	fallen := before == nil
	for i, c := range l.columns {
		if counts(&c) && !fallen && number(now[i]) < number(before[i]) {
			fallen = true
		}
	}
	moved := false
	d := slices.Clone(now)
	for i, c := range l.columns {
		if c.role != sum {
			continue
		}
		if !fallen {
			d[i] = number(now[i]) - min(number(before[i]), number(now[i]))
		}
		moved = moved || counts(&c) && number(d[i]) > 0
	}
	if !moved {
		return nil
	}
	return d
}

// bound tells no more rows apart than there is room for.
func (l *listing) bound(rows map[string]view.Row) {
	if len(rows) <= maxRows {
		return
	}
	by := l.index(l.by)
	keys := make([]string, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(number(rows[b][by]), number(rows[a][by])), cmp.Compare(a, b))
	})
	others := make(view.Row, len(l.columns)+len(l.apart))
	for _, k := range keys[maxRows:] {
		l.add(others, rows[k])
		delete(rows, k)
	}
	rows[""] = others
}

// add adds the sums of a row to those of another, and gives it the rest of the row.
func (l *listing) add(to, row view.Row) {
	for i, c := range l.columns {
		if c.role == sum {
			to[i] = number(to[i]) + number(row[i])
		}
	}
}

// identity is what tells a row from others of its table.
func (l *listing) identity(r view.Row) string {
	var b []byte
	for i, c := range l.columns {
		if c.role == label && !c.changes {
			b = fmt.Appendf(b, "%q ", fmt.Sprint(r[i]))
		}
	}
	for _, v := range r[len(l.columns):] {
		b = fmt.Appendf(b, "%q ", fmt.Sprint(v))
	}
	return string(b)
}

// countedIn is what a table counted in a span of time.
type countedIn struct {
	reach
	rows   []view.Row
	others view.Row // nil: there are none
}

// span adds up the steps of the span that is asked for.
func (c *counters) span(q *query, l *listing) *countedIn {
	n := slices.Index(c.tables, l)
	steps := c.observe()
	out := &countedIn{reach: newReach(q, c.now())}
	by := make(map[string]view.Row)
	for _, s := range steps {
		if !out.covers(s.from, s.to) {
			continue
		}
		for k, r := range s.tables[n] {
			if k == "" {
				if out.others == nil {
					out.others = make(view.Row, len(r))
				}
				l.add(out.others, r)
				continue
			}
			// The same of several instances is shown as one.
			shown := l.identity(r[:len(l.columns)])
			sum := by[shown]
			if sum == nil {
				sum = slices.Clone(r[:len(l.columns)])
				by[shown] = sum
				out.rows = append(out.rows, sum)
				continue
			}
			l.add(sum, r)
			for i, c := range l.columns {
				if c.changes {
					sum[i] = r[i]
				}
			}
		}
	}
	out.settle()
	for _, r := range out.rows {
		l.average(r)
	}
	l.sort(out.rows)
	return out
}
