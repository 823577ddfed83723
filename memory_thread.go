package perfschema

// ThreadMemory is what a thread has in use of all memory instruments together,
// in bytes, and the most it had: columns of threads. What others freed of what
// it allocated is still counted, and no figure is below 0. Helpers have threads
// of their own.
type ThreadMemory struct{ Controlled, MaxControlled, Total, MaxTotal uint64 }

// Memory copies the thread's totals. Any goroutine may call it.
func (t *Thread) Memory() ThreadMemory {
	if t == nil {
		return ThreadMemory{}
	}
	var m memoryTotals
	for {
		v := t.lock.Start()
		m = t.memory
		peak := t.peakMemory(-1)
		m.controlledHigh, m.totalHigh = peak.controlled, peak.total
		if t.lock.Valid(v) {
			break
		}
	}
	size := func(n int64) uint64 { return uint64(max(n, 0)) }
	return ThreadMemory{size(m.controlled), size(m.controlledHigh), size(m.total), size(m.totalHigh)}
}

// sessionMemory is the most memory that a session of an account had.
type sessionMemory struct{ controlled, total uint64 }

func (s *sessionMemory) raise(m ThreadMemory) {
	s.controlled, s.total = max(s.controlled, m.MaxControlled), max(s.total, m.MaxTotal)
}

// raiseSessions gives the rows of a thread's account what it had at most.
// accounts.mu is held.
func (t *Thread) raiseSessions() {
	h := t.home.Load()
	if h == nil || t.owner != nil {
		return
	}
	m := t.Memory()
	for _, a := range []*account{h.account, h.user, h.host} {
		if a != nil {
			a.sessions.raise(m)
		}
	}
}
