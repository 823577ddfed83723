// Package goroutine tells goroutines apart, so that code without a context
// parameter finds what belongs to the running one.
//
// [Local] keeps a pointer for each goroutine: reading it takes no lock, some 2 ns. [Labels] are those of
// Go's profiles, which new goroutines inherit. [Status] and [Position] say where the runtime has a goroutine:
// they rely on its layout, which is looked for at the start; where it is not found, nothing is known.
package goroutine
