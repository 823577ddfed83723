package web

import (
	"testing"
	"time"
)

// TestRecent: what takes long is read once in a while, whoever asks, and anew where the
// clock was set back.
func TestRecent(t *testing.T) {
	var r recent[int]
	n := 0
	read := func() int { n++; return n }
	start := time.Now()
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {time.Second, 1}, {readEvery - 1, 1}, {readEvery, 2}, {readEvery + time.Second, 2}, {2 * readEvery, 3}, {0, 4}, {time.Second, 4}} {
		if got, at := r.get(start.Add(step.after), read); got != step.want || at.After(start.Add(step.after)) {
			t.Errorf("after %v: %d, read at %v; want %d", step.after, got, at.Sub(start), step.want)
		}
	}
}

// TestPagesReadLittle: the parts of pages that take long are read once in a while, however
// often the pages are asked for.
func TestPagesReadLittle(t *testing.T) {
	f := newFixture(t, Options{})
	for range 3 {
		f.get(t, "memory")
		f.get(t, "instruments")
	}
	resident, costs, instruments := f.pages.resident.at, f.pages.recentCosts.at, f.pages.instruments.at
	f.pass(time.Second)
	f.get(t, "memory")
	f.get(t, "instruments")
	if !f.pages.resident.at.Equal(resident) || !f.pages.recentCosts.at.Equal(costs) || !f.pages.instruments.at.Equal(instruments) || resident.IsZero() || costs.IsZero() || instruments.IsZero() {
		t.Error("they are read each second")
	}
	f.pass(readEvery)
	f.get(t, "memory")
	f.get(t, "instruments")
	if !f.pages.resident.at.Equal(f.time()) || !f.pages.recentCosts.at.Equal(f.time()) || !f.pages.instruments.at.Equal(f.time()) {
		t.Error("they are not read anew")
	}
}
