package rule

import "sync/atomic"

// absent is the rule that New leaves out, for tests; see LeaveOut.
var absent struct {
	name string
	left atomic.Bool // New has left it out
}

// LeaveOut has New leave out the step of the rule of a name. The rule keeps its place and its
// description. It is for tests that ask what a rule is for: the one caller is the package absent,
// which must run before the first New of the process, and which no other package may import but
// in tests.
func LeaveOut(name string) { absent.name = name }

// LeftOut reports whether New has met the rule that LeaveOut named, and left it out.
func LeftOut() bool { return absent.left.Load() }

// isAbsent reports whether the rule of a name is to be left out.
func isAbsent(name string) bool {
	if absent.name == "" || name != absent.name {
		return false
	}
	absent.left.Store(true)
	return true
}
