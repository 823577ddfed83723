package clock

import (
	"math"
	"runtime"
	"testing"
	"testing/synctest"
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

// The resolution is the timer's step, however long a call takes.
func TestResolution(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps []uint64 // what readings add, again and again
		want  int64
	}{
		{"a call takes 20 ticks of 1", []uint64{20, 21, 20, 23}, 1},
		{"ticks of 26", []uint64{52, 78, 104}, 26},
		{"a clock that moves by microseconds now and then", []uint64{0, 0, 1000, 0, 3000}, 1000},
		{"cores that disagree", []uint64{30, ^uint64(4), 26}, 2},
		{"stands still", []uint64{0}, 1},
	} {
		var now uint64 = 1 << 40
		var i int
		got := resolution(func() uint64 {
			now += tt.steps[i%len(tt.steps)]
			i++
			return now
		})
		if got != tt.want {
			t.Errorf("%s: a resolution of %d, want %d", tt.name, got, tt.want)
		}
	}
}

// In a bubble time stands still while nobody sleeps; the first to ask for the
// timers may be in one.
func TestMeasureInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, m := range Measure() {
			if m.Known && (m.Frequency <= 0 || m.Resolution <= 0) {
				t.Errorf("%+v", m)
			}
		}
	})
	if HasCycles && hasSystemNanos {
		want := float64(Measure()[0].Frequency)
		synctest.Test(t, func(t *testing.T) {
			if m := Measure()[0]; math.Abs(float64(m.Frequency)/want-1) > 0.05 {
				t.Errorf("%+v, want some %.0f Hz", m, want)
			}
		})
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
