package histogram

import "testing"

func TestQuantile(t *testing.T) {
	var none, one, many [Buckets]uint64
	one[3] = 1
	many[10], many[20] = 95, 5
	for _, test := range []struct {
		counts   *[Buckets]uint64
		permille uint64
		bucket   int // -1: none
	}{
		{&none, 500, -1}, {&one, 0, 3}, {&one, 1, 3}, {&one, 1000, 3},
		{&many, 500, 10}, {&many, 950, 10}, {&many, 951, 20}, {&many, 999, 20}, {&many, 1000, 20},
	} {
		var want uint64
		if test.bucket >= 0 {
			_, want = Bounds(test.bucket)
		}
		if got := Quantile(test.counts, test.permille); got != want {
			t.Errorf("%d of %d: %d, want %d", test.permille, Total(test.counts), got, want)
		}
	}
}
