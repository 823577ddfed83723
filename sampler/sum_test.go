package sampler

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Statements of random threads, waits, operators, phases and degrees of
// parallelism, sampled in random intervals: the resources of each add up to
// the time it was seen for times its cores, and to D times its duration within
// a tick on time, however late ticks are. Of those that no tick saw nothing is
// known, if they took longer.
func TestResourcesAddUp(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 5))
		f := newFixture(t, Options{})
		own := f.RegisterOperator("mine", snowset.OperatorOther)
		type work struct {
			th    *perfschema.Thread
			waits []perfschema.Wait
		}
		type run struct {
			main     work
			st       perfschema.Statement
			helpers  []work
			cores    int
			allowed  int // cores at the last tick
			begun    uint64
			duration time.Duration
		}
		var running []*run
		threads := make([]*perfschema.Thread, 4)
		for i := range threads {
			threads[i] = f.thread()
		}
		ended := map[string]*run{}
		step := func(w *work) {
			switch n := r.IntN(6); {
			case n == 0 && len(w.waits) < 3:
				w.waits = append(w.waits, f.file.StartWait(w.th, perfschema.OpRead))
			case n == 1 && len(w.waits) < 3:
				w.waits = append(w.waits, f.lock.StartWait(w.th, perfschema.OpWait))
			case n < 4 && len(w.waits) > 0:
				w.waits[len(w.waits)-1].End()
				w.waits = w.waits[:len(w.waits)-1]
			case n == 4:
				w.th.EnterOperator([]snowset.Operator{snowset.OperatorScan, snowset.OperatorSort, own}[r.IntN(3)], uint16(r.IntN(4)))
			}
		}
		for range 3000 {
			switch n := r.IntN(10); {
			case n == 0 && len(threads) > 0:
				q := &run{main: work{th: threads[0]}, cores: 1 + r.IntN(4), begun: f.clock.Now()}
				threads = threads[1:]
				q.st = q.main.th.BeginStatement(f.query)
				q.main.th.SetCores(q.cores)
				running = append(running, q)
			case n == 1 && len(running) > 0:
				q := running[0]
				running = running[1:]
				for _, h := range q.helpers {
					for i := range h.waits {
						h.waits[len(h.waits)-1-i].End()
					}
					h.th.Release()
				}
				q.duration = time.Duration(f.clock.Now() - q.begun)
				name := fmt.Sprint(len(ended))
				ended[name] = q
				q.st.SetText(name)
				q.st.End()
				threads = append(threads, q.main.th)
			case n == 2:
				d := time.Duration(1 + r.IntN(3*int(DefaultInterval)))
				f.clock.Advance(d)
				if seed%2 == 1 { // it was due before, perhaps before the last sample
					f.profiler.lateBy(f.clock.Wall().Add(-time.Duration(r.IntN(int(d * 3 / 2)))))
				}
				if seed%4 == 3 && r.IntN(4) == 0 { // long before
					d = time.Duration(r.IntN(10 * int(DefaultInterval)))
					f.clock.Advance(d)
					f.profiler.lateBy(f.clock.Wall().Add(-d))
				}
				f.profiler.sample()
				for _, q := range running {
					q.allowed = q.cores
				}
			case len(running) > 0:
				q := running[r.IntN(len(running))]
				switch m := r.IntN(6); {
				case m == 5 && q.cores < 8:
					q.cores++
					q.main.th.SetCores(q.cores)
				case m == 0 && len(q.helpers) < 5:
					q.helpers = append(q.helpers, work{th: q.main.th.Child(f.worker)})
				case m == 1:
					q.main.th.SetPhase(activity.Phase(r.IntN(3)))
				case m > 1 && len(q.helpers) > 0 && r.IntN(2) == 0:
					step(&q.helpers[r.IntN(len(q.helpers))])
				default:
					step(&q.main)
				}
			}
			f.clock.Advance(time.Duration(r.IntN(2_000_000)))
		}
		f.profiler.sample()

		profiles := f.profiler.Profiles()
		if len(profiles) != len(ended) || len(profiles) < 20 {
			t.Fatalf("seed %d: %d profiles of %d statements", seed, len(profiles), len(ended))
		}
		for _, p := range profiles {
			q := ended[p.Statement.Event().SQLText]
			if got, want := total(p), p.CoreTime; got != want {
				t.Errorf("seed %d: the resources are %v, want %v", seed, got, want)
			}
			if q.allowed == 0 { // no tick saw it, but one knew that it had been there
				q.allowed = q.cores
			}
			if p.Samples > 0 && (p.Cores != q.allowed || p.CoreTime != time.Duration(q.allowed)*p.Elapsed) {
				t.Errorf("seed %d: %d cores, want %d; %v in %v", seed, p.Cores, q.allowed, p.CoreTime, p.Elapsed)
			}
			if cpu, waiting, idle := p.Wall(); cpu+waiting+idle != p.Elapsed || cpu > p.OnCPU() || p.OnCPU() > p.CoreTime {
				t.Errorf("seed %d: %v on a CPU, %v waiting and %v idle are not %v", seed, cpu, waiting, idle, p.Elapsed)
			}
			tick := f.profiler.opts.tolerated()
			if off := (p.Elapsed - q.duration).Abs(); off > tick && p.Samples > 0 {
				t.Errorf("seed %d: seen for %v of %v: off by more than a tick of %v", seed, p.Elapsed, q.duration, tick)
			}
			if p.Missed() != (p.Samples == 0 && q.duration > tick) {
				t.Errorf("seed %d: seen %d times in %v: missed %v", seed, p.Samples, q.duration, p.Missed())
			}
			if d, ok := p.Statement.Duration(); !ok || d != q.duration {
				t.Errorf("seed %d: took %v, want %v", seed, d, q.duration)
			}
			var byOperator time.Duration
			for _, o := range append(snowset.Operators(), snowset.OperatorNone) {
				byOperator += p.Operator(o)
				for _, x := range snowset.Resources() {
					byOperator -= p.ResourceByOperator(x, o)
				}
			}
			if byOperator != 0 {
				t.Errorf("seed %d: operators and resources by operator differ by %v", seed, byOperator)
			}
			if all := p.Phase(activity.PhaseExecution) + p.Phase(activity.PhaseSetup) + p.Phase(activity.PhaseTeardown); all != p.CoreTime {
				t.Errorf("seed %d: the phases are %v, want %v", seed, all, p.CoreTime)
			}
		}
	}
}
