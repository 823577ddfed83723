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
