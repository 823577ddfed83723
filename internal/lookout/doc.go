// Package lookout copies words of memory at moments that nothing in the program
// has chosen. A goroutine that samples at regular times gets a core, where all are
// busy, when another one lets go of it, and so sees that one waiting far too
// often. A [Lookout] is a thread of the kernel's beside those of the Go runtime: it
// needs nobody to let go, runs no Go code, takes no signals, and only copies.
//
// There is one on Linux with amd64; elsewhere Start fails with
// [ErrUnsupported].
package lookout
