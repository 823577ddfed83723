package perfschema_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/internal/tear"
	"github.com/perfschema/perfschema/record"
)

// digestSums is what one row of events_statements_summary_by_digest is to have.
type digestSums struct {
	count, sum, shortest, longest uint64 // picoseconds
	rows, warnings, errors        uint64
	first, last                   time.Time
	histogram, since              record.Histogram // since: with what TRUNCATE has taken off it
}

// digestModel is what a Schema is to count of digests. A digest is known by its text, the
// catch-all by "".
type digestModel struct {
	digests map[string]*digestSums
	limit   int
	global  record.Histogram
	lost    uint64
}

func (m *digestModel) add(text string, took time.Duration, timed bool, c perfschema.StatementCounters, failed bool, now time.Time) {
	d := m.digests[text]
	if d == nil && len(m.digests) >= m.limit-1 {
		// One row is the catch-all's.
		if text = ""; m.digests[""] == nil && len(m.digests) == m.limit-1 {
			m.digests[""] = &digestSums{first: now}
		}
		m.lost++
		d = m.digests[""]
	}
	if d == nil {
		d = &digestSums{first: now}
		m.digests[text] = d
	}
	d.count++
	d.rows += c.RowsSent
	d.warnings += c.Warnings
	if failed {
		d.errors++
	}
	d.last = now
	if !timed {
		return
	}
	ps := uint64(took) * 1000
	if d.sum == 0 || ps < d.shortest {
		d.shortest = ps
	}
	d.sum, d.longest = d.sum+ps, max(d.longest, ps)
	bucket := histogram.Bucket(ps)
	d.histogram[bucket]++
	d.since[bucket]++
	m.global[bucket]++
}

// compare tells where rows differ from the model.
func (m *digestModel) compare(s *perfschema.Reader, rows []perfschema.Digest) error {
	if len(rows) != len(m.digests) {
		return fmt.Errorf("%d rows, want %d", len(rows), len(m.digests))
	}
	for _, d := range rows {
		got := d.Summary()
		want := m.digests[got.DigestText]
		if want == nil {
			return fmt.Errorf("a row of %q", got.DigestText)
		}
		sums := digestSums{
			got.Stat.Timer.Count, got.Stat.Timer.Sum, got.Stat.Timer.Min, got.Stat.Timer.Max,
			got.Stat.Counters.RowsSent, got.Stat.Counters.Warnings, got.Stat.Errors, got.FirstSeen, got.LastSeen,
			d.Histogram(), d.HistogramSinceStart(s),
		}
		if sums.histogram != want.histogram || sums.since != want.since {
			return fmt.Errorf("%q: another histogram", got.DigestText)
		}
		if !sums.first.Equal(want.first) || !sums.last.Equal(want.last) {
			return fmt.Errorf("%q: seen from %v to %v, want %v to %v", got.DigestText, sums.first, sums.last, want.first, want.last)
		}
		sums.first, sums.last = want.first, want.last
		if sums != *want {
			return fmt.Errorf("%q: %v, want %v", got.DigestText, sums, *want)
		}
	}
	return nil
}

// TestDigestsAddUp runs statements of more digests than a Thread counts by itself, and than
// there are rows for, on Threads that come and go, and reads and truncates in between: each
// reading has what a plain model has.
func TestDigestsAddUp(t *testing.T) {
	racetest.SkipAlone(t)
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		m := &digestModel{digests: map[string]*digestSums{}, limit: []int{12, 30, 1000}[seed%3]}
		f := newFixture(t, func(cfg *perfschema.Config) {
			cfg.Sizes = perfschema.DefaultSizes()
			cfg.Sizes.Digests = int64(m.limit)
		})
		s := f.Read()
		var told []perfschema.Digest
		s.OnTruncateDigests(func(rows []perfschema.Digest) { told = rows })
		threads := make([]*perfschema.Thread, 1+random.IntN(4))
		for i := range threads {
			threads[i] = f.connect("joe")
		}
		texts := 1 + random.IntN(60)
		for step := range 8000 {
			// Between rare readings Threads throw digests out that they count by themselves.
			what := random.IntN([]int{400, 40_000}[seed/3%2])
			var err error
			switch what {
			case 0:
				m2 := *m
				m.digests = map[string]*digestSums{}
				s.TruncateDigests()
				err = m2.compare(s, told)
			case 1:
				for _, d := range m.digests {
					d.histogram = record.Histogram{}
				}
				s.TruncateDigestHistograms()
			case 2:
				m.global = record.Histogram{}
				err = s.Truncate("events_statements_histogram_global")
			case 3:
				m.lost = 0
				s.FlushStatus()
			case 4:
				i := random.IntN(len(threads))
				threads[i].End()
				threads[i] = f.connect("joe")
			case 5, 6, 7:
				err = m.compare(s, s.ListDigests())
			case 8:
				if got := s.StatementHistogram(); got != m.global {
					err = fmt.Errorf("another global histogram")
				}
			case 9:
				if i := slices.IndexFunc(s.Status(), func(v record.StatusVariable) bool { return v.Name == "Performance_schema_digest_lost" }); s.Status()[i].Value != m.lost {
					err = fmt.Errorf("%d lost, want %d", s.Status()[i].Value, m.lost)
				}
			case 10:
				f.clock.Set(time.Duration(random.IntN(5)-2) * time.Hour)
				f.clock.Advance(3 * time.Second) // the time of day is asked for once a second
			default:
				// The frequent texts change as the test goes on.
				text := fmt.Sprintf("SELECT `c%d`", (step/1000*20+random.IntN(texts)*random.IntN(2))%60)
				th := threads[random.IntN(len(threads))]
				took := time.Duration(1 + random.ExpFloat64()*float64(time.Millisecond))
				c := perfschema.StatementCounters{RowsSent: uint64(random.IntN(3)), Warnings: uint64(random.IntN(2))}
				timed, failed := random.IntN(50) != 0, random.IntN(20) == 0
				for _, class := range s.ClassesOf(perfschema.KindStatement) {
					class.SetTimed(timed)
				}
				st := th.BeginStatement(f.selectKey)
				st.SetText(text)
				st.ComputeDigest()
				st.KeepsDetail()
				f.clock.Advance(took)
				st.SetCounters(c)
				if failed {
					st.SetNestedError(1064, "42000", "")
				}
				st.End()
				m.add(text, took, timed, c, failed, f.Wall().Truncate(time.Microsecond))
			}
			if err != nil {
				t.Fatalf("seed %d, step %d, %d: %v", seed, step, what, err)
			}
		}
		if err := m.compare(s, s.ListDigests()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, th := range threads {
			th.End()
		}
		if err := m.compare(s, s.ListDigests()); err != nil {
			t.Fatalf("seed %d, with all Threads gone: %v", seed, err)
		}
	}
}

