package sampler

import "testing"

// Every buffer is announced, in the order in which they are measured.
func TestBufferNames(t *testing.T) {
	f := newFixture(t, Options{})
	names := BufferNames()
	buffers := f.profiler.Buffers()
	if len(buffers) != len(names) {
		t.Fatalf("%d buffers, %d names", len(buffers), len(names))
	}
	for i, b := range buffers {
		if b.Name != names[i][0] || names[i][1] == "" {
			t.Errorf("%s is announced as %q", b.Name, names[i])
		}
	}
}
