package histogram

import (
	"sync"
	"testing"
)

// TestCounts: what several writers count is there, page by page, until it is cleared.
func TestCounts(t *testing.T) {
	var c Counts
	if c.Bytes() != 0 || c.Load() != [Buckets]uint64{} {
		t.Error("an empty histogram has counted")
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for n := range 10 * Buckets {
				c.Add(n % Buckets)
			}
		})
	}
	wg.Wait()
	for i, n := range c.Load() {
		if n != 40 {
			t.Errorf("bucket %d has %d", i, n)
		}
	}
	if c.Bytes() < Buckets*8 {
		t.Errorf("%d bytes", c.Bytes())
	}
	c.Clear()
	if c.Bytes() != 0 || c.Load() != [Buckets]uint64{} {
		t.Error("something is left")
	}
	if n := testing.AllocsPerRun(100, func() { c.Add(7) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
