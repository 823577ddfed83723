package usage

import (
	"runtime"
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

func TestCPUOfThreads(t *testing.T) {
	p := needsThreadCPU(t)
	var own time.Duration
	for range 10 { // a hypervisor's own time may be taken for the thread's
		if own = ownCPU(t, p); own >= 20*time.Millisecond && own <= 29*time.Millisecond {
			return
		}
	}
	t.Errorf("20 ms of CPU time are %v: the other thread's 30 ms do not count here", own)
}

// ownCPU is what a thread has after 20 ms of CPU time, while another takes 30 ms.
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
		spin(p, 30*time.Millisecond)
		other <- p.Self()
		<-release
	}()
	spin(p, 20*time.Millisecond)
	id := <-other
	p.ReadSelf(&after)
	after.Sub(&before)
	if cpu, ok := p.CPU(id); !ok || cpu < int64(30*time.Millisecond) {
		t.Errorf("the other thread's 30 ms are %v (%v)", time.Duration(cpu), ok)
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
