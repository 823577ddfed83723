package usage

import (
	"runtime"
	"slices"
	"testing"
	"time"
)

// spin works until the running thread has had so much CPU time.
func spin(p Platform, d time.Duration) {
	for start := p.SelfCPU(); p.SelfCPU()-start < int64(d); {
	}
}

func needsThreadCPU(t *testing.T) Platform {
	p := System()
	if thread, _ := p.Fields(); !thread.Has(UserCPU) {
		t.Skip("the platform does not measure threads")
	}
	return p
}

// A thread has its own CPU time and none of another's, which takes so much more that
// no hypervisor's time, which may be taken for the thread's, comes to as much: in the
// median of some runs.
func TestCPUOfThreads(t *testing.T) {
	p := needsThreadCPU(t)
	var own []time.Duration
	for range 5 {
		own = append(own, ownCPU(t, p))
	}
	slices.Sort(own)
	if own[0] < ownTime || own[len(own)/2] >= otherTime {
		t.Errorf("%v of CPU time are %v, beside a thread that takes %v", ownTime, own, otherTime)
	}
}

const ownTime, otherTime = 20 * time.Millisecond, 100 * time.Millisecond

// ownCPU is what a thread has after ownTime, while another takes otherTime.
func ownCPU(t *testing.T, p Platform) time.Duration {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after Sample
	p.ReadSelf(&before)
	other := make(chan Thread)
	release := make(chan bool)
	go func() {
		runtime.LockOSThread()
		spin(p, otherTime)
		other <- p.Self()
		<-release
	}()
	spin(p, ownTime)
	id := <-other
	p.ReadSelf(&after)
	after.Sub(&before)
	if cpu, ok := p.CPU(id); !ok || cpu < int64(otherTime) {
		t.Errorf("the other thread's %v are %v (%v)", otherTime, time.Duration(cpu), ok)
	}
	close(release)
	return time.Duration(after.CPU)
}

func TestProcessHasItsThreads(t *testing.T) {
	p := needsThreadCPU(t)
	var before, after Sample
	p.ReadProcess(&before)
	done := make(chan bool)
	go func() {
		runtime.LockOSThread()
		spin(p, 30*time.Millisecond)
		close(done)
	}()
	<-done
	p.ReadProcess(&after)
	after.Sub(&before)
	if after.CPU < int64(30*time.Millisecond) {
		t.Errorf("the process had %v", time.Duration(after.CPU))
	}
}

func TestReadingDoesNotAllocate(t *testing.T) {
	p := System()
	var s Sample
	if n := testing.AllocsPerRun(100, func() { p.ReadSelf(&s); p.CPU(p.Self()); p.SelfCPU() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkReadSelf(b *testing.B) {
	var s Sample
	for b.Loop() {
		System().ReadSelf(&s)
	}
}

func BenchmarkSelfCPU(b *testing.B) {
	for b.Loop() {
		System().SelfCPU()
	}
}
