//go:build !race && !portable

package callsite

// PC returns a place in the caller of the function that calls PC. That
// function must not be inlined (go:noinline), and PC be called by its name, not as a
// value. About 1 ns, no allocation.
func PC() uintptr

// Pair is [PC] with the place above it. The function that calls Pair must not
// be inlined. About 1 ns, no allocation.
func Pair() Site
