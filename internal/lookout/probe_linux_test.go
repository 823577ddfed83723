package lookout

import (
	"runtime"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Of a cell whose status says that it runs it is known whether the thread has CPU time,
// by that thread's clock; and not where nobody asks.
func TestProbe(t *testing.T) {
	type thread struct{ _, id uint64 }
	type record struct {
		status uint32
		_      uint32
		_      uint64
		runs   *thread
	}
	var fresh uint32
	l := startTest(t, Options{Interval: time.Millisecond, Fresh: &fresh, Thread: int(unsafe.Offsetof(record{}.runs)), ThreadID: int(unsafe.Offsetof(thread{}.id))})
	r := heap(&record{runs: heap(new(thread))})
	page, statuses := heap(new([PageCells]cell)), heap(&[PageCells]unsafe.Pointer{unsafe.Pointer(r)})
	page[0].word = 1 << ActiveBit
	l.AddPage(0, unsafe.Pointer(page), unsafe.Pointer(statuses))
	l.SetSlots(1, func(int) uint32 { return 0 })

	known := make(chan bool)
	stop := make(chan bool)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		r.runs.id, r.status = uint64(unix.Gettid()), statusRunning
		known <- true
		for over := false; !over; {
			select {
			case <-stop:
				over = true
			default:
			}
		}
		<-stop // has no CPU time
	}()
	<-known
	l.Resume()
	until := func(had, known bool) {
		for {
			if s := next(l); len(s.Copies) == 1 {
				if h, k := s.Copies[0].HadCPU(); h == had && k == known {
					return
				}
			}
		}
	}
	until(true, true)
	stop <- true
	until(false, true)
	l.Probe(false)
	until(false, false)
	l.Probe(true)
	until(false, true)
	close(stop)
	runtime.KeepAlive(page)
	runtime.KeepAlive(statuses)
}
