package perfschema

import "github.com/perfschema/perfschema/internal/clock"

// Warnings lists, a sentence each, what makes this Schema measure less well
// than it could on another machine. A server logs them at its start, and asks now
// and then: the machine may find its cycle counter to go wrong. It reads two small
// files.
func (s *Reader) Warnings() []string {
	if !s.Schema().Enabled() {
		return nil
	}
	_, machine := s.clock.(*clock.Real)
	return warnings(machine, s.cycles, clock.CycleFault())
}

// warnings judges the timer of waits. What has been summed up in cycles cannot be
// taken over into nanoseconds without a stop, so the timer stays.
func warnings(machine, cycles bool, fault string) []string {
	switch {
	case !machine || fault == "":
		return nil
	case cycles:
		return []string{fault + ", since this server has started: waits are still timed with CYCLE, and their times may be wrong; after another start it is NANOSECOND"}
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
