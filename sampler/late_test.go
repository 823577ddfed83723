package sampler

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// A late tick charges what a thread did when the tick was due.
func TestLateTick(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	st := th.BeginStatement(f.query)
	th.EnterOperator(perfschema.OperatorSort, 1)
	f.tick()
	for i := range 15 {
		late := 5 * time.Millisecond
		if i >= 10 {
			late = time.Millisecond
		}
		f.clock.Advance(7 * time.Millisecond)
		wait := th.EnterResource(perfschema.ResourceDataExchangeMsg)
		f.clock.Advance(3 * time.Millisecond)
		f.profiler.lateBy(f.clock.Wall().Add(-late))
		f.profiler.sample()
		th.LeaveResource(wait)
	}
	st.End()
	f.profiler.lateBy(time.Time{})
	f.profiler.sample()
	p := f.one(t)
	cpu, exchange := p.Resource(perfschema.ResourceCPU), p.Resource(perfschema.ResourceDataExchangeMsg)
	if cpu != 110*time.Millisecond || exchange != 50*time.Millisecond || p.Operator(perfschema.OperatorSort) != 160*time.Millisecond {
		t.Errorf("%v of CPU, %v of waiting", cpu, exchange)
	}
}
