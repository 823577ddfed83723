// Part of programs built by perfschema build.

//go:build !amd64

package runtime

// perfschemaTicks returns cputicks.
//
//go:nosplit
func perfschemaTicks() int64 { return cputicks() }
