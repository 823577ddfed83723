package perfschema

// StatusVariable is one Performance_schema_* status variable.
type StatusVariable struct {
	Name  string
	Value uint64
}

// Status returns the status variables: what was lost for want of room, and the
// longest connection attributes seen. Names are in order.
func (s *Schema) Status() []StatusVariable {
	if s == nil {
		return nil
	}
	lost := func(k Kind) uint64 { return s.classes[k].lost.Load() }
	return []StatusVariable{
		{"Performance_schema_accounts_lost", s.accounts.accountsLost.Load()},
		{"Performance_schema_cond_classes_lost", lost(KindCond)},
		{"Performance_schema_digest_lost", s.digests.lost.Load()},
		{"Performance_schema_file_classes_lost", lost(KindFile)},
		{"Performance_schema_hosts_lost", s.accounts.hostsLost.Load()},
		{"Performance_schema_locker_lost", s.lockerLost()},
		{"Performance_schema_memory_classes_lost", lost(KindMemory)},
		{"Performance_schema_metadata_lock_lost", s.locks.metadata.Lost()},
		{"Performance_schema_mutex_classes_lost", lost(KindMutex)},
		{"Performance_schema_nested_statement_lost", s.nestedLost.Load()},
		{"Performance_schema_rwlock_classes_lost", lost(KindRWLock)},
		{"Performance_schema_session_connect_attrs_longest_seen", s.attrsLongest.Load()},
		{"Performance_schema_session_connect_attrs_lost", s.attrsLost.Load()},
		{"Performance_schema_socket_classes_lost", lost(KindSocket)},
		{"Performance_schema_stage_classes_lost", lost(KindStage)},
		{"Performance_schema_statement_classes_lost", lost(KindStatement)},
		{"Performance_schema_thread_classes_lost", lost(KindThread)},
		{"Performance_schema_thread_instances_lost", s.threads.lost.Load()},
		{"Performance_schema_users_lost", s.accounts.usersLost.Load()},
	}
}

// ClassesLost is how many instruments of a kind were lost for want of room or
// because of too long a name. Kinds that share an array share the count. Those
// of which MySQL has a fixed few have no status variable.
func (s *Schema) ClassesLost(k Kind) uint64 {
	if s == nil || k >= numKinds {
		return 0
	}
	return s.classes[k].lost.Load()
}

// lockerLost counts events that were dropped: waits nested too deep, and those
// that met another writer in their place in a history_long table.
func (s *Schema) lockerLost() uint64 {
	if s.off {
		return 0
	}
	return s.waitsLost.Load() + s.waitsLong.Lost() + s.statementsLong.Lost() + s.stagesLong.Lost() + s.transactionsLong.Lost()
}

// FlushStatus is FLUSH STATUS: it zeroes what was lost.
func (s *Schema) FlushStatus() {
	if s == nil {
		return
	}
	for k := range numKinds {
		s.classes[k].lost.Store(0)
	}
	s.accounts.accountsLost.Store(0)
	s.accounts.hostsLost.Store(0)
	s.accounts.usersLost.Store(0)
	s.digests.lost.Store(0)
	s.nestedLost.Store(0)
	s.attrsLost.Store(0)
	s.attrsLongest.Store(0)
	s.threads.lost.Store(0)
	s.locks.forgetLost()
}
