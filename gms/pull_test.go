package gms

import (
	"runtime"
	"slices"
	"testing"
)

// Rows may be begun, read and closed on goroutines that are locked to OS
// threads of their own.
func TestPullAcrossLockedGoroutines(t *testing.T) {
	var want []int
	for i := range 3*pullBatch + 7 {
		want = append(want, i)
	}
	for _, taken := range []int{0, 1, pullBatch, len(want) - 1, len(want) + 1} {
		on := func(f func()) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				runtime.LockOSThread()
				f()
			}()
			<-done
		}
		ended := make(chan struct{})
		var next func() (int, bool)
		var stop func()
		on(func() {
			next, stop = pull(func(yield func(int) bool) {
				defer close(ended)
				for _, v := range want {
					if !yield(v) {
						return
					}
				}
			}, true)
		})
		var got []int
		on(func() {
			for range taken {
				if v, ok := next(); ok {
					got = append(got, v)
				}
			}
		})
		on(func() { stop(); stop() })
		if !slices.Equal(got, want[:min(taken, len(want))]) {
			t.Fatalf("took %v", got)
		}
		if _, ok := next(); ok && taken > len(want) {
			t.Error("a row after the last")
		}
		if taken > 0 {
			<-ended
		}
	}
}
