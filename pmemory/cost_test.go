//go:build !race

package pmemory_test

import (
	"testing"

	"github.com/perfschema/perfschema/pmemory"
)

// Not under the race detector, which has pools lose what is put into them.
func TestNothingAllocates(t *testing.T) {
	f := newFixture(t)
	p := pmemory.NewBuffers(f.memory)
	s := pmemory.Make[byte](f.memory, f.thread, 0, 100)
	run := func() {
		b := p.Get(f.thread, 100)
		b.Free(f.thread)
		s.Append(f.thread, 1)
		s.Truncate(0)
	}
	run()
	if n := testing.AllocsPerRun(100, run); n >= 1 { // a collection empties pools
		t.Errorf("%v allocations", n)
	}
}
