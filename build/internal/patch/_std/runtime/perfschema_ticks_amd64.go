// Part of programs built by perfschema build.

package runtime

// perfschemaTicks returns what cputicks does without its fence: a reading may be some
// instructions early or late, and takes half as long.
func perfschemaTicks() int64
