//go:build linux && amd64 && !portable

package lookout

import (
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The thread goes first as far as the kernel grants it: of real time, or of the nice value
// that is ahead of all others, or as the process is.
func TestGoesFirst(t *testing.T) {
	var fresh uint32
	l := startTest(t, Options{Interval: time.Millisecond, Fresh: heap(&fresh)})
	l.Resume()
	next(l) // it has asked by then
	l.Pause()
	got, err := unix.SchedGetAttr(int(l.tid), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("policy %d, priority %d, nice %d", got.Policy, got.Priority, got.Nice)
	for i := range l.b.attrs {
		want := &l.b.attrs[i]
		if want.size == 0 {
			t.Fatal("the kernel granted nothing that was asked for")
		}
		if got.Policy == want.policy && got.Priority == want.priority && (want.policy == policyFIFO || got.Nice == want.nice) {
			return
		}
		// What comes before must have been refused.
		try := *want
		_, _, e := unix.RawSyscall(unix.SYS_SCHED_SETATTR, uintptr(l.tid), uintptr(unsafe.Pointer(&try)), 0)
		if e == 0 {
			t.Errorf("it is of policy %d, priority %d, nice %d, and might have been of %+v", got.Policy, got.Priority, got.Nice, *want)
			return
		}
	}
}
