package top

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/activesession"
)

// activityPage is average active sessions of a span, from profiling.active_session_history.
var activityPage = page{
	name: "activity", title: "Activity", short: "Act",
	table: "profiling.active_session_history",
	columns: []column{
		{"active", "active_sessions", 8, true, 0},
		{"%", "share", 6, true, 4},
		{"on CPU", "running", 8, true, 1},
		{"queued", "queued", 8, true, 2},
		{"waiting", "waiting", 8, true, 1},
		{"of", "value", 0, false, 0},
	},
	first: order{column: -1},
}

// activitySpans are those that keys choose among; others may be asked for.
var activitySpans = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour}

const (
	// defaultActivitySpan is what the page shows by itself.
	defaultActivitySpan = 5 * time.Minute
	// activityFor is for how long the activity is not read anew.
	activityFor = 5 * time.Second
	// mostActivity is how many values of a dimension are read.
	mostActivity = 1000
	// mostInterval is the longest time between two samples that is believed, in milliseconds.
	mostInterval = 3_600_000
	// mostCourse is how many steps the chart has.
	mostCourse = 60
)

// askedActivity is what activityPage is to show.
type askedActivity struct {
	by   *activesession.Dimension
	span time.Duration
}

func (o Options) activity() askedActivity {
	a := askedActivity{activesession.FindDimension(o.By), o.Span}
	if a.by == nil {
		a.by = activesession.Dimensions()[0]
	}
	if a.span <= 0 {
		a.span = defaultActivitySpan
	}
	return a
}

// Dimensions are the names of what the page activity tells sessions apart by.
func Dimensions() (names []string) {
	for _, d := range activesession.Dimensions() {
		names = append(names, d.Name)
	}
	return names
}

// askActivity changes what activityPage shows, by a key.
func (a *app) askActivity(key rune) command {
	if a.page != &activityPage || len(a.stack) > 0 {
		a.message = "Columns and spans are chosen on the page Activity: w."
		return nil
	}
	all := activesession.Dimensions()
	at := slices.Index(all, a.asked.by)
	longer := slices.IndexFunc(activitySpans, func(d time.Duration) bool { return d > a.asked.span })
	switch key {
	case 'b':
		a.asked.by = all[(at+1)%len(all)]
	case 'B':
		a.asked.by = all[(at+len(all)-1)%len(all)]
	case 's':
		if longer >= 0 {
			a.asked.span = activitySpans[longer]
		}
	case 'S':
		for _, d := range slices.Backward(activitySpans) {
			if d < a.asked.span {
				a.asked.span = d
				break
			}
		}
	}
	a.epoch++
	a.reading = false
	a.list = list{}
	return a.refresh()
}

// readActivity is what activityPage shows at a moment.
type readActivity struct {
	asked    askedActivity
	at       time.Time // when it was read, by the clock of this machine
	from, to time.Time // by the server's, as since: from when on sessions are known
	since    time.Time
	interval time.Duration
	course   *activesession.Course
	whole    time.Time     // when the chart begins, known or not
	length   time.Duration // of a step of it
	kinds    []courseKind
}

