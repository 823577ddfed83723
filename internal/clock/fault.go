package clock

import (
	"slices"
	"strings"
)

// CycleFault says why the cycle counter does not tell time on this machine, as the
// end of a sentence; "" where it does.
func CycleFault() string { return cycleFault(HasCycles, Invariant(), systemSources()) }

func cycleFault(has, invariant bool, system sources) string {
	switch {
	case !has:
		return "this platform has no cycle counter"
	case !invariant:
		return "the cycle counter of this machine is not invariant"
	case !system.trust():
		return "the system does not keep time with the cycle counter of this machine, having found it unstable or been told not to"
	}
	return ""
}

// sources are the clocks a system could keep time with and the one it does; empty
// where it does not say.
type sources struct{ current, available string }

// trust says whether the system thinks that the time stamp counter is good. One
// that it finds to go wrong, beside another clock or between processors, it takes
// out of both lists. A hypervisor's clock counts with the same ticks, and may be
// the current one while they are good.
func (s sources) trust() bool {
	if s.current == "" || s.current == "tsc" {
		return true
	}
	return strings.HasPrefix(s.current, "kvm") && slices.Contains(strings.Fields(s.available), "tsc")
}
