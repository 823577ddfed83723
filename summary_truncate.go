package perfschema

import "github.com/perfschema/perfschema/record"

// truncate resets a summary table as MySQL does: by thread moves the figures
// to the accounts, by account those to users and hosts, by user and by host
// drop them there, none of which changes the global table; global zeroes all.
func (s *Schema) truncate(g record.Grouping, f family) {
	if !s.Enabled() || g == record.SinceStart {
		return
	}
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	s.foldThreads(s.Read().Threads(), f, false)
	if g == record.ByThread {
		return
	}
	s.truncateAccounts(g, f)
	if f == familyMemory {
		s.rebaseMemory(g)
	}
}

// truncateAccounts is what truncate does above the threads. foldMu is held.
func (s *Schema) truncateAccounts(g record.Grouping, f family) {
	r := &s.accounts
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.accounts {
		s.foldAccount(a, f, false)
	}
	if g == record.ByUser || g == record.Global {
		for _, a := range r.users {
			a.own.takeStored(f, false)
		}
	}
	if g == record.ByHost || g == record.Global {
		for _, a := range r.hosts {
			a.own.takeStored(f, false)
		}
	}
	if g == record.Global {
		moved := s.global.takeStored(f, false)
		s.truncated.give(&moved)
		s.direct.clear(f, &s.truncated)
	}
}

// truncateStatements resets events_statements_summary_<g>_by_event_name.
func (s *Reader) truncateStatements(g record.Grouping) { s.Schema().truncate(g, familyStatements) }

// truncateStages resets events_stages_summary_<g>_by_event_name.
func (s *Reader) truncateStages(g record.Grouping) { s.Schema().truncate(g, familyStages) }

// truncateTransactions resets events_transactions_summary_<g>_by_event_name.
func (s *Reader) truncateTransactions(g record.Grouping) { s.Schema().truncate(g, familyTransactions) }

// truncateWaits resets events_waits_summary_<g>_by_event_name. The global one is the sum of
// what instances, files, sockets and tables have waited, and resets those, as in MySQL.
func (s *Reader) truncateWaits(g record.Grouping) {
	s.Schema().truncate(g, familyWaits)
	if g == record.Global {
		s.truncateWaitsByInstance()
		s.truncateFiles()
		s.truncateSockets()
		s.truncateObjectsSummary()
	}
}

// truncateAccounts drops the accounts without a connection, whose summaries
// go to their user and host, and sets TOTAL to CURRENT on the others.
func (s *Reader) truncateAccounts() {
	s.Schema().truncateRows(func(r *accountRegistry) (map[accountKey]*account, func(*account) bool) {
		return r.accounts, func(a *account) bool {
			for f := range numFamilies {
				s.Schema().foldAccount(a, f, true)
			}
			return true
		}
	})
}

// truncateUsers is truncateAccounts, and drops the users without a connection then, and sets
// TOTAL to CURRENT on the others.
func (s *Reader) truncateUsers() {
	s.truncateAccounts()
	s.Schema().truncateRows(func(r *accountRegistry) (map[accountKey]*account, func(*account) bool) {
		return r.users, func(u *account) bool { return !r.has(u.key, accountKey.userOnly) }
	})
}

// truncateHosts is truncateAccounts, and drops the hosts without a connection then, and sets
// TOTAL to CURRENT on the others.
func (s *Reader) truncateHosts() {
	s.truncateAccounts()
	s.Schema().truncateRows(func(r *accountRegistry) (map[accountKey]*account, func(*account) bool) {
		return r.hosts, func(h *account) bool { return !r.has(h.key, accountKey.hostOnly) }
	})
}

// has says whether an account exists whose part is key.
func (r *accountRegistry) has(key accountKey, part func(accountKey) accountKey) bool {
	for k := range r.accounts {
		if part(k) == key {
			return true
		}
	}
	return false
}

func (s *Schema) truncateRows(rows func(*accountRegistry) (map[accountKey]*account, func(*account) bool)) {
	if !s.Enabled() {
		return
	}
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	r := &s.accounts
	r.mu.Lock()
	defer r.mu.Unlock()
	m, droppable := rows(r)
	for k, a := range m {
		a.total = a.current
		if a.current == 0 && droppable(a) {
			// A thread may still have it as its home: one that is between two
			// accounts, or a child of one that has changed.
			a.dropped = true
			delete(m, k)
		}
	}
}
