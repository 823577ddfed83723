//go:build (amd64 || arm64) && !portable

package goroutine

import (
	"encoding/binary"
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// searchedThread is how many bytes of the runtime's record of a thread are looked at. The
// record is longer in every version of Go.
const searchedThread = 256

// offsets are where the number of a thread was found: at id in the record whose address is
// at record in that of the goroutine it runs.
type offsets struct{ record, id uintptr }

// Thread says how the kernel's number of the thread that runs a goroutine is found: at
// record from its Status is the address of the thread's record, 0 if none runs it, and
// at id in that the number. Both records can be read for ever, and may become others'.
// known is false where it is not found.
var Thread = sync.OnceValues(func() (t struct{ Record, ID int }, known bool) {
	const threads = 4
	if statusOffset == 0 {
		return t, false
	}
	fits := map[offsets]int{}
	onThreads(threads, func() {
		for p := range offsetsOfThread() {
			fits[p]++
		}
	})
	p := only(fits, threads)
	if p == (offsets{}) {
		return t, false
	}
	t.Record, t.ID = int(p.record)-int(statusOffset), int(p.id)
	return t, true
})

// onThreads calls look in n goroutines, of which each has another thread and is not
// locked to it.
func onThreads(n int, look func()) {
	if n == 0 {
		return
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		look()
		runtime.LockOSThread() // so that the next ones have others
		defer runtime.UnlockOSThread()
		onThreads(n-1, look)
	}()
	<-done
}

// offsetsOfThread are those at which the number of the running goroutine's thread
// stands, or may by chance. What is no address is not followed: the kernel reads it.
func offsetsOfThread() map[offsets]bool {
	found := map[offsets]bool{}
	buffer := make([]byte, searchedThread)
	for o := uintptr(8); o < searched; o += 8 {
		before := unix.Gettid()
		address := word(o)
		if !copied(buffer, uintptr(address)) || unix.Gettid() != before {
			continue
		}
		for i := uintptr(8); i < searchedThread; i += 8 {
			if binary.NativeEndian.Uint64(buffer[i:]) == uint64(before) {
				found[offsets{o, i}] = true
			}
		}
	}
	return found
}

// copied copies what is at an address, or says that it cannot.
func copied(to []byte, from uintptr) bool {
	local := []unix.Iovec{{Base: unsafe.SliceData(to)}}
	local[0].SetLen(len(to))
	n, err := unix.ProcessVMReadv(unix.Getpid(), local, []unix.RemoteIovec{{Base: from, Len: len(to)}}, 0)
	return err == nil && n == len(to)
}
