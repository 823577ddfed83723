// Package procmem divides the memory of the whole process, as the operating system sees
// it, into parts: what memory instruments count, the rest of the Go heap by the package
// that allocated, what the runtime holds beside, and what is not Go's. It works on
// figures that it is given or reads by [Figures.Sample], and keeps nothing of them but
// what [Past] remembers.
package procmem
