package seqlock

import (
	"sync"
	"testing"
)

// Readers see all words of a write or none of them.
func TestReadersSeeWholeWrites(t *testing.T) {
	var (
		l    Lock
		v    [8]uint64
		done = make(chan struct{})
		wg   sync.WaitGroup
	)
	wg.Go(func() {
		defer close(done)
		for n := uint64(1); n <= 200_000; n++ {
			l.Begin()
			for i := range v {
				v[i] = n
			}
			l.End()
		}
	})
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				var c [8]uint64
				for {
					s := l.Start()
					c = v
					if l.Valid(s) {
						break
					}
				}
				for i := range c {
					if c[i] != c[0] {
						t.Errorf("torn read: %v", c)
						return
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestTryBeginExcludes(t *testing.T) {
	var l Lock
	if !l.TryBegin() {
		t.Fatal("a free lock refused a writer")
	}
	if l.TryBegin() {
		t.Fatal("two writers inside")
	}
	l.End()
	if !l.TryBegin() {
		t.Fatal("a closed section kept the lock")
	}
	l.End()
	WaitAll([]*Lock{&l}, func(l *Lock) *Lock { return l })
}

func BenchmarkSection(b *testing.B) {
	var l Lock
	for b.Loop() {
		l.Begin()
		l.End()
	}
}
