// Package lookout copies words of memory at moments that nothing in the program
// has chosen. While all cores are busy, a goroutine that samples at regular times gets
// a core only when another goroutine gives it up, and so sees that one waiting far too
// often. A [Lookout] is a thread of the kernel beside those of the Go runtime. It does
// not wait for a goroutine to give up a core. It runs no Go code, takes no signals, and
// only copies.
//
// There is one on Linux with amd64; elsewhere Start fails with
// [ErrUnsupported].
package lookout
