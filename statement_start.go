package perfschema

import "github.com/perfschema/perfschema/internal/clock"

// StartWith moves the beginning of a running statement back to the beginning of a wait of the
// same Thread. It is for a statement that is recorded only after it has waited in vain. If the
// wait is not timed, neither is the statement. It reads the clock. Only the Thread's writer
// calls it.
func (h Statement) StartWith(w *Wait) {
	st := h.running()
	if st == nil || !st.rec.timed {
		return
	}
	nanos, timed := w.sinceStart()
	now := st.thread.schema.clock.Now()
	st.thread.lock.Begin()
	if timed {
		st.rec.start = now - min(nanos, now-1)
	} else {
		st.rec.start, st.rec.timed = 0, false
	}
	st.thread.lock.End()
}

// sinceStart returns how many nanoseconds ago a wait began, which may have ended; timed is
// false if that is not known, as of a wait that took no tick.
func (w *Wait) sinceStart() (nanos uint64, timed bool) {
	if w.class == nil || w.mode&waitTimed == 0 && w.took == 0 {
		return 0, false
	}
	s := w.class.schema
	if w.class.waitsInCycles() {
		return s.waitSpan(span(w.start, clock.Cycles()), true) / picoPerNano, true
	}
	return span(w.start, s.clock.Now()), true
}

// LastStatement returns the STATEMENT_ID and the class of the statement that began last
// within the running one, or on an idle Thread, ended or not; 0 and nil without one. Called
// before and after a function, it tells whether the function has recorded a statement. Only
// the Thread's writer calls it.
func (t *Thread) LastStatement() (id uint64, class *Class) {
	if t == nil || t.depth >= len(t.stack) {
		return 0, nil
	}
	st := t.stack[t.depth].Load()
	if st == nil {
		return 0, nil
	}
	return st.id, st.rec.class
}
