package gms_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// ended is what a statement that was sampled left.
func (s *sampled) ended(t *testing.T, query string) (out []*perfschema.SampledStatement) {
	t.Helper()
	await(t, "the end of "+query, func() bool {
		s.view.Ended(func(_, _ uint32, st *perfschema.SampledStatement) {
			if st.Text() == query {
				out = append(out, st)
			}
		})
		return len(out) > 0
	})
	return out
}

// stillClock is a clock that moves when told to.
type stillClock struct{ ns atomic.Uint64 }

func (c *stillClock) Now() uint64             { return c.ns.Load() }
func (c *stillClock) Advance(d time.Duration) { c.ns.Add(uint64(d)) }
func (c *stillClock) Wall() time.Time {
	return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(c.ns.Load()))
}

// startShort is startSampled with a clock by which statements take no time unless it is
// told.
func startShort(t *testing.T) (*sampled, *stillClock) {
	t.Helper()
	c := &stillClock{}
	c.Advance(time.Second)
	s := &sampled{testServer: startServer(t, perfschema.Config{Clock: c})}
	s.c = s.connectWith(t, nil)
	shopTables(t, s.c)
	view, err := s.schema.Read().StartSampling(256)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(view.Stop)
	s.view = view
	return s, c
}

// Of a digest of short statements the first plans are kept, then some. While profiling
// is on, or with a ceiling of 0, all are; and what a goroutine of its own groups keeps
// its own.
func TestPlansOfShortStatements(t *testing.T) {
	s, _ := startShort(t)
	run := func(n int, query string) (kept, left int) {
		t.Helper()
		for range n {
			mustExec(t, s.c, query)
			for _, st := range s.ended(t, query) {
				switch {
				case st.Detailed() && st.Plan() != nil:
					kept++
				case !st.Detailed() && st.Plan() == nil && st.DetailEvery() > 1:
					left++
				default:
					t.Fatalf("%s: detailed %v, one of %d, plan %v", query, st.Detailed(), st.DetailEvery(), st.Plan().Nodes())
				}
			}
		}
		return kept, left
	}
	const grouped = "SELECT price, COUNT(*) FROM product GROUP BY price"
	for _, query := range []string{"SELECT name FROM product WHERE id = 1", "SELECT * FROM product", "SELECT name FROM product ORDER BY price LIMIT 1",
		"UPDATE product SET price = price + 1 WHERE id = 1", "SELECT 1", grouped} {
		if kept, left := run(16, query); left != 0 {
			t.Errorf("%s: %d of the first were left out, and %d not", query, left, kept)
		}
		kept, left := run(50, query)
		if all := query == grouped; all && left != 0 || !all && left < 40 {
			t.Errorf("%s: %d were left out, and %d not", query, left, kept)
		}
		mustExec(t, s.c, "SET GLOBAL profiling_detail_ceiling = 0")
		if kept, left := run(50, query); left != 0 {
			t.Errorf("%s: %d were left out, and %d not, with no ceiling", query, left, kept)
		}
		mustExec(t, s.c, "SET GLOBAL profiling_detail_ceiling = 1")
		mustExec(t, s.c, "SET profiling = 1")
		if kept, left := run(50, query); left != 0 {
			t.Errorf("%s: %d were left out, and %d not, with profiling", query, left, kept)
		}
		mustExec(t, s.c, "SET profiling = 0")
	}
}

// A statement that was left out for being short, and takes long, tells the plan it ran
// by, and what was counted of that; the next of its digest keep theirs.
func TestOutlineOfLongStatement(t *testing.T) {
	s, c := startShort(t)
	other := s.connectWith(t, nil)
	const query = "SELECT name, SLEEP(0.1) FROM product WHERE id = 1"
	short := strings.Replace(query, "0.1", "0", 1)
	for range 40 {
		mustExec(t, s.c, short)
	}
	bare := func() *perfschema.SampledStatement {
		done := make(chan error)
		go func() {
			_, err := tryRows(t.Context(), s.c, query)
			done <- err
		}()
		await(t, "the statement to sleep", func() bool {
			return len(rows(t, other, "SELECT 1 FROM performance_schema.threads WHERE PROCESSLIST_STATE = 'User sleep'")) == 1
		})
		c.Advance(20 * time.Millisecond)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		return s.ended(t, query)[0]
	}
	st := bare()
	if st.Detailed() || st.Plan() == nil {
		t.Fatalf("detailed %v, plan %v", st.Detailed(), st.Plan().Nodes())
	}
	if got := planText(st.Plan()); !strings.Contains(got, "(product) Scan 1×1") || !strings.Contains(got, "Project Proj ?") {
		t.Errorf("plan:\n%s", got)
	}
	if st := bare(); !st.Detailed() || st.Plan() == nil {
		t.Errorf("detailed %v, plan %v", st.Detailed(), st.Plan().Nodes())
	}
}
