// Package goroot makes a GOROOT of links and copies: all of a toolchain, with some files in its
// src edited and some added.
//
// In goes the toolchain and a patch.Set, out comes a directory in the cache. Its name is a hash
// of all that goes in. It is made in a temporary directory, under a lock, and renamed: other
// builds see the whole directory or none, also while they make it too. The cache is the user's
// own, and what is not used goes.
package goroot
