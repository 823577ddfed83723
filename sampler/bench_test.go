package sampler

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
)

// BenchmarkSample is one tick among many threads, all idle, a hundredth or all of
// them at work. At 100 ticks a second a tenth of a millisecond is 1 % of a core.
func BenchmarkSample(b *testing.B) {
	for _, threads := range []int{10_000, 100_000} {
		for _, busy := range []int{0, threads / 100, threads} {
			b.Run(fmt.Sprintf("%d-threads-%d-busy", threads, busy), func(b *testing.B) {
				f := newFixture(b, Options{})
				for i := range threads {
					th := f.thread()
					if th == nil {
						b.Fatal("no room")
					}
					if i < busy {
						th.BeginStatement(f.query)
						th.EnterOperator(snowset.OperatorScan, uint16(i%10))
						if i%2 == 0 {
							f.file.StartWait(th, perfschema.OpRead)
						}
					}
				}
				f.tick()
				b.ReportAllocs()
				for b.Loop() {
					f.tick()
				}
			})
		}
	}
}

// BenchmarkStatement is a statement with an operator and a wait, while nobody
// samples and while a profiler does.
func BenchmarkStatement(b *testing.B) {
	for _, on := range []bool{false, true} {
		b.Run(map[bool]string{false: "off", true: "on"}[on], func(b *testing.B) {
			f := newFixture(b, Options{})
			f.profiler.view.Stop()
			if on {
				p, err := Start(f.Schema, Options{})
				if err != nil {
					b.Fatal(err)
				}
				defer p.Close()
			}
			th := f.thread()
			b.ReportAllocs()
			for b.Loop() {
				st := th.BeginStatement(f.query)
				m := th.EnterOperator(snowset.OperatorScan, 1)
				w := f.file.StartWait(th, perfschema.OpRead)
				w.End()
				th.LeaveOperator(m)
				st.End()
			}
		})
	}
}

// BenchmarkOperator is entering and leaving one operator in another, as at
// every row.
func BenchmarkOperator(b *testing.B) {
	for _, on := range []bool{false, true} {
		b.Run(map[bool]string{false: "off", true: "on"}[on], func(b *testing.B) {
			f := newFixture(b, Options{})
			if !on {
				f.profiler.view.Stop()
			}
			th := f.thread()
			defer th.BeginStatement(f.query).End()
			th.EnterOperator(snowset.OperatorSort, 1)
			for b.Loop() {
				th.LeaveOperator(th.EnterOperator(snowset.OperatorScan, 2))
			}
		})
	}
}

// BenchmarkFind: what a look-up takes that finds one profile of so many.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		f := newFixture(b, Options{MaxProfiles: n})
		th := f.thread()
		for range n {
			th.BeginStatement(f.query).End()
			f.profiler.sample()
		}
		all := f.profiler.Profiles()
		b.Run(fmt.Sprintf("%d-profiles", n), func(b *testing.B) {
			for i := range b.N {
				if len(f.profiler.Find(Key{StatementID: all[i%n].Statement.StatementID()})) != 1 {
					b.Fatal("not found")
				}
			}
		})
	}
}
