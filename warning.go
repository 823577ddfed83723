package perfschema

import "github.com/perfschema/perfschema/internal/clock"

// Warnings lists, a sentence each, what makes this Schema measure less well
// than it could on another machine. A server logs them at its start.
func (s *Schema) Warnings() []string {
	if !s.Enabled() {
		return nil
	}
	_, machine := s.clock.(*clock.Real)
	return warnings(machine, clock.CycleFault())
}

// warnings judges the timer of waits.
func warnings(machine bool, fault string) []string {
	if !machine || fault == "" {
		return nil
	}
	return []string{fault + ": waits are timed with NANOSECOND instead of CYCLE, which costs more"}
}

// WaitTimer is the timer that waits are timed with, by its name in
// performance_timers: CYCLE, or NANOSECOND where the machine's cycle counter does
// not tell time or the Schema has a clock of its own.
func (s *Schema) WaitTimer() string {
	if s == nil || s.cycles {
		return "CYCLE"
	}
	return "NANOSECOND"
}
