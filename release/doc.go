// Command release makes what a release of the repository's modules consists of: the
// files that a Go module proxy serves, in a directory that GOPROXY=file://... reads.
// RELEASING.md says how it is used. Its test builds README's examples, and the server,
// out of such a directory and nothing else of the repository.
package main
