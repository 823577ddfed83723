package stat

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestTimerMatchesOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var whole Timer
		var shared Shared
		parts := make([]Timer, 3)
		lo, hi, sum, n := ^uint64(0), uint64(0), uint64(0), uint64(0)
		for range r.IntN(20) {
			p := &parts[r.IntN(len(parts))]
			if r.IntN(4) == 0 {
				p.AddUntimed()
				shared.Add(0, false)
				n++
				continue
			}
			d := uint64(r.IntN(50))
			p.Add(d)
			shared.Add(d, true)
			lo, hi, sum, n = min(lo, d), max(hi, d), sum+d, n+1
		}
		for i := range parts {
			whole.Merge(&parts[i])
		}
		want := Timer{n, sum, ^lo, hi}
		if whole != want || shared.Load() != want {
			t.Fatalf("merged %v, shared %v, want %v", whole, shared.Load(), want)
		}
	}
}

func TestSharedCountsEveryWriter(t *testing.T) {
	var s Shared
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 1000 {
				s.Add(uint64(w*1000+i+1), true)
			}
		})
	}
	wg.Wait()
	got := s.Load()
	if want := (Timer{8000, 8000 * 8001 / 2, ^uint64(1), 8000}); got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestSlots(t *testing.T) {
	s := NewSlots[Timer](20)
	if s.At(20) != nil || s.At(-1) != nil {
		t.Fatal("a block outside the range")
	}
	if s.Peek(3) != nil || s.Take(3) != nil {
		t.Fatal("a block nobody asked for")
	}
	s.At(3).Add(7)
	if s.Blocks() != 1 || s.Peek(3).Sum != 7 {
		t.Fatal("the block was not kept")
	}
	if b := s.Take(3); b.Sum != 7 || s.Peek(3) != nil {
		t.Fatal("take did not take")
	}
	if s.At(3).Sum != 0 {
		t.Fatal("a new block starts from zero")
	}
}
