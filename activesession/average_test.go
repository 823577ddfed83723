package activesession

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Averages by any dimension add up to the same total, which is the samples times their interval by
// the span; each value has its own rows.
func TestAveragesAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const span, interval = time.Minute, time.Second
	var rows []Row
	for n := range 300 {
		row := randomRow(random, uint64(n))
		rows = append(rows, row)
	}
	for _, d := range Dimensions() {
		a := NewAverages(d, span, interval)
		for i := range rows {
			a.AddRow(&rows[i])
		}
		total, list := a.Total(), a.List()
		if got := total.Active(); math.Abs(got-5) > 1e-9 {
			t.Errorf("%s: %v active on average, want 5", d.Name, got)
		}
		var sum [3]float64
		seen := make(map[string]bool)
		for i, v := range list {
			if i > 0 && v.Active() > list[i-1].Active() {
				t.Errorf("%s: not in order", d.Name)
			}
			if len(v.Values) != len(d.Columns)+len(d.Labels) {
				t.Fatalf("%s: %d values", d.Name, len(v.Values))
			}
			key := strings.Join(v.Values[:len(d.Columns)], "\x00")
			if seen[key] {
				t.Errorf("%s has %q twice", d.Name, key)
			}
			seen[key] = true
			if d.Text(v.Values) == "" {
				t.Errorf("%s: %q has no text", d.Name, v.Values)
			}
			want := 0
			for i := range rows {
				if slices.Equal(d.values(&rows[i], nil)[:len(d.Columns)], v.Values[:len(d.Columns)]) {
					want++
				}
			}
			only := &Only{d, v.Values[:len(d.Columns)]}
			if !slices.ContainsFunc(rows, func(r Row) bool { return only.Has(&r) }) {
				t.Errorf("%s: no row is of %q alone", d.Name, key)
			}
			if got := v.Active() * float64(span/interval); math.Abs(got-float64(want)) > 1e-6 {
				t.Errorf("%s, %q: %v samples, want %d", d.Name, key, got, want)
			}
			sum[0], sum[1], sum[2] = sum[0]+v.Running, sum[1]+v.Queued, sum[2]+v.Waiting
		}
		for i, of := range []float64{total.Running, total.Queued, total.Waiting} {
			if math.Abs(sum[i]-of) > 1e-9 {
				t.Errorf("%s: %v %v, in all %v", d.Name, State(i), sum[i], of)
			}
		}
	}
}

// Samples that are counted already give the same as rows, and a label that was not known first is
// learnt.
func TestAveragesOfCounts(t *testing.T) {
	d := FindDimension("statement")
	a := NewAverages(d, time.Minute, time.Second)
	a.Add([]string{"shop", "d1", ""}, Running, 10)
	a.Add([]string{"shop", "d1", "SELECT ?"}, Waiting, 20)
	a.Add([]string{"", "d1", "SELECT ?"}, Waiting, 5)
	list := a.List()
	if len(list) != 2 || list[0].Active() != 0.5 || list[0].Waiting != 20.0/60 || d.Text(list[0].Values) != "SELECT ?" || list[0].Values[0] != "shop" {
		t.Errorf("%+v", list)
	}
	if got := NewAverages(d, 0, time.Second); got.Total().Active() != 0 || len(got.List()) != 0 {
		t.Error("of no span something is known")
	}
	for s := Running; s <= Waiting; s++ {
		if got, ok := ParseState(s.String()); !ok || got != s {
			t.Errorf("%v is read as %v", s, got)
		}
	}
	if _, ok := ParseState("idle"); ok {
		t.Error("idle is a state")
	}
}

// Texts are quoted in statements, NULL is asked for as such.
func TestSQL(t *testing.T) {
	from := time.Unix(1764500000, 250_000_000)
	got := FindDimension("statement").SQL(from, from.Add(time.Minute), &Only{FindDimension("object"), []string{"", `it's`, `a\b`}}, 10)
	want := `SELECT DB, DIGEST, MAX(DIGEST_TEXT) AS DIGEST_TEXT,
       SUM(STATE = 'running') AS running, SUM(STATE = 'queued') AS queued, SUM(STATE = 'waiting') AS waiting
  FROM profiling.active_session_history
 WHERE SAMPLE_TIME > FROM_UNIXTIME(1764500000.250000) AND SAMPLE_TIME <= FROM_UNIXTIME(1764500060.250000) AND OBJECT_TYPE IS NULL AND OBJECT_SCHEMA = 'it''s' AND OBJECT_NAME = 'a\\b'
 GROUP BY DB, DIGEST ORDER BY COUNT(*) DESC LIMIT 10`
	if got != want {
		t.Errorf("%s", got)
	}
}

