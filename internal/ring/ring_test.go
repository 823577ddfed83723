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
			for before := range len(want) + 2 {
				e := r.Recent(before)
				if kept := before < len(want); kept != (e != nil) || kept && *e != want[len(want)-1-before] {
					t.Fatalf("size %d after %d: %v is %d before the last of %v", size, i, e, before, want)
				}
			}
		}
		r.Truncate(&lock)
		if got := r.Snapshot(&lock, nil); len(got) != 0 {
			t.Fatalf("size %d: %v survived the truncation", size, got)
		}
		if last := r.Recent(0); last != nil {
			t.Fatalf("size %d: %v is still the last", size, *last)
		}
	}
}

// A ring that is not opened takes no memory and keeps nothing; opened it keeps what comes.
func TestSharedOpens(t *testing.T) {
	r := NewShared[int](2)
	one := 1
	if r.Push(&one); r.Cap() != 0 || len(r.Snapshot(nil)) != 0 || r.Lost() != 0 || r.Sum(func(*int) uint64 { return 1 }) != 0 {
		t.Errorf("it keeps %v, with room for %d", r.Snapshot(nil), r.Cap())
	}
	for range 2 { // the second changes nothing
		r.Open()
		if r.Push(&one); r.Cap() != 2 {
			t.Errorf("opened it has room for %d", r.Cap())
		}
	}
	if got := r.Snapshot(nil); len(got) != 2 {
		t.Errorf("it keeps %v", got)
	}
	none := NewShared[int](0)
	if none.Open(); none.Claim() != nil || none.Cap() != 0 {
		t.Error("a ring of no events keeps some")
	}
}

func TestSharedKeepsTheLast(t *testing.T) {
	r := NewShared[int](4)
	r.Open()
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
	r.Open()
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

func TestIndexIsTheRemainder(t *testing.T) {
	for _, size := range []int{1, 2, 3, 7, 10, 64, 1000, 10_000, 65_535, 1 << 20} {
		r := NewShared[struct{}](size)
		for _, base := range []uint64{0, 1 << 20, 1<<40 - 5, 1 << 40, 1 << 60} {
			for d := range uint64(20) {
				for _, n := range []uint64{base + d, (base/uint64(size))*uint64(size) + d, (base/uint64(size))*uint64(size) - d} {
					if n >= 1<<62 {
						continue
					}
					if got, want := r.index(n), n%uint64(size); got != want {
						t.Fatalf("%d of %d: got %d, want %d", n, size, got, want)
					}
				}
			}
		}
	}
}

// Each value is handed on once, or counted as lost, whoever writes and whenever it is
// read.
func TestQueueHandsOnOnce(t *testing.T) {
	const writers, each = 4, 5000
	q := NewQueue[[2]int](64)
	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for i := range each {
				if s := q.Claim(1); s != nil {
					s.Value = [2]int{w, i}
					s.Release()
				}
			}
		})
	}
	done := make(chan bool)
	go func() {
		writing.Wait()
		close(done)
	}()
	taken, last := 0, [writers]int{}
	take := func() {
		q.Pop(func(v *[2]int) {
			if v[1]+1 <= last[v[0]] {
				t.Errorf("writer %d: %d after %d", v[0], v[1], last[v[0]]-1)
			}
			last[v[0]] = v[1] + 1
			*v = [2]int{}
			taken++
		})
	}
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		take()
	}
	if lost := q.Lost(); uint64(taken)+lost != writers*each || taken == 0 {
		t.Errorf("%d taken and %d lost of %d", taken, lost, writers*each)
	}
}

// Values come in the order of their slots, whoever is done first, and slots that have
// been read are used again.
func TestQueueKeepsOrder(t *testing.T) {
	q := NewQueue[int](2)
	put := func(s *QueueSlot[int], v int) {
		s.Value = v
		s.Release()
	}
	take := func(want ...int) {
		t.Helper()
		var got []int
		q.Pop(func(v *int) { got = append(got, *v) })
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	take()
	first, second := q.Claim(1), q.Claim(1)
	if q.Claim(1) != nil || q.Lost() != 1 {
		t.Error("a full queue has room")
	}
	put(second, 2)
	put(first, 1)
	take(1, 2)
	put(q.Claim(1), 3)
	take(3)
	take()
}
