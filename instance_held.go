package perfschema

// Unlocking says that who holds the mutex is about to unlock it, for a stand-in
// that does so itself. It costs no call.
func (m *MutexInstance) Unlocking() {
	if m != nil && m.lockedBy.Load() != 0 {
		m.lockedBy.Store(0)
	}
}

// WriteHeld says whether Unlock has a holder to forget:
// WRITE_LOCKED_BY_THREAD_ID is set. A load and a branch.
func (r *RWLockInstance) WriteHeld() bool { return r != nil && r.lockedBy.Load() != 0 }

// ReadHeld says whether RUnlock has a holder to forget: READ_LOCKED_BY_COUNT is
// not 0. A load and a branch.
func (r *RWLockInstance) ReadHeld() bool { return r != nil && r.readers.Load() != 0 }

// Recording says, of an instance that is not nil, whether Lock has more to do
// than to lock: a wait is recorded or, by a profiler, seen. The compiler branches
// on it, where for Enabled it builds a bool first.
func (m *MutexInstance) Recording() bool { return m.class.mode.Load() != 0 }

// Seen says whether a wait is seen by a profiler and not recorded: who finds the
// mutex free has nothing to say.
func (m *MutexInstance) Seen() bool { return m != nil && m.class.mode.Load() == uint32(waitSampled) }

// Seen is what that of [MutexInstance] is.
func (r *RWLockInstance) Seen() bool { return r != nil && r.class.mode.Load() == uint32(waitSampled) }

// Recording is what that of [MutexInstance] is.
func (r *RWLockInstance) Recording() bool { return r.class.mode.Load() != 0 }
