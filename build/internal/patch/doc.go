// Package patch has what perfschema build changes in the standard library: edits by anchors
// and files that are added, in layers, each useful without those behind it.
//
// In goes the GOROOT of a toolchain, out comes a Set: the files that are other than in that
// GOROOT. The added files are in _std, as they lie below GOROOT/src; package report is one of
// them. Nothing of Go's sources is kept here.
package patch
