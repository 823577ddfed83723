package ring

import (
	"slices"
	"sync"
	"testing"

	"github.com/perfschema/perfschema/internal/seqlock"
)

func TestOwnKeepsTheLast(t *testing.T) {
	var lock seqlock.Lock
	for size := range 5 {
		r := NewOwn[int](size)
		var all []int
		for i := range 11 {
			lock.Begin()
			r.Push(&i)
			lock.End()
			all = append(all, i)
			want := all[max(0, len(all)-size):]
			if got := r.Snapshot(&lock, nil); !slices.Equal(got, want) {
				t.Fatalf("size %d after %d: got %v, want %v", size, i, got, want)
			}
		}
		r.Truncate(&lock)
		if got := r.Snapshot(&lock, nil); len(got) != 0 {
			t.Fatalf("size %d: %v survived the truncation", size, got)
		}
	}
}

func TestSharedKeepsTheLast(t *testing.T) {
	r := NewShared[int](4)
	for i := range 6 {
		r.Push(&i)
	}
	if got := r.Snapshot(nil); !slices.Equal(got, []int{2, 3, 4, 5}) {
		t.Fatalf("got %v", got)
	}
	if got := r.Sum(func(n *int) uint64 { return uint64(*n) }); got != 2+3+4+5 {
		t.Fatalf("they add up to %d", got)
	}
	r.Truncate()
	n := 9
	r.Push(&n)
	if got := r.Snapshot(nil); !slices.Equal(got, []int{9}) {
		t.Fatalf("after the truncation: %v", got)
	}
}

// With room for all, nothing is lost and nothing is torn.
func TestSharedManyWriters(t *testing.T) {
	type pair struct{ a, b int }
	r := NewShared[pair](8000)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 1000 {
				n := w*1000 + i
				r.Push(&pair{n, -n})
			}
		})
	}
	wg.Go(func() {
		for range 20 {
			for _, p := range r.Snapshot(nil) {
				if p.a != -p.b {
					t.Errorf("torn: %v", p)
				}
			}
		}
	})
	wg.Wait()
	seen := map[int]bool{}
	for _, p := range r.Snapshot(nil) {
		seen[p.a] = true
	}
	if len(seen) != 8000 || r.Lost() != 0 {
		t.Fatalf("kept %d of 8000, lost %d", len(seen), r.Lost())
	}
}

func TestPlaceIsTheRemainder(t *testing.T) {
	for _, size := range []int{1, 2, 3, 7, 10, 64, 1000, 10_000, 65_535, 1 << 20} {
		r := NewShared[struct{}](size)
		for _, base := range []uint64{0, 1 << 20, 1<<40 - 5, 1 << 40, 1 << 60} {
			for d := range uint64(20) {
				for _, n := range []uint64{base + d, (base/uint64(size))*uint64(size) + d, (base/uint64(size))*uint64(size) - d} {
					if n >= 1<<62 {
						continue
					}
					if got, want := r.place(n), n%uint64(size); got != want {
						t.Fatalf("%d of %d: got %d, want %d", n, size, got, want)
					}
				}
			}
		}
	}
}
