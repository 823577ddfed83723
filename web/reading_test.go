package web

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/record"
)

// TestKeptExecutionsCountByWeight: of the time before the first look each kept execution
// counts as often as its Weight says, in every figure, in the times and in the percentiles.
func TestKeptExecutionsCountByWeight(t *testing.T) {
	f := newFixture(t, Options{})
	f.work(4)
	th := f.thread("joe")
	defer th.End()
	st := th.BeginStatement(f.query)
	for st.SetSchema("shop"); ; {
		if r := f.profiler.Running(); len(r) == 1 && r[0].Samples > 0 {
			break
		}
		runtime.Gosched()
	}
	st.End()
	list, whole := f.profiler.Recent()
	if len(list) != 11 || !whole {
		t.Fatalf("%d profiles, whole %v", len(list), whole)
	}
	var seen int
	for i, q := range list {
		q.Weight = i%3*50 + 51
		if q.Samples > 0 {
			seen += len(q.Cells())
		}
	}
	end, _ := list[len(list)-1].Statement.End()
	sums := func() (all figures, counts record.Histogram, times spent) {
		for _, i := range f.pages.past.keptIntervals(list, whole, nil, end.Add(time.Second)) {
			for _, d := range i.by {
				all.add(&d.figures)
				d.durations.addTo(&counts)
				for n := range d.spent {
					times[n] += d.spent[n]
				}
			}
		}
		return all, counts, times
	}
	got, gotCounts, gotTimes := sums()
	var want figures
	var wantCounts record.Histogram
	var wantTimes spent
	for _, q := range list {
		c := q.Statement.Counters()
		took, _ := q.Statement.Duration()
		var one figures
		one.count(&c)
		one[executions], one[elapsed] = 1, uint64(took)*1000
		if q.Statement.Event().Errors > 0 {
			one[failed] = 1
		}
		for n := range one {
			want[n] += one[n] * uint64(q.Weight)
		}
		wantCounts[histogram.Bucket(one[elapsed])] += uint64(q.Weight)
		if q.Samples > 0 {
			for _, c := range q.Cells() {
				wantTimes[c.Charged(f.Schema.Read())] += c.Wall * time.Duration(q.Weight)
			}
		}
	}
	if got != want || want[executions] < 400 {
		t.Errorf("figures %v, want %v", got, want)
	}
	if gotCounts != wantCounts {
		t.Error("the histograms are of other weights")
	}
	for n := range wantTimes {
		if d := gotTimes[n] - wantTimes[n]; d > time.Microsecond || d < -time.Microsecond {
			t.Errorf("resource %d: %v, want %v", n, gotTimes[n], wantTimes[n])
		}
	}
	if seen == 0 {
		t.Error("no sample saw the statement that waited for one")
	}
}

// TestEstimatesAreTold: of a time that is told by executions that stand for others the page
// says that it is an estimate, and of one where none does it does not.
func TestEstimatesAreTold(t *testing.T) {
	for _, weight := range []int{1, 2} {
		f := newFixture(t, Options{})
		f.work(4)
		f.pass(time.Second)
		f.get(t, "")
		h := f.pages.past
		list, whole := f.profiler.Recent()
		list[3].Weight = weight
		h.mu.Lock()
		h.intervals = h.keptIntervals(list, whole, nil, h.last.at)
		h.mu.Unlock()
		body := f.get(t, "")
		if !strings.Contains(body, "come from the executions that the profiler kept") || strings.Contains(body, "an estimate") != (weight > 1) {
			t.Errorf("weight %d: %s", weight, body)
		}
	}
}

// TestHitHasABound: a bucket that is full stays full.
func TestHitHasABound(t *testing.T) {
	var d durations
	d.hit(3, 1<<32-2)
	d.hit(3, 5)
	d.hit(1, 2)
	if len(d) != 2 || d[0] != (bucket{1, 2}) || d[1] != (bucket{3, 1<<32 - 1}) {
		t.Errorf("%v", d)
	}
}
