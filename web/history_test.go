package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// TestNobodyLooks: nothing is read or kept before the first look, nor some minutes after
// the last one.
func TestNobodyLooks(t *testing.T) {
	f := newFixture(t, Options{})
	h := f.pages.past
	c := f.pages.sums
	idle := func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		c.mu.Lock()
		defer c.mu.Unlock()
		return h.last == nil && h.intervals == nil && h.stop == nil && c.last == nil && c.steps == nil && c.stop == nil
	}
	f.work(3)
	if !idle() {
		t.Fatal("it reads before anybody looks")
	}
	f.get(t, "sessions")
	if !idle() {
		t.Fatal("a page that needs no readings begins them")
	}
	f.get(t, "")
	done, doneSums := h.done, c.done
	for range 3 {
		f.step(t)
	}
	f.get(t, "")
	for i := time.Duration(0); i <= keepReading; i += readEvery {
		f.pass(readEvery)
		select {
		case f.ticks <- time.Time{}:
		case <-done:
		}
		select {
		case f.sumTicks <- time.Time{}:
		case <-doneSums:
		}
	}
	<-done // the goroutines end
	<-doneSums
	if !idle() {
		t.Error("what was read is kept")
	}
	f.get(t, "") // and begins again
	done, doneSums = h.done, c.done
	f.pages.Close()
	<-done
	<-doneSums
	if !idle() {
		t.Error("it goes on after Close")
	}
	f.get(t, "")
	f.get(t, "io")
	if h.stop != nil || c.stop != nil {
		t.Error("a goroutine begins after Close")
	}
}

// TestBounded: what is kept has a bound, whatever comes.
func TestBounded(t *testing.T) {
	racetest.SkipAlone(t)
	h := newHistory(nil, nil)
	at := time.Now()
	for n := range 3 * maxIntervals {
		i := &interval{from: at, to: at.Add(readEvery), by: make(map[key]*did)}
		at = i.to
		for d := range 10 + n*40%(2*maxDigests) {
			i.of(key{"", fmt.Sprint(d)}).figures[elapsed] = uint64(d)
		}
		all := 0
		for _, d := range i.by {
			all += int(d.figures[elapsed])
		}
		i.bound()
		kept := int(i.others[elapsed])
		for _, d := range i.by {
			kept += int(d.figures[elapsed])
		}
		if kept != all || len(i.by) > maxDigests {
			t.Fatalf("%d digests with %d, want %d", len(i.by), kept, all)
		}
		h.keep(i)
		sum := 0
		for _, i := range h.intervals {
			sum += len(i.by)
		}
		if sum != h.kept || h.kept > maxKept || len(h.intervals) > maxIntervals {
			t.Fatalf("%d intervals with %d digests, counted %d", len(h.intervals), sum, h.kept)
		}
	}
}

// TestWindow: a page tells of the span that is asked for, and says what is missing of it.
func TestWindow(t *testing.T) {
	f := newFixture(t, Options{})
	f.get(t, "")
	counts := make([]int, 0, 20)
	for i := range 20 {
		f.work(2 * (i + 1))
		counts = append(counts, 2*(i+1))
		f.pass(readEvery)
		f.ticks <- time.Time{}
		f.pages.past.tickDone(f)
	}
	for n, want := range map[int]int{1: 40, 2: 78, 5: 180} {
		got := 0.0
		for _, r := range f.rows(t, fmt.Sprintf("?window=%ds", n*5), "digests") {
			if r["statement"] == "SELECT ?" {
				got = r["executions"].(float64)
			}
		}
		if int(got) != want {
			t.Errorf("the last %d readings have %v executions, want %d of %v", n, got, want, counts)
		}
	}
	// A span of before.
	until := f.time().Add(-10 * readEvery).UTC().Format(time.RFC3339Nano)
	for _, r := range f.rows(t, "?window=5s&until="+until, "digests") {
		if r["statement"] == "SELECT ?" && int(r["executions"].(float64)) != counts[9] {
			t.Errorf("then there were %v, want %d", r["executions"], counts[9])
		}
	}
}

// tickDone waits until the reading of the last tick is there.
func (h *history) tickDone(f *fixture) {
	for {
		h.mu.Lock()
		at := h.last.at
		h.mu.Unlock()
		if at.Equal(f.time()) {
			return
		}
	}
}

// BenchmarkReading reads 10,000 digests, as every five seconds while somebody looks.
func BenchmarkReading(b *testing.B) {
	f := newFixture(b, Options{})
	th := f.thread("joe")
	for i := range 10_000 {
		f.run(th, "shop", fmt.Sprintf("SELECT a%d FROM t", i), perfschema.StatementCounters{}, 0)
	}
	f.pages.past.observe()
	b.ResetTimer()
	for b.Loop() {
		f.pages.past.read()
	}
}

// BenchmarkNow makes the page of 10,000 digests.
func BenchmarkNow(b *testing.B) {
	f := newFixture(b, Options{})
	f.pages.past.observe()
	th := f.thread("joe")
	for i := range 9_900 {
		f.run(th, "shop", fmt.Sprintf("SELECT a%d FROM t", i), perfschema.StatementCounters{}, 0)
	}
	f.pass(2 * time.Second)
	for b.Loop() {
		f.get(b, "")
	}
}

// BenchmarkSessions makes the page of 10,000 sessions.
func BenchmarkSessions(b *testing.B) {
	f := newFixture(b, Options{})
	for i := range 10_000 {
		f.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost", ProcesslistID: uint64(i + 1)})
	}
	for b.Loop() {
		f.get(b, "sessions")
	}
}
