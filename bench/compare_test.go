package main

import "testing"

// TestMiddle: each figure of a start has its own median.
func TestMiddle(t *testing.T) {
	got := middle([]sample{{rate: 3, cpu: 10, allocs: 7}, {rate: 1, cpu: 30, allocs: 9}, {rate: 2, cpu: 20, allocs: 8}})
	if want := (sample{rate: 2, cpu: 20, allocs: 8}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
