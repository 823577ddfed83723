package histogram

import (
	"math/rand/v2"
	"testing"
)

// TestRecent: what the cells have and what they gave up is what was counted, whether the
// buckets are close together or not.
func TestRecent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, spread := range []int{1, recentCells, recentCells + 1, Buckets} {
		var recent Recent
		var a, b Counts
		var want [Buckets]uint64
		gaveUp := 0
		for range 20_000 {
			bucket := random.IntN(spread)
			want[bucket]++
			if other, n := recent.Add(bucket); n != 0 {
				gaveUp++
				a.AddMany(other, n)
				b.AddMany(other, n)
			}
			if random.IntN(1000) == 0 {
				recent.MoveTo(&a, &b)
			}
		}
		recent.MoveTo(&a, &b)
		recent.MoveTo(&a, &b)
		if a.Load() != want || b.Load() != want {
			t.Errorf("%d buckets: other counts", spread)
		}
		if spread <= recentCells && gaveUp != 0 {
			t.Errorf("%d buckets: gave up %d cells", spread, gaveUp)
		}
	}
}

// TestRecentCellIsFull: a cell gives up its count before it runs over into the bucket.
func TestRecentCellIsFull(t *testing.T) {
	for _, bucket := range []int{0, 1, Buckets - 1} {
		recent := Recent{}
		recent.cells[bucket%recentCells] = uint32(bucket)<<recentBits | (recentMax - 1)
		if other, n := recent.Add(bucket); other != 0 || n != 0 {
			t.Errorf("bucket %d gave up %d of %d", bucket, n, other)
		}
		if other, n := recent.Add(bucket); other != bucket || n != recentMax {
			t.Errorf("bucket %d is full and gave up %d of %d", bucket, n, other)
		}
		var counts Counts
		if recent.MoveTo(&counts); counts.Load()[bucket] != 1 {
			t.Errorf("bucket %d has %d left", bucket, counts.Load()[bucket])
		}
	}
}