// Dimensions are told by their names, and each NULL has words.
func TestDimensions(t *testing.T) {
	seen := make(map[string]bool)
	for _, d := range Dimensions() {
		if seen[d.Name] || FindDimension(d.Name) != d || d.None == "" {
			t.Errorf("%+v", d)
		}
		seen[d.Name] = true
		if got := d.Text(d.values(&Row{}, nil)); got != d.None && d.Name != "state" {
			t.Errorf("%s of an empty row is %q", d.Name, got)
		}
	}
	if FindDimension("none") != nil {
		t.Error("there is a dimension none")
	}
}

// A course is an hour long unless less is known, or more is asked for.
func TestCourseSpan(t *testing.T) {
	for _, test := range []struct{ known, asked, want time.Duration }{
		{time.Second, time.Minute, time.Minute}, {2 * time.Minute, time.Minute, 5 * time.Minute}, {time.Minute, 10 * time.Minute, 15 * time.Minute},
		{16 * time.Minute, time.Minute, time.Hour}, {9 * time.Hour, time.Minute, time.Hour}, {time.Minute, 2 * time.Hour, 2 * time.Hour},
	} {
		if got := CourseSpan(test.known, test.asked); got != test.want {
			t.Errorf("of %v known and %v asked for: %v, want %v", test.known, test.asked, got, test.want)
		}
	}
}

// Steps cover the span without a gap, at most so many; each sample counts in the one it was taken in.
func TestCourse(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	base := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	for range 500 {
		from := base.Add(time.Duration(random.Int64N(int64(time.Hour))))
		span := time.Duration(1 + random.Int64N(int64(3*time.Hour)))
		interval := []time.Duration{100 * time.Millisecond, time.Second, time.Minute}[random.IntN(3)]
		to := from.Add(span)
		length := StepLength(span, interval, 60)
		c := NewCourse(from, to, length, interval, 2)
		if len(c.Steps) > 61 || length < interval {
			t.Fatalf("%d steps of %v in %v", len(c.Steps), length, span)
		}
		at := from
		for i, s := range c.Steps {
			inner := i > 0 && i < len(c.Steps)-1
			if !s.From.Equal(at) || !s.To.After(at) || inner && s.To.Sub(s.From) != length || s.To.Sub(s.From) > 2*length || i > 0 && s.From.Truncate(length) != s.From {
				t.Fatalf("step %d of %v from %v: %v to %v", i, length, from, s.From, s.To)
			}
			at = s.To
		}
		if !at.Equal(to) {
			t.Fatalf("steps end at %v, want %v", at, to)
		}
		for range 20 {
			when := from.Add(time.Duration(random.Int64N(int64(span)) + 1))
			if random.IntN(4) == 0 {
				when = c.Steps[random.IntN(len(c.Steps))].To
			}
			kind := random.IntN(2)
			c.Add(when, kind, 1)
			for i := range c.Steps {
				s := &c.Steps[i]
				want := 0.0
				if when.After(s.From) && !when.After(s.To) {
					want = float64(interval) / float64(s.To.Sub(s.From))
				}
				if got := c.Average(i, kind); got != want {
					t.Fatalf("step %d has %v, want %v", i, got, want)
				}
				s.samples[kind] = 0
			}
		}
		c.Add(from, 0, 1)
		c.Add(to.Add(1), 0, 1)
		for i := range c.Steps {
			if c.Average(i, 0) != 0 {
				t.Fatal("what is outside of the span is counted")
			}
		}
	}
	if c := NewCourse(base, base, time.Second, time.Second, 1); len(c.Steps) != 0 || c.SQL(nil) != "" {
		t.Error("no span has steps")
	}
}
