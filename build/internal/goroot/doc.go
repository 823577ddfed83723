// Package goroot makes a GOROOT of links: all of a toolchain, with some files in its src
// edited and some added.
//
// In goes the toolchain and a patch.Set, out comes a directory in the cache. Its name is a hash
// of all that goes in. It is made in a temporary directory and renamed, so that it is there
// whole or not at all, whoever else makes it at the same time.
package goroot
