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

// Recording is Enabled of an instance that is not nil: the compiler branches on
// it where Enabled makes it build a bool first.
func (m *MutexInstance) Recording() bool { return m.class.mode.Load() != 0 }

// Recording is Enabled of an instance that is not nil: the compiler branches on
// it where Enabled makes it build a bool first.
func (r *RWLockInstance) Recording() bool { return r.class.mode.Load() != 0 }
