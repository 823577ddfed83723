package goheap

import (
	"runtime"
	"testing"
)

func TestLastCollection(t *testing.T) {
	before := LastCollection()
	runtime.GC()
	c := LastCollection()
	if c.Number <= before.Number || c.Forced <= before.Forced || c.Forced > c.Number || c.Live <= 0 || c.Live > ReadHeld().Objects+4<<20 {
		t.Errorf("%+v, then %+v", before, c)
	}
}

func TestAfterCollections(t *testing.T) {
	const most = 3
	calls := make(chan uint64, 100)
	n := 0
	AfterCollections(func() bool {
		n++ // calls follow each other
		calls <- LastCollection().Number
		return n < most
	})
	before := LastCollection().Number
	for i := range most {
		// A collection that ends before the next call has been asked for makes none.
		var number uint64
		for called := false; !called; {
			runtime.GC()
			runtime.Gosched()
			select {
			case number = <-calls:
				called = true
			default:
			}
		}
		if number <= before {
			t.Errorf("call %d is after collection %d, as the one before", i, number)
		}
		before = number
	}
	runtime.GC()
	runtime.GC()
	if len(calls) > 0 {
		t.Error("called again after false")
	}
}
