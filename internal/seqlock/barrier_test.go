//go:build !race && !portable && amd64 && linux

package seqlock

import (
	"slices"
	"testing"
	"time"
)

// A barrier that the kernel refuses is asked for in another way, and then waited
// for.
func TestBarrierThatFails(t *testing.T) {
	for _, tt := range []struct {
		works []uintptr
		calls int
		waits time.Duration
	}{
		{[]uintptr{membarrierPrivateExpedited, membarrierGlobal}, 1, 0},
		{[]uintptr{membarrierGlobal}, 2, 0},
		{nil, 2, drained},
	} {
		calls, waited := 0, time.Duration(0)
		passBarrier(
			func(command uintptr) bool { calls++; return slices.Contains(tt.works, command) },
			func(d time.Duration) { waited += d })
		if calls != tt.calls || waited != tt.waits {
			t.Errorf("%v: %d calls, waited %v", tt.works, calls, waited)
		}
	}
}

// A writer is inside of a section from the moment WaitAll has looked, whether or
// not the kernel runs barriers.
func TestWaitAllWaitsForOpenSections(t *testing.T) {
	var l Lock
	v := l.Open()
	done := make(chan bool)
	go func() {
		WaitAll([]*Lock{&l}, func(l *Lock) *Lock { return l })
		close(done)
	}()
	select {
	case <-done:
		t.Error("a section was open")
	case <-time.After(5 * time.Millisecond):
	}
	l.Close(v)
	<-done
	if OpenPlainOrders() != barriers || withoutBarriers && barriers {
		t.Errorf("barriers: %v, without: %v", barriers, withoutBarriers)
	}
}
