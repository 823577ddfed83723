//go:build linux && (amd64 || arm64) && !portable

package goroutine

import (
	"testing"

	"golang.org/x/sys/unix"
)

// Of each goroutine the thread that runs it is found, on whichever it is.
func TestThreadIsTheKernels(t *testing.T) {
	at, known := Thread()
	if !copied(make([]byte, 8), self()) {
		t.Skip("the kernel does not read for this process")
	}
	if !known {
		t.Fatal("the place of the thread's number was not found")
	}
	seen := map[int]bool{}
	onThreads(6, func() {
		for {
			before := unix.Gettid()
			record := load64(uintptr(Own()) + uintptr(at.Record))
			id := int(load(uintptr(record) + uintptr(at.ID)))
			if unix.Gettid() != before {
				continue // it has moved
			}
			if seen[before] = true; id != before {
				t.Errorf("thread %d, the kernel says %d", id, before)
			}
			return
		}
	})
	if len(seen) != 6 {
		t.Errorf("%d threads", len(seen))
	}
}
