package relaxed

import (
	"runtime"
	"testing"
)

// A reader comes to see what the writer stores, and never less than before.
func TestReaderFollowsWriter(t *testing.T) {
	var w Uint32
	const last = 10_000
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := uint32(1); i <= last; i++ {
			w.Store(i)
		}
	}()
	var seen uint32
	for seen < last {
		v := w.Load()
		if v < seen {
			t.Fatalf("%d after %d", v, seen)
		}
		seen = v
		runtime.Gosched()
	}
	<-done
}
