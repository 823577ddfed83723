package perfschema

// moment is a stretch of a Thread's work that counts as one point in time.
type moment struct {
	on   bool
	tick uint64 // 0 until the clock has been read
}

// BeginMoment says that whatever begins or ends on the Thread until EndMoment
// does so at once: statements, stages, transactions and commands share one
// reading of the clock, which for a short statement takes as long as all else
// that is recorded of it. Waits are timed as ever. Only the Thread's writer calls
// it; moments do not nest.
func (t *Thread) BeginMoment() {
	if t != nil {
		t.moment = moment{on: true}
	}
}

// EndMoment ends what BeginMoment began.
func (t *Thread) EndMoment() {
	if t != nil {
		t.moment.on = false
	}
}

// now is the clock of the Thread's events.
func (t *Thread) now() uint64 {
	if !t.moment.on {
		return t.schema.clock.Now()
	}
	if t.moment.tick == 0 {
		t.moment.tick = t.schema.clock.Now()
	}
	return t.moment.tick
}
