package clock

import (
	"runtime"
	"testing"
	"time"
)

func TestRealNeverGoesBack(t *testing.T) {
	c := NewReal()
	last := c.Now()
	if last == 0 {
		t.Fatal("0 stands for no time")
	}
	for range 100_000 {
		now := c.Now()
		if now < last {
			t.Fatalf("%d after %d", now, last)
		}
		last = now
	}
}

func TestFakeMovesWhenTold(t *testing.T) {
	var f Fake
	w := f.Wall()
	f.Advance(3 * time.Second)
	if f.Now() != 3e9 || f.Wall().Sub(w) != 3*time.Second {
		t.Fatalf("now %d, wall moved %v", f.Now(), f.Wall().Sub(w))
	}
}

func TestMeasure(t *testing.T) {
	timers := Measure()
	names := []string{"CYCLE", "NANOSECOND", "MICROSECOND", "MILLISECOND", "THREAD_CPU"}
	if len(timers) != len(names) {
		t.Fatalf("%d timers", len(timers))
	}
	for i, m := range timers {
		if m.Name != names[i] {
			t.Errorf("timer %d is %s", i, m.Name)
		}
		if m.Known && (m.Frequency <= 0 || m.Resolution <= 0) {
			t.Errorf("%+v", m)
		}
	}
	if HasCycles && timers[0].Frequency < 1e6 {
		t.Errorf("a cycle counter of %d Hz", timers[0].Frequency)
	}
}

func BenchmarkNow(b *testing.B) {
	c := NewReal()
	for b.Loop() {
		c.Now()
	}
}

func BenchmarkCycles(b *testing.B) {
	for b.Loop() {
		Cycles()
	}
}

// Both readings are of one counter, and the one in order is not before another
// that stands before it.
func TestCyclesInOrder(t *testing.T) {
	if !HasCycles || !Invariant() {
		t.Skip("no cycle counter to tell time by")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	early := 0
	for range 1000 {
		before := Cycles()
		now := CyclesInOrder()
		if after := CyclesInOrder(); now < before || after < now {
			early++ // another core, whose counter is a little behind
		}
	}
	if early > 10 {
		t.Errorf("%d of 1000 readings are before the ones before them", early)
	}
}
