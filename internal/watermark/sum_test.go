package watermark

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestFollow: the band always holds what is in use, and is no wider than said.
func TestFollow(t *testing.T) {
	const grain = 64
	r := rand.New(rand.NewPCG(1, 2))
	var floor, ceil, use int64
	moves := 0
	for range 100_000 {
		step := int64(1) << r.IntN(12)
		use += r.Int64N(2*step+1) - step
		before := [2]int64{floor, ceil}
		Follow(&floor, &ceil, use, grain)
		if use < floor || use > ceil || ceil-floor > max(2*grain, before[1]-before[0]) {
			t.Fatalf("%d is in %d to %d, before %v", use, floor, ceil, before)
		}
		if before != [2]int64{floor, ceil} {
			moves++
		}
	}
	if moves == 0 || moves == 100_000 {
		t.Errorf("%d moves", moves)
	}
	// What goes up and down a little is told once.
	Follow(&floor, &ceil, 10_000, grain)
	at := [2]int64{floor, ceil}
	for i := range int64(100) {
		if Follow(&floor, &ceil, 10_000+i%32, grain); at != [2]int64{floor, ceil} {
			t.Fatalf("the band moved from %v to %d, %d", at, floor, ceil)
		}
	}
}

// TestSum: the marks hold whatever the sum of the parts was.
func TestSum(t *testing.T) {
	var s Sum
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 7))
			var floor, ceil, use int64
			for range 10_000 {
				use += r.Int64N(201) - 100
				f, c := floor, ceil
				Follow(&floor, &ceil, use, 64)
				s.Move(floor-f, ceil-c)
				if s.Low() > 0 || s.High() < 0 {
					t.Error("the marks leave out where the sum began")
				}
			}
			s.Move(-floor, -ceil)
		})
	}
	wg.Wait()
	if s.floor.Load() != 0 || s.ceil.Load() != 0 || s.Low() > 0 || s.High() < 0 {
		t.Errorf("%d to %d is left, marks %d and %d", s.floor.Load(), s.ceil.Load(), s.Low(), s.High())
	}
	s.Move(-5, 10)
	s.Reset()
	if s.Low() != -5 || s.High() != 10 {
		t.Errorf("marks %d and %d after a reset", s.Low(), s.High())
	}
	s.Move(3, -4)
	s.Move(-1, 2)
	if s.Low() != -5 || s.High() != 10 {
		t.Errorf("marks %d and %d moved inside", s.Low(), s.High())
	}
	s.Move(-10, 10)
	if s.Low() != -13 || s.High() != 18 {
		t.Errorf("marks %d and %d", s.Low(), s.High())
	}
}
