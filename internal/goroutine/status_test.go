//go:build unix

package goroutine

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// started begins a goroutine and gives its Status and number.
func started(f func()) (Status, uint64) {
	type record struct {
		s  Status
		id uint64
	}
	records := make(chan record)
	go func() {
		records <- record{Own(), ID()}
		f()
	}()
	r := <-records
	return r.s, r.id
}

// becomes waits until the goroutine does what is wanted.
func becomes(t *testing.T, s Status, want Doing) {
	t.Helper()
	for s.Doing() != want {
		runtime.Gosched()
	}
}

func TestStatusFollowsTheGoroutine(t *testing.T) {
	if !hasWord {
		t.Skip("the records of goroutines are not known on this platform")
	}
	if statusOffset == 0 {
		t.Fatal("the place of the status was not found")
	}
	if d := Own().Doing(); d != Running {
		t.Errorf("who asks does %d", d)
	}
	var mu sync.Mutex
	mu.Lock()
	locked, _ := started(func() { mu.Lock(); mu.Unlock() }) //nolint:staticcheck // to wait
	becomes(t, locked, Waiting)
	mu.Unlock()

	channel := make(chan bool)
	received, _ := started(func() { <-channel })
	becomes(t, received, Waiting)
	close(channel)

	slept, _ := started(func() { time.Sleep(time.Minute) })
	becomes(t, slept, Waiting)

	var stop atomic.Bool
	spins, id := started(func() {
		for !stop.Load() {
		}
	})
	for d := spins.Doing(); d != Running && d != Ready; d = spins.Doing() {
		runtime.Gosched()
	}
	if !spins.Of(id) || spins.Of(id+1) {
		t.Error("the status is not that goroutine's")
	}
	stop.Store(true)

	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	w := os.NewFile(uintptr(ends[1]), "pipe")
	reads, _ := started(func() {
		_, _ = syscall.Read(ends[0], make([]byte, 1))
		_ = syscall.Close(ends[0])
	})
	becomes(t, reads, InSyscall)
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// Goroutines end and their records become others' while somebody asks.
func TestStatusOfGoroutinesThatEnd(t *testing.T) {
	var wg sync.WaitGroup
	for range 1000 {
		s, id := started(func() {})
		wg.Go(func() {
			for range 10 {
				_, _ = s.Doing(), s.Of(id)
			}
		})
	}
	runtime.GC()
	wg.Wait()
	if Status(0).Doing() != Unknown || Status(0).Of(0) {
		t.Error("no status says something")
	}
}
