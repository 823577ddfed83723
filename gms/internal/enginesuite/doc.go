// Package enginesuite lists the suites of go-mysql-server's own tests that are run on watched
// engines, and reads how their tests came out. It imports nothing of gms, so that its own test is
// a program without it: rules that gms adds to all engines of a process are not in the bare one.
package enginesuite
