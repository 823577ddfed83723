package web

import (
	"cmp"
	"slices"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
)

// key tells digests apart, as events_statements_summary_by_digest does.
type key struct{ schema, digest string }

// spent is time by resource: a part of the own time of statements.
type spent [snowset.MaxResources]time.Duration

// reading is what had been counted at a moment.
type reading struct {
	at       time.Time
	digests  map[perfschema.Digest]counted
	profiles map[key]spent
}

type counted struct {
	figures   figures
	durations durations
}

// interval is what statements did between two moments.
type interval struct {
	from, to time.Time
	// kept: it is known from executions that were kept, not from counters.
	kept bool
	// weighed: some of these executions stand for others, so that it is an estimate.
	weighed bool
	by      map[key]*did
	// others are the digests that are not told apart.
	others figures
	spent  spent
}

// did is what the statements of one digest did.
type did struct {
	counted
	spent spent
}

func (h *history) read() *reading {
	r := &reading{digests: make(map[perfschema.Digest]counted), profiles: make(map[key]spent)}
	for _, d := range h.schema.Read().ListDigests() {
		s := d.Stat()
		c := counted{figures: figuresOf(&s)}
		if before, ok := h.lastOf(d); ok && before.figures[executions] == c.figures[executions] {
			c.durations = before.durations
		} else {
			hist := d.Histogram()
			c.durations = durationsOf(&hist)
		}
		r.digests[d] = c
	}
	add := func(k key, cells []sampler.Cell) {
		s := r.profiles[k]
		for _, c := range cells {
			s[c.Charged(h.schema.Read())] += c.Wall
		}
		r.profiles[k] = s
	}
	// A statement that ends between these two is counted twice, until the next reading.
	for _, q := range h.profiler.Running() {
		add(key{q.Statement.Schema(), q.Statement.DigestHex()}, q.Cells())
	}
	for _, d := range h.profiler.Digests() {
		add(key{d.Schema, d.DigestHex}, d.Cells())
	}
	r.at = h.now()
	return r
}

func (h *history) lastOf(d perfschema.Digest) (counted, bool) {
	if h.last == nil {
		return counted{}, false
	}
	c, ok := h.last.digests[d]
	return c, ok
}

// since is what has happened since an earlier reading.
func (r *reading) since(before *reading) *interval {
	i := &interval{from: before.at, to: r.at, by: make(map[key]*did)}
	for d, c := range r.digests {
		b := before.digests[d]
		if c.figures == b.figures {
			continue
		}
		if c.figures[executions] < b.figures[executions] {
			b = counted{} // the table was truncated
		}
		i.by[key{d.Schema(), d.Hex()}] = &did{counted: counted{c.figures.since(&b.figures), c.durations.since(b.durations)}}
	}
	for k, s := range r.profiles {
		b := before.profiles[k]
		if s == b {
			continue
		}
		for n := range s {
			s[n] -= b[n]
			i.spent[n] += s[n]
		}
		if i.by[k] == nil {
			i.by[k] = new(did)
		}
		i.by[k].spent = s
	}
	i.bound()
	return i
}

// bound tells no more digests apart than there is room for.
func (i *interval) bound() {
	if len(i.by) <= maxDigests {
		return
	}
	keys := make([]key, 0, len(i.by))
	for k := range i.by {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Compare(i.by[b].figures[elapsed], i.by[a].figures[elapsed]) })
	for _, k := range keys[maxDigests:] {
		i.others.add(&i.by[k].figures)
		delete(i.by, k)
	}
}

// before is what is known of the time before the first reading: from the executions that
// the profiler has kept, as far back as none has made room for others.
func (h *history) before(now time.Time) []*interval {
	list, whole := h.profiler.Recent()
	return h.keptIntervals(list, whole, h.profiler.Running(), now)
}

// keptIntervals divides kept executions among intervals, each as often as its Weight says.
// list is oldest first; whole says that nothing is missing before it.
func (h *history) keptIntervals(list []*sampler.Profile, whole bool, running []*sampler.Profile, now time.Time) []*interval {
	longest := windows[len(windows)-1]
	from := now.Add(-longest)
	if !whole {
		if len(list) == 0 {
			return nil
		}
		if end, ok := list[0].Statement.End(); ok && end.After(from) {
			from = end
		}
	}
	if now.Sub(from) < time.Second {
		return nil
	}
	n := int((now.Sub(from) + readEvery - 1) / readEvery)
	out := make([]*interval, n)
	for i := range out {
		begin := now.Add(-time.Duration(n-i) * readEvery)
		out[i] = &interval{from: begin, to: begin.Add(readEvery), kept: true, by: make(map[key]*did)}
	}
	out[0].from = from
	interval := func(t time.Time) int { return n - 1 - int((now.Sub(t)-1)/readEvery) }
	for _, q := range append(list, running...) {
		begin, ok := q.Statement.Begin()
		if !ok {
			continue
		}
		end, ended := q.Statement.End()
		if !ended {
			end = now
		}
		if !end.After(from) || end.After(now) {
			continue
		}
		k := key{q.Statement.Schema(), q.Statement.DigestHex()}
		if ended {
			in := out[max(interval(end), 0)]
			in.of(k).ended(q)
			in.weighed = in.weighed || q.Weight > 1
		}
		if q.Samples == 0 {
			continue
		}
		// Its time is taken to be spread evenly.
		for x := max(interval(begin), 0); x <= min(max(interval(end), 0), n-1); x++ {
			part := overlap(begin, end, out[x].from, out[x].to)
			d := out[x].of(k)
			for _, c := range q.Cells() {
				w := time.Duration(float64(c.Wall) * part * float64(q.Weight))
				as := c.Charged(h.schema.Read())
				d.spent[as] += w
				out[x].spent[as] += w
			}
		}
	}
	for _, i := range out {
		i.bound()
	}
	return out
}

func (i *interval) of(k key) *did {
	d := i.by[k]
	if d == nil {
		d = new(did)
		i.by[k] = d
	}
	return d
}

// ended counts an execution, and those that were left out for which it stands.
func (d *did) ended(q *sampler.Profile) {
	var f figures
	s, weight := q.Statement, uint64(q.Weight)
	c := s.Counters()
	f.count(&c)
	f[executions] = 1
	if s.Event().Errors > 0 {
		f[failed] = 1
	}
	if took, ok := s.Duration(); ok {
		f[elapsed] = uint64(took) * 1000
		d.durations.hit(histogram.Bucket(f[elapsed]), weight)
	}
	f.multiply(weight)
	d.figures.add(&f)
}

// overlap is which part of one time lies in another.
func overlap(begin, end, from, to time.Time) float64 {
	all := end.Sub(begin)
	if all <= 0 {
		return 1
	}
	if begin.Before(from) {
		begin = from
	}
	if end.After(to) {
		end = to
	}
	return max(float64(end.Sub(begin))/float64(all), 0)
}