// activity takes a reading of activityPage.
func (s *server) activity(ctx context.Context, asked askedActivity, before *reading) (*reading, error) {
	r, before, err := s.begin(ctx, before)
	if err != nil {
		return nil, err
	}
	if before != nil && before.activity != nil && before.activity.asked == asked && r.at.Sub(before.activity.at) < activityFor {
		r.activity, r.rows, r.notes = before.activity, before.rows, before.notes
		return r, nil
	}
	switch {
	case s.off:
		r.notes = []string{"performance_schema is OFF on this server: who was at work is not known."}
	case !s.has(activityPage.table):
		r.notes = []string{"This server has no " + activityPage.table + ", or this account may not read it."}
	default:
		err = s.readActivity(ctx, asked, r)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (s *server) readActivity(ctx context.Context, asked askedActivity, r *reading) error {
	v := &readActivity{asked: asked, at: r.at}
	since := "(SELECT UNIX_TIMESTAMP(MIN(SAMPLE_TIME)) FROM " + activityPage.table + ")"
	if s.hasColumn("profiling.profiler_status", "ACTIVE_SESSION_SINCE") {
		since = "(SELECT UNIX_TIMESTAMP(ACTIVE_SESSION_SINCE) FROM profiling.profiler_status)"
	}
	err := s.each(ctx, "SELECT UNIX_TIMESTAMP(NOW(6)), @@GLOBAL.profiling_active_session_history_interval, "+since, nil, 3, func(x []value) {
		v.to, v.since = unixTime(x[0].number()), unixTime(x[2].number())
		if ms := x[1].number(); ms >= 1 && ms <= mostInterval {
			v.interval = time.Duration(ms * float64(time.Millisecond))
		}
	})
	if err != nil {
		return err
	}
	if v.since.IsZero() || v.interval <= 0 || !v.to.After(v.since) {
		r.notes = []string{"Nothing is known of who was at work: active session history is off (profiling_active_session_history_size), or has no row yet."}
		return nil
	}
	if v.from = v.to.Add(-asked.span); v.from.Before(v.since) {
		v.from = v.since
		r.notes = []string{"Who was at work is known since " + v.since.Format(time.DateTime) + " UTC."}
	}
	r.activity = v
	if err := s.readCourse(ctx, v); err != nil {
		return err
	}
	return s.readAverages(ctx, v, r)
}

// readCourse reads how many sessions were at work over time.
func (s *server) readCourse(ctx context.Context, v *readActivity) error {
	span := activesession.CourseSpan(v.to.Sub(v.since), v.asked.span)
	v.whole = v.to.Add(-span)
	v.length = activesession.StepLength(span, v.interval, mostCourse)
	from, length := v.whole, v.length
	if from.Before(v.since) {
		from = v.since
	}
	type sample struct {
		until time.Time
		kind  string
		n     uint64
	}
	var samples []sample
	counts := make(map[string]uint64)
	err := s.each(ctx, activesession.NewCourse(from, v.to, length, v.interval, 0).SQL(nil), nil, 4, func(x []value) {
		kind := x[1].text()
		if state, ok := activesession.ParseState(kind); !ok || state == activesession.Waiting {
			kind = waitPrefix + kindOf(x[2].text())
		}
		until := unixTime(x[0].number())
		if until.After(v.to) {
			until = v.to
		}
		samples = append(samples, sample{until, kind, x[3].id()})
		counts[kind] += x[3].id()
	})
	if err != nil {
		return err
	}
	v.kinds = courseKinds(counts, float64(v.interval)/float64(v.to.Sub(from)))
	v.course = activesession.NewCourse(from, v.to, length, v.interval, len(v.kinds))
	for _, x := range samples {
		k := slices.IndexFunc(v.kinds, func(k courseKind) bool { return k.name == x.kind })
		if k < 0 {
			k = len(v.kinds) - 1
		}
		v.course.Add(x.until, k, x.n)
	}
	return nil
}

// readAverages reads average active sessions by the dimension that is asked for.
func (s *server) readAverages(ctx context.Context, v *readActivity, r *reading) error {
	by := v.asked.by
	parts := len(by.Columns) + len(by.Labels)
	averages := activesession.NewAverages(by, v.to.Sub(v.from), v.interval)
	count := func(values []string, x []value) {
		for state := activesession.Running; state <= activesession.Waiting; state++ {
			averages.Add(values, state, x[state].id())
		}
	}
	n := 0
	err := s.each(ctx, by.SQL(v.from, v.to, nil, mostActivity), nil, parts+3, func(x []value) {
		values := make([]string, parts)
		for i := range values {
			values[i] = x[i].text()
		}
		count(values, x[parts:])
		n++
	})
	if err != nil {
		return err
	}
	total := averages.Total()
	if n == mostActivity {
		all := activesession.NewAverages(by, v.to.Sub(v.from), v.interval)
		err := s.each(ctx, activesession.TotalSQL(v.from, v.to), nil, 3, func(x []value) {
			averages = all
			count(make([]string, parts), x)
		})
		if err != nil {
			return err
		}
		total = all.Total()
		r.notes = append(r.notes, fmt.Sprintf("The %d values with the most sessions are shown.", mostActivity))
	}
	for _, x := range averages.List() {
		r.rows = append(r.rows, activityRow(by, x, total.Active()))
	}
	if len(r.rows) == 0 {
		r.notes = append(r.notes, "No session was at work in this span.")
	}
	return nil
}

func activityRow(by *activesession.Dimension, x activesession.Average, all float64) row {
	key := fmt.Sprintf("%q", x.Values[:len(by.Columns)])
	out := row{key: key, cells: []cell{numberCell(x.Active(), digits), numberCell(ratio(x.Active(), all), showPercent),
		zeroAsNothing(numberCell(x.Running, digits)), zeroAsNothing(numberCell(x.Queued, digits)), zeroAsNothing(numberCell(x.Waiting, digits)), textCell(by.Text(x.Values))}}
	if by.Name == "statement" && x.Values[1] != "" {
		d := &digestKey{digest: &x.Values[1], text: x.Values[2]}
		if x.Values[0] != "" {
			d.schema = &x.Values[0]
		}
		out.digest = d
	}
	return out
}

// spanWords is a time to the second: 5 min, 1 h 30 min.
func spanWords(d time.Duration) string {
	d = max(d.Round(time.Second), 0)
	var parts []string
	for _, u := range []struct {
		length time.Duration
		name   string
	}{{time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}} {
		if n := d / u.length; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, u.name))
			d %= u.length
		}
	}
	if parts == nil {
		return "0 s"
	}
	return strings.Join(parts, " ")
}

// words say of what the page is.
func (v *readActivity) words() string {
	return fmt.Sprintf(" by %s of the %s until %s UTC", v.asked.by.Name, spanWords(v.to.Sub(v.from)), v.to.Format(time.TimeOnly))
}
