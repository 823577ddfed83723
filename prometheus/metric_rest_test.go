package prometheus

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestTimesAtRest: a sum of times that falls a little while its count rests does not fall,
// and one that was truncated does. What is no such sum is left as it is.
func TestTimesAtRest(t *testing.T) {
	type values struct{ seconds, times float64 }
	collect := func(at values, before map[string]counted) (float64, map[string]counted) {
		s := newSeries()
		s.add(waitSeconds, at.seconds, "wait/io/file/app/data")
		s.add(waits, at.times, "wait/io/file/app/data")
		s.add(waitSeconds, 7-at.seconds/1e9, "wait/without/a/count")
		s.add(collectSeconds, 1/(1+at.times))
		after := s.rest(before)
		if s.list[2].v != 7-at.seconds/1e9 || s.list[3].v != 1/(1+at.times) {
			t.Errorf("another value was changed: %v", s.list)
		}
		if len(after) != 1 {
			t.Errorf("%d series are kept, want one", len(after))
		}
		return s.list[0].v, after
	}
	for _, test := range []struct {
		name        string
		steps, want []values
	}{
		{"at rest", []values{{10, 5}, {9.99, 5}, {9.98, 5}, {10.01, 5}}, []values{{10, 5}, {10, 5}, {10, 5}, {10.01, 5}}},
		{"one more in no time", []values{{10, 5}, {9.99, 6}}, []values{{10, 5}, {10, 6}}},
		{"truncated", []values{{10, 5}, {9.99, 4}}, []values{{10, 5}, {9.99, 4}}},
		{"truncated, and as often since", []values{{10, 5}, {1, 5}, {2, 6}}, []values{{10, 5}, {1, 5}, {2, 6}}},
		{"truncated to nothing", []values{{10, 5}, {0, 0}, {0, 0}}, []values{{10, 5}, {0, 0}, {0, 0}}},
	} {
		var before map[string]counted
		for i, step := range test.steps {
			var got float64
			if got, before = collect(step, before); got != test.want[i].seconds {
				t.Errorf("%s: %v is shown as %v, want %v", test.name, fmt.Sprint(test.steps[:i+1]), got, test.want[i].seconds)
			}
		}
	}
}

// TestTimesHaveCounts: each sum of times has a count with the same labels, by which it is
// known whether it was truncated.
func TestTimesHaveCounts(t *testing.T) {
	p := newProgram(t, perfschema.Config{})
	p.run("d", "SELECT 1")
	c := NewCollector(p.Schema, Options{})
	scrape(t, c)
	s := newSeries()
	times := 0
	for _, m := range declared {
		if strings.HasSuffix(m.Name, "seconds_total") {
			times++
			s.add(m, 1, make([]string, len(m.Labels))...)
			for _, n := range declared {
				if n.Name == strings.TrimSuffix(m.Name, "seconds_total")+"total" {
					s.add(n, 1, make([]string, len(n.Labels))...)
				}
			}
		}
	}
	if kept := s.rest(nil); times == 0 || len(kept) != times {
		t.Errorf("%d of %d sums of times are known by their counts: %v", len(kept), times, kept)
	}
	if len(c.times) == 0 {
		t.Error("a collection keeps none")
	}
}
