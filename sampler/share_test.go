package sampler

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
)

// A statement that scans (60 % of the time on the CPU, 25 % waiting for a file)
// and sorts (15 %), in pieces of random length, for 10 s: every share is within
// 2 points of the exact one, with ticks that come when they should and with
// ticks that come late. Where every sample finds another piece the samples are
// independent, and the error is a coin's: of a share of 60 % in 1000 samples 1.5
// points, three times that at most.
func TestShares(t *testing.T) {
	inTime := func(*rand.Rand) time.Duration { return 0 }
	for _, test := range []struct {
		name   string
		late   func(*rand.Rand) time.Duration
		unit   time.Duration // a hundredth of a scan and a sort
		points float64
	}{
		{"in time", inTime, time.Millisecond, 2},
		{"jitter", func(r *rand.Rand) time.Duration { return time.Duration(r.IntN(int(time.Millisecond))) }, time.Millisecond, 2},
		{"late", func(r *rand.Rand) time.Duration {
			if r.IntN(20) == 0 {
				return time.Duration(r.IntN(int(30 * time.Millisecond)))
			}
			return 0
		}, time.Millisecond, 2},
		{"pieces shorter than a tick", inTime, 40 * time.Microsecond, 4.6},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(60, 25))
			f := newFixture(t, Options{})
			th := f.thread()
			next := f.clock.Now() + uint64(DefaultInterval)
			var exact [3]time.Duration // scan, file, sort
			spend := func(i int, d time.Duration) {
				exact[i] += d
				for end := f.clock.Now() + uint64(d); ; {
					now := f.clock.Now()
					if next > end {
						f.clock.Advance(time.Duration(end - now))
						return
					}
					f.clock.Advance(time.Duration(next - now))
					f.profiler.sample()
					next = f.clock.Now() + uint64(DefaultInterval+test.late(r))
				}
			}
			piece := func(mean time.Duration) time.Duration {
				return time.Duration(r.ExpFloat64() * float64(mean))
			}
			st := th.BeginStatement(f.query)
			for exact[0]+exact[1]+exact[2] < 10*time.Second {
				scan := th.EnterOperator(snowset.OperatorScan, 2)
				spend(0, piece(40*test.unit))
				w := f.file.StartWait(th, perfschema.OpRead)
				spend(1, piece(25*test.unit))
				w.End()
				spend(0, piece(20*test.unit))
				th.LeaveOperator(scan)
				sort := th.EnterOperator(snowset.OperatorSort, 1)
				spend(2, piece(15*test.unit))
				th.LeaveOperator(sort)
			}
			st.End()
			f.tick()

			p := f.one(t)
			all := exact[0] + exact[1] + exact[2]
			const cpu, file = snowset.ResourceCPU, snowset.ResourcePersistentReadCache
			for _, c := range []struct {
				what        string
				got, wanted time.Duration
			}{
				{"scan on CPU", p.ResourceByOperator(cpu, snowset.OperatorScan), exact[0]},
				{"scan waiting for a file", p.ResourceByOperator(file, snowset.OperatorScan), exact[1]},
				{"sort on CPU", p.ResourceByOperator(cpu, snowset.OperatorSort), exact[2]},
				{"scan", p.Operator(snowset.OperatorScan), exact[0] + exact[1]},
				{"CPU", p.Resource(cpu), exact[0] + exact[2]},
				{"file", p.Resource(file), exact[1]},
			} {
				got, want := share(c.got, p.CoreTime), share(c.wanted, all)
				t.Logf("%-24s %5.1f %%, exactly %5.1f %%", c.what, got, want)
				if math.Abs(got-want) > test.points {
					t.Errorf("%s: %.1f %%, want %.1f %%", c.what, got, want)
				}
			}
			if nodes := p.Nodes(); len(nodes) != 2 || nodes[0].Node != 1 || nodes[0].Time != p.Operator(snowset.OperatorSort) || nodes[1].Time != p.Operator(snowset.OperatorScan) {
				t.Errorf("nodes: %v", nodes)
			}
			if off := (p.Elapsed - all).Abs(); off > f.profiler.opts.tolerated() {
				t.Errorf("seen for %v of %v", p.Elapsed, all)
			}
			if s := f.profiler.Status(); (test.name == "late") != (s.Late > 10) || s.MaxLateness > 30*time.Millisecond || s.Lateness < s.MaxLateness {
				t.Errorf("status: %+v", s)
			}
		})
	}
}

func share(part, all time.Duration) float64 { return 100 * float64(part) / float64(all) }

// Statements far shorter than a tick have most often no time at all; together
// they have theirs.
func TestShortStatements(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	f := newFixture(t, Options{MaxProfiles: 50_000})
	th := f.thread()
	next := f.clock.Now() + uint64(DefaultInterval)
	var exact, sum time.Duration
	for range 30_000 {
		st := th.BeginStatement(f.query)
		d := time.Duration(r.IntN(int(2 * time.Millisecond)))
		exact += d
		if left := time.Duration(next - f.clock.Now()); d >= left {
			f.after(left)
			d -= left
			next += uint64(DefaultInterval)
		}
		f.clock.Advance(d)
		st.End()
	}
	f.profiler.sample()
	all := f.profiler.Profiles()
	for _, p := range all {
		sum += p.Resource(snowset.ResourceCPU)
	}
	if len(all) != 30_000 {
		t.Errorf("%d profiles", len(all))
	}
	if off := share((sum - exact).Abs(), exact); off > 3 {
		t.Errorf("%v of CPU in statements of %v", sum, exact)
	}
}
