//go:build !amd64

package clock

// Invariant says whether the cycle counter runs at one speed, whatever the
// processor does, so that its ticks tell time. That of arm64 always does: the
// architecture calls it the generic timer.
func Invariant() bool { return HasCycles }
