//go:build !amd64 || race || portable

package callsite

import "runtime"

// PC returns a place in the caller of the function that calls PC. That
// function must not be inlined (go:noinline). About 200 ns, no allocation.
func PC() uintptr {
	var pcs [1]uintptr
	runtime.Callers(3, pcs[:])
	return pcs[0]
}

// Pair is [PC] with the place above it. The function that calls Pair must not
// be inlined. About 300 ns, no allocation.
func Pair() Site {
	var pcs [2]uintptr
	runtime.Callers(3, pcs[:])
	return Site{pcs[0], pcs[1]}
}
