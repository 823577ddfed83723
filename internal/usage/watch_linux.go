//go:build linux && (amd64 || arm64) && !portable

package usage

import (
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Linux clears a word of a thread's registered area when the thread is
// preempted, waits, or takes a signal: the address of a restartable sequence of
// instructions, where the thread runs none of that sequence. Ours contains none.
//
// Where a C library has registered an area for every thread, that is used, as it
// is meant to be; the word is for whoever runs a sequence. Else each watch
// registers an area of ours, which must stay where it is until the thread ends
// or gives it back and so lies outside Go's heap.
var watches struct {
	once    sync.Once
	work    bool
	library bool // the area is the C library's
	offset  int  // of it, from the thread pointer
	address uint64
	pool    areaPool
}

// Watch implements Platform. Where there is no C library, two system calls, one
// here and one at EndWatch.
func (system) Watch() Watch {
	watches.once.Do(prepareWatch)
	if !watches.work {
		return Watch{}
	}
	return beginWatch()
}

func beginWatch() Watch {
	w := &watches
	if w.library {
		a := (*sequenceArea)(unsafe.Add(threadPointer(), w.offset))
		if a.cpu < 0 {
			return Watch{}
		}
		return Watch{word: &a.word, armed: w.address}
	}
	a := w.pool.take()
	if a == nil {
		return Watch{}
	}
	if !a.register() {
		w.pool.give(a)
		return Watch{}
	}
	return Watch{word: &a.word, armed: w.address}
}

// EndWatch implements Platform.
func (system) EndWatch(w *Watch) {
	if w.word == nil {
		return
	}
	w.disarm()
	a := (*sequenceArea)(unsafe.Add(unsafe.Pointer(w.word), -int(unsafe.Offsetof(sequenceArea{}.word))))
	*w = Watch{}
	// What a thread cannot give back is still the kernel's, and not used again.
	if !watches.library && a.unregister() {
		watches.pool.give(a)
	}
}

// prepareWatch makes the sequence and finds out whether the kernel does what is
// needed: one may leave the word alone while a thread waits in a system call,
// since no sequence may contain one.
func prepareWatch() {
	page := newPage()
	if page == nil {
		return
	}
	watches.address = newSequence(page)
	tried := make(chan bool)
	go func() {
		runtime.LockOSThread() // and the thread ends with the goroutine
		tried <- tryWatch()
	}()
	watches.work = <-tried
}

func tryWatch() bool {
	w := beginWatch()
	if !w.Works() {
		if watches.offset, watches.library = findLibraryArea(); !watches.library {
			return false
		}
		if w = beginWatch(); !w.Works() {
			return false
		}
	}
	defer system{}.EndWatch(&w)
	return clearedByKernel(&w)
}

// clearedByKernel tries a wait, a signal, and none of the two.
func clearedByKernel(w *Watch) bool {
	w.Arm()
	wait := unix.Timespec{Nsec: 1000}
	_, _, _ = unix.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&wait)), 0, 0)
	if w.Unbroken() {
		return false
	}
	w.Arm()
	_ = unix.Tgkill(unix.Getpid(), unix.Gettid(), unix.SIGURG) // which Go's runtime takes for nothing
	if w.Unbroken() {
		return false
	}
	for range 100 { // others may want the CPU
		if w.Arm(); w.Unbroken() {
			return true
		}
	}
	return false
}
