package function

import (
	"sync"
	"testing"
)

// TestRandom has the numbers that MySQL gives for the same seeds.
func TestRandom(t *testing.T) {
	for seed, want := range map[uint32][2]float64{5: {0.40613597483014313, 0.8745439358749836}, 3: {0.9057697559760601, 0.37307905813034536}} {
		var r Random
		r.seed(seed)
		if first, second := r.Next(), r.Next(); first != want[0] || second != want[1] {
			t.Errorf("of %d come %v and %v, want %v", seed, first, second, want)
		}
	}
	var r Random
	r.SetSeed(0, 10)
	r.SetSeed(1, 7)
	if got := r.Next(); got != 37.0/randomModulus {
		t.Errorf("of 10 and 7 comes %v", got)
	}
}

// TestRandomBounds has the numbers of any seeds within bounds, on several goroutines.
func TestRandomBounds(t *testing.T) {
	var wait sync.WaitGroup
	shared := NewRandom()
	for _, seed := range []uint64{0, 1, randomModulus - 1, randomModulus, 1 << 31, 1<<64 - 1} {
		wait.Go(func() {
			own := NewRandom()
			own.SetSeed(0, seed)
			own.SetSeed(1, seed)
			for range 1000 {
				for _, n := range []float64{own.Next(), shared.Next()} {
					if n < 0 || n >= 1 {
						t.Errorf("of %d comes %v", seed, n)
					}
				}
			}
		})
	}
	wait.Wait()
}

func FuzzRandomSeeds(f *testing.F) {
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := Random{seeds: [2]uint64{a, b}}
		for range 10 {
			if n := r.Next(); n < 0 || n >= 1 {
				t.Errorf("%v", n)
			}
		}
	})
}
