// Package relaxed holds words that one goroutine writes and others read, where
// nothing else is published with them. On amd64 an aligned store is atomic as
// it is, while sync/atomic's costs a locked exchange; elsewhere, and under the
// race detector, the types are sync/atomic's.
package relaxed
