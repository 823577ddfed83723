// Package cleanup takes what a Schema lists out of its lists when its owner is garbage.
package cleanup

import (
	"runtime"
	"weak"
)

// Watch calls destroy with in, on a goroutine of the runtime's, once the garbage
// collector has found owner unreachable. in is something that others hold as long as it
// matters, as a Schema does what it lists: it is not held for the sake of owner, or a
// Schema that leads to owner, by whatever reads it, would live for ever, and owner with
// it. owner must be the beginning of an allocation of the heap; Watch panics otherwise.
// It costs some hundred nanoseconds.
func Watch[T, I any](owner *T, in *I, destroy func(*I)) {
	runtime.AddCleanup(owner, func(in weak.Pointer[I]) {
		if in := in.Value(); in != nil {
			destroy(in)
		}
	}, weak.Make(in))
}
