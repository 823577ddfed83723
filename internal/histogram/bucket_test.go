package histogram

import (
	"slices"
	"testing"
)

func TestBucketOfEveryBound(t *testing.T) {
	near := slices.Clone(bucketLow[:])
	for s := range 64 {
		near = append(near, 1<<s)
	}
	for _, n := range near {
		for _, ps := range []uint64{n - 1, n, n + 1} {
			i, found := slices.BinarySearch(bucketLow[:], ps)
			if !found {
				i--
			}
			if got := Bucket(ps); got != i {
				t.Fatalf("%d ps: bucket %d, want %d", ps, got, i)
			}
		}
	}
}

// The bounds are MySQL 9.7.4's, to the picosecond.
func TestBoundsAreMySQLs(t *testing.T) {
	for i, want := range map[int]uint64{1: 10_000_000, 440: 6025595860743779, 441: 6309573444802144, 446: 7943282347243084, 449: 9120108393559408} {
		if low, _ := Bounds(i); low != want {
			t.Errorf("bucket %d begins at %d, want %d", i, low, want)
		}
	}
}
