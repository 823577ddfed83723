//go:build go1.26 && linux && (amd64 || arm64) && !portable

package goroutine

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A goroutine is where it was until it leaves its thread, whatever makes it leave.
func TestPosition(t *testing.T) {
	if _, known := Thread(); !known {
		t.Skip("the thread is not found")
	}
	here := func() Position {
		p, known := Here()
		if !known {
			t.Fatal("the place of the count was not found")
		}
		return p
	}
	runtime.LockOSThread() // the thread's number stays
	defer runtime.UnlockOSThread()
	for _, tt := range []struct {
		name   string
		do     func()
		leaves bool
	}{
		{"a system call", func() { _, _, _ = unix.Syscall(unix.SYS_GETPPID, 0, 0, 0) }, false},
		{"an allocation", func() { _ = make([]byte, 1<<10) }, false},
		{"giving way", runtime.Gosched, true},
		{"a wait", func() { time.Sleep(time.Microsecond) }, true},
	} {
		// It may be preempted at any moment, on a busy machine in most tries.
		const tries = 100
		left := 0
		for range tries {
			before := here()
			tt.do()
			after := here()
			if now := uint32(unix.Gettid()); before.Thread != now || after.Thread != now {
				t.Errorf("%s: thread %d, then %d; the kernel says %d", tt.name, before.Thread, after.Thread, now)
			}
			if after != before {
				left++
			}
		}
		if (left == tries) != tt.leaves {
			t.Errorf("%s: the goroutine left its thread in %d of %d tries", tt.name, left, tries)
		}
	}
	// Who works for long is preempted, with nobody else to run too.
	for began, before := time.Now(), here(); here() == before; {
		if time.Since(began) > time.Minute {
			t.Fatal("a goroutine that worked for a minute has not been preempted, or that is not seen")
		}
	}
}
