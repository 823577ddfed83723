//go:build gc && !go1.28

package closure

import "unsafe"

// findObject is the collector's: it returns the address of the heap object that p points
// into and the object's index in its span, or 0 if p points into a stack or to a global
// variable. It ends the process if p points into the heap and to no object.
//
//go:linkname findObject runtime.findObject
func findObject(p, _, _ uintptr) (base, span, index uintptr)

// size returns the size in bytes of the heap object that begins at p, at most maxWords words,
// or 0 if none begins there.
func size(p unsafe.Pointer) uintptr {
	at := uintptr(p)
	base, _, index := findObject(at, 0, 0)
	if base != at {
		return 0
	}
	if index > 0 { // objects of one span have one size
		before, _, _ := findObject(at-1, 0, 0)
		return min(at-before, maxWords*word)
	}
	// A span of objects as small as these has more than one: what follows the first is valid.
	n := word
	for ; n < maxWords*word; n += word {
		if next, _, _ := findObject(at+n, 0, 0); next != at {
			break
		}
	}
	return n
}
