package perfschema

import "github.com/perfschema/perfschema/internal/clock"

// Warnings lists, a sentence each, what makes this Schema measure less well
// than it could on another machine. A server logs them at its start.
func (s *Schema) Warnings() []string {
	if !s.Enabled() {
		return nil
	}
	_, machine := s.clock.(*clock.Real)
	return warnings(machine, clock.HasCycles, clock.Invariant())
}

// warnings judges the timer of waits.
func warnings(machine, has, invariant bool) []string {
	const then = "waits are timed with NANOSECOND instead of CYCLE, which costs more"
	switch {
	case !machine || invariant:
		return nil
	case !has:
		return []string{"this platform has no cycle counter: " + then}
	}
	return []string{"the cycle counter of this machine is not invariant: " + then}
}
