package callsite

import (
	"runtime"
	_ "unsafe" // for go:linkname
)

// expand returns, innermost first, the functions that the compiler inlined into
// each other at pc, the last of which is the one that was really called.
// [runtime.CallersFrames] alone names the innermost.
//
//go:linkname expand runtime/pprof.runtime_expandFinalInlineFrame
func expand(pcs []uintptr) []uintptr

// frames are the functions at a place, innermost first.
func frames(pc uintptr) *runtime.Frames { return runtime.CallersFrames(expand([]uintptr{pc})) }
