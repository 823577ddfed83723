package perfschema

import (
	"iter"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

// A coroutine of a goroutine that is in runs on the same thread, which is not
// counted twice.
func TestProfileOfCoroutine(t *testing.T) {
	p := startProfiled(t)
	p.profiler = newStageProfiler(p.thread, usage.System(), func() uint64 { return p.now })
	if thread, _ := usage.System().Fields(); thread == 0 {
		t.Skip("nothing is measured")
	}
	p.profiler.Start("SELECT 1", record.ProfileStatement)
	defer p.profiler.End()
	next, stop := iter.Pull(func(yield func(bool) bool) {
		for yield(p.profiler.Enter()) {
		}
	})
	defer stop()
	for range 3 {
		if entered, ok := next(); entered || !ok {
			t.Error("a coroutine went in beside the goroutine it runs for")
		}
	}
}

// watchTrusted is how long internal/usage trusts a watch.
const watchTrusted = 250 * time.Microsecond

// Where a watch says that the thread never left its CPU, its clock is not read:
// the time that passed is its CPU time. After a break it is.
func TestProfileOfUnbrokenStages(t *testing.T) {
	p := startProfiled(t)
	var word uint64
	p.unbroken = &word
	p.profiler.Start("SELECT 1", record.ProfileStatement)
	p.thread.SetStage(p.keys[0])
	if word == 0 {
		t.Fatal("the watch is not armed")
	}
	for i := range 3 {
		p.pass(30 * time.Microsecond)
		p.use(30*time.Microsecond, 0, 0)
		reads := p.reads
		p.thread.SetStage(p.keys[i%3])
		if p.reads != reads {
			t.Errorf("the clock was read after stage %d", i)
		}
	}
	// Stage 3 works for 5 µs and sleeps.
	p.pass(10 * time.Millisecond)
	p.use(5*time.Microsecond, 0, 1)
	word = 0
	p.thread.SetStage(p.keys[1])
	if word == 0 {
		t.Error("the watch is not armed again")
	}
	// Stage 4 is unbroken, but too long to be taken for CPU time.
	p.pass(watchTrusted)
	p.use(70*time.Microsecond, 0, 0)
	p.thread.SetStage(p.keys[1])
	// A hypervisor takes the CPU away in the middle of stages 5 and 6.
	p.pass(40 * time.Microsecond)
	p.use(30*time.Microsecond, 0, 0)
	p.thread.SetStage(p.keys[1])
	p.pass(watchTrusted + 10*time.Microsecond)
	p.use(5*time.Microsecond, 0, 0)
	p.thread.SetStage(p.keys[1])
	// Nothing that is counted may be missed at the end.
	p.pass(10 * time.Microsecond)
	p.use(10*time.Microsecond, 0, 2)
	p.profiler.End()
	for i, want := range []struct{ cpu, switches int64 }{{30, 0}, {30, 0}, {30, 0}, {5, 1}, {70, 0}, {4, 0}, {31, 0}, {10, 2}} {
		s := &p.thread.profiler.Load().Profiles()[0].Stages[i]
		user, _ := s.Value(record.ProfileCPUUser)
		system, _ := s.Value(record.ProfileCPUSystem)
		switches, _ := s.Value(record.ProfileContextVoluntary)
		if user+system != want.cpu || switches != want.switches {
			t.Errorf("stage %d: %d + %d µs, %d switches, want %+v", i, user, system, switches, want)
		}
	}
}
