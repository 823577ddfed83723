package perfschema

import (
	"math"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/clock"
)

// thinned is a Schema on a fake clock that is sampled as by a thread of the kernel's, and a
// Thread of it.
type thinned struct {
	*Schema
	x     *Sampling
	clock *clock.Fake
	th    *Thread
	key   StatementKey
	left  map[int]int // how many were handed over, by weight
}

func newThinned(t *testing.T, oneIn int) *thinned {
	f := &thinned{clock: &clock.Fake{}, left: make(map[int]int)}
	f.clock.Advance(time.Second)
	var err error
	if f.Schema, err = New(Config{Clock: f.clock}); err != nil {
		t.Fatal(err)
	}
	f.key = f.RegisterStatement("app", Info{Name: "lookup"})
	if f.x, err = f.Read().StartSampling(16); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.x.Stop)
	f.x.thinning.ask(oneIn, time.Millisecond)
	f.th = f.NewThread(0, ThreadOptions{User: "joe", Host: "localhost"})
	return f
}

// run runs a statement for so long, with what is done meanwhile.
func (f *thinned) run(took time.Duration, meanwhile func(Statement)) {
	st := f.th.BeginStatement(f.key)
	f.clock.Advance(took)
	if meanwhile != nil {
		meanwhile(st)
	}
	st.End()
	f.clock.Advance(time.Microsecond)
	f.x.Ended(func(_, _ uint32, st *SampledStatement) { f.left[st.Weight()]++ })
}

// TestShortStatementsAreThinned has one in eight of the short statements handed over, with
// the weight of all.
func TestShortStatementsAreThinned(t *testing.T) {
	const n, oneIn = 100_000, 8
	f := newThinned(t, oneIn)
	for i := range n {
		f.run(time.Duration(i%900)*time.Microsecond, nil)
	}
	kept := f.left[oneIn]
	// Six standard deviations.
	if off := 6 * math.Sqrt(float64(n)/oneIn); math.Abs(float64(kept-n/oneIn)) > off || len(f.left) != 1 {
		t.Errorf("by weight: %v; want %d ± %.0f of weight %d", f.left, n/oneIn, off, oneIn)
	}
}

// TestWhatIsNotThinned runs statements of which each is handed over, with the weight 1.
func TestWhatIsNotThinned(t *testing.T) {
	for name, one := range map[string]func(*thinned){
		"long":   func(f *thinned) { f.run(time.Millisecond, nil) },
		"failed": func(f *thinned) { f.run(0, func(st Statement) { st.SetError(1062, "23000", "duplicate") }) },
		"seen by a sample": func(f *thinned) {
			f.run(10*time.Microsecond, func(Statement) { f.x.thinning.sampleBegan.Store(int64(f.Schema.clock.Now())) })
		},
		"begun as a sample began": func(f *thinned) {
			f.x.thinning.sampleBegan.Store(int64(f.Schema.clock.Now()))
			f.run(10*time.Microsecond, nil)
		},
		"begun while a sample was taken": func(f *thinned) {
			f.x.thinning.sampleBegan.Store(int64(f.Schema.clock.Now()) - int64(sampleTakes))
			f.run(10*time.Microsecond, nil)
		},
		"profiled": func(f *thinned) {
			f.th.StageProfiler()
			f.run(10*time.Microsecond, nil)
		},
		"after all are asked for": func(f *thinned) {
			f.x.thinning.ask(1, time.Millisecond)
			f.run(10*time.Microsecond, nil)
		},
	} {
		f := newThinned(t, math.MaxInt32)
		const n = 50
		for range n {
			one(f)
		}
		if f.left[1] != n || len(f.left) != 1 {
			t.Errorf("%s: by weight %v, want %d of weight 1", name, f.left, n)
		}
	}
}

// TestRareDigestsAreKept runs two statements again and again, one of them seldom: each has a
// profile of its own, of weight 1, once in a second.
func TestRareDigestsAreKept(t *testing.T) {
	f := newThinned(t, math.MaxInt32)
	named := func(sql string) func(Statement) { return func(st Statement) { st.SetDigest(sql) } }
	for range 2500 {
		f.run(time.Millisecond-time.Microsecond-1, named("orders"))
	}
	f.run(10*time.Microsecond, named("returns"))
	if f.left[1] != 4 || len(f.left) != 1 {
		t.Errorf("by weight: %v, want 4 of weight 1: three in 2.5 seconds and one", f.left)
	}
}

// TestLostByWeight fills the queue: what finds no room is lost with all that it stands for.
func TestLostByWeight(t *testing.T) {
	f := newThinned(t, 2)
	f.x.thinning.rule.Store(7<<32 | math.MaxUint32) // all are chosen
	for range 16 + 3 {
		st := f.th.BeginStatement(f.key)
		f.clock.Advance(time.Microsecond)
		st.End()
	}
	if n := f.x.Lost(); n != 3*7 {
		t.Errorf("%d lost, want %d", n, 3*7)
	}
}

// TestThinningNeedsAThread asks for fewer where nobody samples alone.
func TestThinningNeedsAThread(t *testing.T) {
	f := newThinned(t, 1)
	f.x.KeepOneIn(100, time.Millisecond)
	for range 100 {
		f.run(0, nil)
	}
	if f.left[1] != 100 {
		t.Errorf("by weight: %v", f.left)
	}
}
