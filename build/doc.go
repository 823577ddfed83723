// Package build is the command line of perfschema build, run, test, install and vet: they run
// the go command with a standard library that records where goroutines wait.
//
// In goes what the go command takes (line.go, flags.go). The toolchain is asked what it is, a
// GOROOT of links to it is made with the patches of build/internal/patch, and go runs there, with
// one file more in each main package (start.go), that has the names of its locks (names.go). What
// go has listed for that is kept, and taken again while nothing of it has changed (memory.go,
// changed.go). Nothing of the user's is written.
package build
