// Package seqlock publishes several words at once from one writer to any
// number of readers. The writer never waits: it makes a version odd, stores
// plainly, and makes it even again; a reader copies and tries once more if the
// version moved.
//
// A write costs two atomic adds; on amd64 under Linux two plain ones (under a
// nanosecond), see [Lock]. A copy may hold torn
// values until [Lock.Valid] has said yes, so nothing of it may be followed or
// used before.
//
// Under the race detector, which cannot see that a discarded copy is
// discarded, the same type is a mutex.
package seqlock
