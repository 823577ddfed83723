// Package watchtest tests the watches of internal/usage, which work in one way
// in a program with a C library and in another without.
package watchtest

import (
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/usage"
)

// Run tests the platform's watches.
func Run(t *testing.T) {
	t.Run("breaks", breaks)
	t.Run("unbroken", unbroken)
	t.Run("many threads", manyThreads)
	t.Run("allocations", allocations)
}

// watched begins a watch of the running thread, if there is one here.
func watched(t *testing.T) (usage.Platform, *usage.Watch) {
	t.Helper()
	p := usage.System()
	runtime.LockOSThread()
	w := p.Watch()
	t.Cleanup(func() { p.EndWatch(&w); runtime.UnlockOSThread() })
	if !w.Works() {
		t.Skip("the platform has no watch")
	}
	return p, &w
}

// busy works for a time without a system call.
func busy(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

func breaks(t *testing.T) {
	p, w := watched(t)
	if w.Unbroken() {
		t.Error("unbroken since nothing")
	}
	w.Arm()
	before := p.SelfCPU()
	time.Sleep(5 * time.Millisecond)
	if w.Unbroken() {
		t.Error("asleep without a break")
	}
	if cpu := time.Duration(p.SelfCPU() - before); cpu > 4*time.Millisecond {
		t.Errorf("sleeping took %v of CPU time", cpu)
	}
	for range 1000 {
		w.Arm()
		busy(20 * time.Microsecond)
		if w.Unbroken() {
			return
		}
	}
	t.Error("1000 short stretches of work, and all were broken")
}

// While the watch sees no break, the thread's CPU time goes with the wall
// clock, whether it sleeps now and then or not and whatever the others do: they
// keep all CPUs busy, collect garbage and send Go's preemption signals.
func unbroken(t *testing.T) {
	p, w := watched(t)
	stop := make(chan bool)
	var wg sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					busy(300 * time.Microsecond)
				}
			}
		})
	}
	var good, broken, wrong int
	for i := range 400 {
		if i%100 == 0 {
			go debug.FreeOSMemory()
		}
		w.Arm()
		cpu, at := p.SelfCPU(), time.Now()
		busy(80 * time.Microsecond)
		if i%10 == 0 { // 40 sleeps
			time.Sleep(80 * time.Microsecond)
		}
		wall, still := time.Since(at), w.Unbroken()
		took := time.Duration(p.SelfCPU() - cpu)
		switch {
		case !still:
			broken++
		case (wall - took).Abs() > 20*time.Microsecond:
			wrong++ // a hypervisor may have taken the CPU
		default:
			good++
		}
	}
	close(stop)
	wg.Wait()
	if wrong > 15 || good == 0 {
		t.Errorf("unbroken and right %d times, broken %d, unbroken and wrong %d", good, broken, wrong)
	}
	t.Logf("unbroken %d, broken %d, wrong %d", good, broken, wrong)
}

// Threads end with their watch on, and others get their numbers; areas are used
// again by other threads.
func manyThreads(t *testing.T) {
	p, _ := watched(t)
	for range 20 {
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				runtime.LockOSThread()
				w := p.Watch()
				if !w.Works() {
					t.Error("a new thread has no watch")
					return
				}
				w.Arm()
				time.Sleep(time.Millisecond)
				if w.Unbroken() {
					t.Error("asleep without a break")
				}
				if i%4 != 0 { // else it ends with the watch on
					p.EndWatch(&w)
					runtime.UnlockOSThread()
				}
			})
		}
		wg.Wait()
	}
}

func allocations(t *testing.T) {
	p, w := watched(t)
	p.EndWatch(w)
	if n := testing.AllocsPerRun(100, func() { *w = p.Watch(); w.Arm(); w.Unbroken(); p.EndWatch(w) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
