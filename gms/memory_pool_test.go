package gms

import (
	"runtime"
	"testing"
)

// A buffer is the pool's while no statement has it and it has not been collected.
func TestResultBuffers(t *testing.T) {
	var r resultBuffers
	check := func(what string, count, bytes int64) {
		t.Helper()
		if n, b := r.kept(); n != count || b != bytes {
			t.Errorf("%s: %d buffers of %d bytes are kept, want %d of %d", what, n, b, count, bytes)
		}
	}
	const size = 2 << 20
	first, second := make([]byte, size), make([]byte, 2*size)
	a := r.use(first[100:200], size)
	check("in use", 0, 0)
	r.leave(a, true)
	check("given back", 1, size)
	b := r.use(first[5000:], size)
	if a != b {
		t.Error("the buffer is not known by another value in it")
	}
	c := r.use(first[7000:7001], size) // another statement has it before the first has ended
	r.leave(b, true)
	check("in use by another", 0, 0)
	d := r.use(second[10:], 2*size)
	r.leave(c, false)
	check("grown", 0, 0)
	r.leave(d, true)
	check("given back grown", 1, 2*size)
	runtime.KeepAlive(first)
	runtime.KeepAlive(second)
	first, second = nil, nil
	runtime.GC()
	check("collected", 0, 0)
	third := make([]byte, size)
	r.leave(r.use(third[1:], size), true)
	if len(r.list) != 1 {
		t.Errorf("%d buffers are remembered of 1 that is alive", len(r.list))
	}
	r.leave(nil, true)
	runtime.KeepAlive(third)
}
