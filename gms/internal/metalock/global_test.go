package metalock

import "testing"

// A change that looks whether somebody has the lock wakes nobody: it would wake itself.
func TestWaitingForReadLockWakesNobody(t *testing.T) {
	k, c := New(nil, nil), &Changing{}
	k.whole.Store(1)
	moved := k.next()
	if k.enterWhole(c) || c.now.Load() {
		t.Error("a change has begun while somebody has the lock")
	}
	select {
	case <-moved:
		t.Error("it has woken who waits")
	default:
	}
	k.whole.Store(0)
	if !k.enterWhole(c) || !c.now.Load() {
		t.Error("no change begins though nobody has the lock")
	}
}
