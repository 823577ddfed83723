package stat

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/perfschema/perfschema/internal/seqlock"
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

// A table is a map from class to stat, whoever reads it and however.
func TestTable(t *testing.T) {
	const size = 100
	t.Run("indexed", func(t *testing.T) { table := NewTable[Timer](size); testTable(t, &table, size) })
	t.Run("sparse", func(t *testing.T) { table := NewSparse[Timer](size); testTable(t, &table, size) })
}

// A sparse table takes no memory for classes that were not touched.
func TestSparseTableIsSmall(t *testing.T) {
	table := NewSparse[Timer](50_000)
	table.At(49_999).Add(1)
	if n := table.Bytes(nil); n > 1024 {
		t.Errorf("%d bytes for one stat", n)
	}
}

func testTable(t *testing.T, table *Table[Timer], size int) {
	if table.At(size) != nil || table.At(-1) != nil {
		t.Fatal("a stat outside the range")
	}
	if table.Take() != nil || table.Bytes(nil) != 0 {
		t.Fatal("content nobody asked for")
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		want := map[int]uint64{}
		for range r.IntN(300) {
			i := r.IntN(size)
			table.At(i).Add(uint64(i))
			want[i]++
		}
		check := func(how string) func(int, *Timer) {
			seen := 0
			return func(i int, v *Timer) {
				if seen++; v.Count != want[i] || v.Sum != want[i]*uint64(i) || seen > len(want) {
					t.Fatalf("%s: class %d has %+v, want %d", how, i, *v, want[i])
				}
			}
		}
		chunks := func(how string) func([]uint16, []Timer) {
			one := check(how)
			return func(classes []uint16, stats []Timer) {
				for k := range stats {
					one(int(classes[k]), &stats[k])
				}
			}
		}
		var lock seqlock.Lock
		table.Body().Snapshot(&lock, new(Scratch[Timer]), chunks("snapshot"))
		table.Body().EachChunk(chunks("chunks"))
		table.Body().Each(check("each"))
		n := 0
		table.Take().Each(func(int, *Timer) { n++ })
		if n != len(want) || table.Body() != nil {
			t.Fatalf("took %d of %d", n, len(want))
		}
	}
}
