//go:build unix

package perfschema_test

import (
	"os"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/snowset"
)

// sampledAs waits until a sample sees that the thread is at work and waits for a
// resource.
func sampledAs(x *perfschema.Sampling, t *perfschema.Thread, want snowset.Resource) {
	for {
		for _, o := range x.States() {
			if o.Thread == t && o.State.Active() && o.State.Resource() == want {
				return
			}
		}
		runtime.Gosched()
	}
}

// A thread that says nothing is seen to wait while its goroutine does, and one
// that reads a file to use a CPU while its goroutine runs.
func TestGoroutinesAreSeenToWaitAndToRun(t *testing.T) {
	if goroutine.Own() == 0 {
		t.Skip("what goroutines do is not known on this platform")
	}
	f := newFixture(t, nil)
	key := f.RegisterFile("app", perfschema.Info{Name: "data"})
	file := f.FileInstance(key, "f")
	x := startSampling(t, f)
	unknown := f.RegisterResource(activity.UnknownWait, snowset.ResourceMutex)
	if f.Read().ResourceName(unknown) != activity.UnknownWait || f.Read().SnowsetResource(unknown) != snowset.ResourceMutex {
		t.Errorf("the unknown is %q and counts as %s", f.Read().ResourceName(unknown), f.Read().SnowsetResource(unknown).Column())
	}
	thread := f.connect("ann")
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	pipe := os.NewFile(uintptr(ends[1]), "pipe")
	var lock sync.Mutex
	lock.Lock()
	done := make(chan bool)
	spin := func() {
		for turns := 0; ; {
			select {
			case <-done:
				return
			default:
				turns++
			}
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		thread.Bind()
		st := thread.BeginStatement(f.selectKey)
		spin()
		lock.Lock() // which no instrument tells
		lock.Unlock()
		w := file.StartWait(thread, perfschema.OpRead)
		_, _ = syscall.Read(ends[0], make([]byte, 1)) // in the kernel
		spin()                                        // at work on what was read
		lock.Lock()                                   // in a wait that has a name
		lock.Unlock()
		w.End()
		st.End()
		thread.Unbind()
	})
	sampledAs(x, thread, snowset.ResourceNone)
	done <- true
	sampledAs(x, thread, unknown)
	lock.Unlock()
	sampledAs(x, thread, snowset.ResourcePersistentReadCache)
	lock.Lock()
	if err := pipe.Close(); err != nil {
		t.Error(err)
	}
	sampledAs(x, thread, snowset.ResourceNone)
	done <- true
	sampledAs(x, thread, snowset.ResourcePersistentReadCache)
	lock.Unlock()
	wg.Wait()
	if err := syscall.Close(ends[0]); err != nil {
		t.Error(err)
	}

	// Whose thread is bound to no goroutine is believed.
	st := thread.BeginStatement(f.selectKey)
	w := file.StartWait(thread, perfschema.OpRead)
	sampledAs(x, thread, snowset.ResourcePersistentReadCache)
	w.End()
	st.End()
}

// What a sample by a thread of the kernel's sees is corrected as well.
func TestSamplesSeeUnknownWaits(t *testing.T) {
	f := newFixture(t, nil)
	x := startSampling(t, f)
	if goroutine.Own() == 0 || x.SampleAlone(time.Millisecond) != nil {
		t.Skip("no thread of the kernel's samples on this platform")
	}
	unknown := f.RegisterResource(activity.UnknownWait, snowset.ResourceMutex)
	x.Resume()
	defer x.Pause()
	thread := f.connect("ann")
	release := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		thread.Bind()
		st := thread.BeginStatement(f.selectKey)
		<-release
		st.End()
		thread.Unbind()
	})
	for seen := false; !seen; runtime.Gosched() {
		sample, changes, _ := x.Next(nil)
		for _, c := range changes {
			if c.State.Active() && c.State.Resource() == unknown {
				seen = true
				if sample.Working != 1 || sample.Running != 0 {
					t.Errorf("one waits: %+v", sample)
				}
			}
		}
	}
	release <- true
	wg.Wait()
}

// Of a thread that says it runs a sample knows whether it has a core: one that does
// not waits for the kernel, or for what is not known.
func TestSamplesSeeWhoHasACore(t *testing.T) {
	f := newFixture(t, nil)
	x := startSampling(t, f)
	if _, known := goroutine.Thread(); !known || x.SampleAlone(time.Millisecond) != nil {
		t.Skip("it is not known on this platform who has a core")
	}
	x.Resume()
	defer x.Pause()
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	thread := f.connect("ann")
	done := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		thread.Bind()
		st := thread.BeginStatement(f.selectKey)
		_, _ = syscall.Read(ends[0], make([]byte, 1)) // has no core
		for over := false; !over; {
			select {
			case <-done:
				over = true
			default:
			}
		}
		st.End()
		thread.Unbind()
	})
	until := func(want snowset.Resource, fits func(s activity.Sample) bool) {
		for {
			sample, changes, _ := x.Next(nil)
			for _, c := range changes {
				if c.State.Active() && c.State.Resource() == want && fits(sample) {
					return
				}
			}
			runtime.Gosched()
		}
	}
	stopped := func(s activity.Sample) bool { return s.Stopped == 1 && s.Running == 0 && s.Queued == 0 }
	until(x.QueuedResource(), stopped)
	x.TrustQueue(0)
	until(f.RegisterResource(activity.UnknownWait, snowset.ResourceMutex), stopped)
	if err := syscall.Close(ends[1]); err != nil {
		t.Error(err)
	}
	until(snowset.ResourceCPU, func(s activity.Sample) bool { return s.Running == 1 && s.Unmeasured == 0 })
	done <- true
	wg.Wait()
	if err := syscall.Close(ends[0]); err != nil {
		t.Error(err)
	}
}