// TestDigestsAddUpTorn has Threads record, begin and end while others read and truncate. What
// TRUNCATE has taken away and what is left have each statement once, whatever is read holds
// together, and a row that was taken away is not counted in any more.
func TestDigestsAddUpTorn(t *testing.T) {
	const writers, texts = 4, 40
	each := 20_000
	if tear.Instrumented() || testing.Short() {
		each = 1000
	}
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	key := s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	r := s.Read()
	type sums struct{ count, rows, hist uint64 }
	read := func(d perfschema.Digest) sums {
		st, h := d.Stat(), d.HistogramSinceStart(r)
		return sums{st.Timer.Count, st.Counters.RowsSent, histogram.Total((*[histogram.Buckets]uint64)(&h))}
	}
	taken := map[perfschema.Digest]record.StatementStat{}
	defer r.OnTruncateDigests(func(rows []perfschema.Digest) {
		for _, d := range rows {
			taken[d] = d.Stat()
		}
	})()
	defer tear.Unrest()()
	var ended atomic.Int32
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			defer ended.Add(1)
			random := rand.New(rand.NewPCG(uint64(w), 2))
			th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
			for range each {
				if random.IntN(500) == 0 {
					th.End()
					th = s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
				}
				st := th.BeginStatement(key)
				st.SetText(fmt.Sprintf("SELECT c%d", random.IntN(texts)*random.IntN(2)))
				st.ComputeDigest()
				st.KeepsDetail()
				st.SetCounters(perfschema.StatementCounters{RowsSent: 3})
				st.End()
			}
			th.End()
		})
	}
	for range 2 {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(7, 3))
			for ended.Load() < writers {
				switch random.IntN(8) {
				case 0:
					r.TruncateDigests()
				case 1:
					r.TruncateDigestHistograms()
				default:
					var before uint64
					for _, d := range r.ListDigests() {
						n := d.Stat().Timer.Count
						if before += n; n == 0 || d.Summary().LastSeen.Unix() == 0 {
							t.Error("a row is listed that has counted nothing")
						}
					}
					h := r.StatementHistogram()
					if after := histogram.Total((*[histogram.Buckets]uint64)(&h)); after < before {
						t.Errorf("the rows have %d statements, and the global histogram later %d", before, after)
					}
				}
			}
		})
	}
	wg.Wait()
	var total sums
	for d, was := range taken {
		if now := d.Stat(); now != was {
			t.Errorf("a row was taken away with %+v and has %+v", was, now)
		}
	}
	for _, d := range slices.AppendSeq(r.ListDigests(), maps.Keys(taken)) {
		x := read(d)
		if x.rows != 3*x.count || x.hist != x.count {
			t.Errorf("a row has %+v", x)
		}
		total = sums{total.count + x.count, total.rows + x.rows, total.hist + x.hist}
	}
	if want := (sums{uint64(writers * each), uint64(3 * writers * each), uint64(writers * each)}); total != want {
		t.Errorf("counted %+v, want %+v", total, want)
	}
	if h := r.StatementHistogram(); histogram.Total((*[histogram.Buckets]uint64)(&h)) != uint64(writers*each) {
		t.Error("the global histogram has another sum")
	}
}
