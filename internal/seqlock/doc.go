// Package seqlock publishes several words at once from one writer to any
// number of readers. The writer never waits: it makes a version odd, stores
// plainly, and makes it even again; a reader copies and tries once more if the
// version moved.
//
// A write costs two atomic adds; on amd64 under Linux two plain ones (under a
// nanosecond), see [Lock].
//
// A copy may be torn until [Lock.Valid] has said yes: of a string the pointer of
// one and the length of another, of two fields one from before a write and one
// from after it. A reader keeps to four rules:
//
//   - Between Start and Valid it copies, and that is all: words, and structs and
//     arrays of them. That the garbage collector sees a torn copy does no harm,
//     since each of its words was stored by the writer.
//   - Nothing in the copy is used before Valid: no string compared, converted or
//     hashed, no slice cut, indexed or appended from, no interface asked, no
//     pointer followed, no index computed from two words.
//   - What is read twice is two values. A pointer is loaded once, into a variable,
//     atomic ones too: the next load may give nil.
//   - What must be reached through a pointer to be copied at all is memory of one
//     fixed size that is never given back or cut shorter while a reader may come:
//     an atomic pointer set once, or a pointer to an array.
//
// Package tear makes a copy of the sources in which reads and writes are torn all
// the time; make tear tests that.
//
// Under the race detector, which cannot see that a discarded copy is
// discarded, the same type is a mutex.
package seqlock
