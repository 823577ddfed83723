package gms

import (
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// statusKey is an account, or a user or host with the other left empty.
type statusKey struct{ user, host string }

// endedStatus is what sessions of an account, user or host have counted that have
// ended, and how many there were.
type endedStatus struct {
	sessions int64
	sums     map[string]uint64
}

// endedByAccount keeps them. It is locked by [endedCounts]' lock.
type endedByAccount struct {
	levels [view.StatusByHost + 1]map[statusKey]*endedStatus
	// leaving is how many sessions of an account are in its sums whose threads have not
	// ended yet: the Schema still counts them as connected.
	leaving map[statusKey]int64
	// pruneAt is the number of accounts from which on those are looked for that the
	// Schema has no more; 0 is mostUnpruned.
	pruneAt int
}

// add adds what a session has counted, or several.
func (e *endedByAccount) add(level view.StatusLevel, key statusKey, sessions int64, counted map[string]uint64) {
	if e.levels[level] == nil {
		e.levels[level] = make(map[statusKey]*endedStatus)
	}
	s := e.levels[level][key]
	if s == nil {
		s = &endedStatus{sums: make(map[string]uint64, len(counted))}
		e.levels[level][key] = s
	}
	s.sessions += sessions
	for name, n := range counted {
		if n != 0 {
			s.sums[name] += n
		}
	}
}

// prune forgets accounts that the Schema has forgotten, by TRUNCATE TABLE accounts or
// for want of room. What they had goes to their user and host, as in MySQL.
func (e *endedByAccount) prune(s *perfschema.Reader) {
	for level, rows := range map[view.StatusLevel][]record.AccountInfo{
		view.StatusByAccount: s.Accounts(), view.StatusByUser: s.Users(), view.StatusByHost: s.Hosts(),
	} {
		ended := make(map[statusKey]int64, len(rows))
		for _, row := range rows {
			ended[statusKey{row.User, row.Host}] = row.Total - row.Current
		}
		for key, of := range e.levels[level] {
			if of.sessions <= ended[key]+e.leaving[key] {
				continue
			}
			if level == view.StatusByAccount {
				e.add(view.StatusByUser, statusKey{user: key.user}, 0, of.sums)
				e.add(view.StatusByHost, statusKey{host: key.host}, 0, of.sums)
			}
			delete(e.levels[level], key)
		}
	}
}

// mostUnpruned is how many accounts are kept at least before those are looked for that
// the Schema has no more.
const mostUnpruned = 512

// endedSession takes over what a session has counted, and gives its account, nil for none:
// [endedByAccount.left] has to follow when the session's thread has ended.
func (e *endedByAccount) endedSession(conn *connection) *statusKey {
	if conn.thread == nil || !conn.authenticated {
		return nil
	}
	if len(e.levels[view.StatusByAccount]) >= max(e.pruneAt, mostUnpruned) {
		e.prune(conn.adapter.schema.Read())
		left := len(e.levels[view.StatusByAccount])
		if left >= mostUnpruned && !conn.adapter.schema.Enabled() {
			return nil
		}
		e.pruneAt = 2 * left // to look through all at each end would cost as much as they are
	}
	info := conn.thread.Info()
	key := statusKey{info.User, info.Host}
	e.add(view.StatusByAccount, key, 1, conn.sinceFlush())
	if e.leaving == nil {
		e.leaving = make(map[statusKey]int64)
	}
	e.leaving[key]++
	return &key
}

// forget is FLUSH STATUS. Sessions that are leaving are not forgotten: their threads have yet
// to end.
func (e *endedByAccount) forget() {
	*e = endedByAccount{leaving: e.leaving}
}

// left says that the thread of a session has ended whose sums were taken over.
func (e *endedByAccount) left(account statusKey) {
	if e.leaving[account]--; e.leaving[account] == 0 {
		delete(e.leaving, account)
	}
}

// sinceFlush is what a session has counted since it began, or since FLUSH STATUS.
func (conn *connection) sinceFlush() map[string]uint64 {
	out := conn.counted()
	if base := conn.flushed.Load(); base != nil {
		for name, n := range *base {
			out[name] -= min(n, out[name])
		}
	}
	return out
}

// statusOf gives the status variables of sessions, added up: what [view.Server] calls
// Status. As in the other tables of status variables, Com_* are not among them.
func (a *Adapter) statusOf(level view.StatusLevel) (out []view.StatusOf) {
	ended := &a.lifecycle.ended
	ended.mu.Lock()
	defer ended.mu.Unlock()
	read := a.schema.Read()
	ended.accounts.prune(read)
	live := make(map[statusKey]map[string]uint64)
	a.lifecycle.connections.Range(func(_, c any) bool {
		conn := c.(*connection)
		info := conn.thread.Info()
		if info.ThreadID == 0 {
			return true
		}
		counted := conn.sinceFlush()
		if level == view.StatusByThread {
			out = append(out, view.StatusOf{ThreadID: info.ThreadID, Values: sysvar.InOrder(shownStatus(counted))})
			return true
		}
		key := keyOf(level, info.User, info.Host)
		if live[key] == nil {
			live[key] = counted
			return true
		}
		for name, n := range counted {
			live[key][name] += n
		}
		return true
	})
	if level == view.StatusByThread {
		return out
	}
	add := func(to map[string]uint64, of *endedStatus) {
		if of != nil {
			for name, n := range of.sums {
				to[name] += n
			}
		}
	}
	for _, row := range accountsAt(read, level) {
		sums := status.ByName(make([]uint64, len(status.Names)))
		sums["Bytes_received"], sums["Bytes_sent"] = 0, 0
		key := statusKey{row.User, row.Host}
		if !row.UserNull && !row.HostNull {
			for name, n := range live[key] {
				sums[name] += n
			}
			add(sums, ended.accounts.levels[level][key])
			if level != view.StatusByAccount {
				for account, of := range ended.accounts.levels[view.StatusByAccount] {
					if keyOf(level, account.user, account.host) == key {
						add(sums, of)
					}
				}
			}
		}
		out = append(out, view.StatusOf{User: row.User, Host: row.Host, UserNull: row.UserNull, HostNull: row.HostNull,
			Values: sysvar.InOrder(shownStatus(sums))})
	}
	return out
}

func keyOf(level view.StatusLevel, user, host string) statusKey {
	switch level {
	case view.StatusByUser:
		return statusKey{user: user}
	case view.StatusByHost:
		return statusKey{host: host}
	default:
		return statusKey{user, host}
	}
}

func accountsAt(s *perfschema.Reader, level view.StatusLevel) []record.AccountInfo {
	switch level {
	case view.StatusByUser:
		return s.Users()
	case view.StatusByHost:
		return s.Hosts()
	default:
		return s.Accounts()
	}
}

// onlyShown says whether SHOW STATUS has a variable and the tables have not: MySQL leaves
// out of them what counts kinds of statements, which Com_stmt_reprepare does not.
func onlyShown(name string) bool {
	return strings.HasPrefix(name, "Com_") && name != "Com_stmt_reprepare"
}

func shownStatus(counted map[string]uint64) map[string]any {
	out := make(map[string]any, len(counted))
	for name, n := range counted {
		if !onlyShown(name) {
			out[name] = n
		}
	}
	for _, name := range neverOfSession {
		out[name] = uint64(0)
	}
	return out
}

// resetStatus is TRUNCATE of one of the tables. That of sessions adds what they have
// counted to their accounts, that of accounts what has ended to users and hosts.
func (a *Adapter) resetStatus(level view.StatusLevel) {
	ended := &a.lifecycle.ended
	ended.mu.Lock()
	defer ended.mu.Unlock()
	switch level {
	case view.StatusByThread:
		a.lifecycle.connections.Range(func(_, c any) bool {
			conn := c.(*connection)
			if info := conn.thread.Info(); info.ThreadID != 0 {
				ended.accounts.add(view.StatusByAccount, statusKey{info.User, info.Host}, 0, conn.sinceFlush())
				conn.flush()
			}
			return true
		})
	case view.StatusByAccount:
		for key, of := range ended.accounts.levels[view.StatusByAccount] {
			ended.accounts.add(view.StatusByUser, statusKey{user: key.user}, 0, of.sums)
			ended.accounts.add(view.StatusByHost, statusKey{host: key.host}, 0, of.sums)
		}
		clear(ended.accounts.levels[level])
	default:
		// What accounts still have is not the user's or the host's own.
		clear(ended.accounts.levels[level])
	}
}

// flush has a session count from here on.
func (conn *connection) flush() {
	now := maps.Clone(conn.counted())
	conn.flushed.Store(&now)
}

// FlushedTables implements grammar.Server: Flush_commands.
func (a grammarServer) FlushedTables() { a.flushes.Add(1) }

// FlushStatus implements grammar.Server: what was lost is forgotten, and every session counts
// from here on.
func (a grammarServer) FlushStatus() {
	a.schema.Read().FlushStatus()
	a.uptime.Flush(time.Now())
	if a.lifecycle == nil {
		return
	}
	a.lifecycle.peak.Flush(time.Now())
	ended := &a.lifecycle.ended
	ended.mu.Lock()
	defer ended.mu.Unlock()
	ended.accounts.forget()
	a.lifecycle.connections.Range(func(_, c any) bool {
		c.(*connection).flush()
		return true
	})
}

// endedCounts is what the sessions have counted that have ended. A session goes
// from the list of those that are connected to here under the lock, so that who
// holds it sees each of them once.
type endedCounts struct {
	mu       sync.Mutex
	sums     []uint64
	accounts endedByAccount
}

// end takes over the counts of a session that leaves its list. It gives the session's
// account, for [endedCounts.left].
func (e *endedCounts) end(conn *connection, leave func()) *statusKey {
	e.mu.Lock()
	defer e.mu.Unlock()
	leave()
	if e.sums == nil {
		e.sums = make([]uint64, len(status.Names))
	}
	conn.counts.Sum(e.sums)
	return e.accounts.endedSession(conn)
}

// left says that the thread of a session has ended that is no more in the list. account is
// what end gave.
func (e *endedCounts) left(account *statusKey) {
	if account == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.accounts.left(*account)
}

// counts is what all sessions have counted, by counter.
func (l *lifecycle) counts() []uint64 {
	l.ended.mu.Lock()
	defer l.ended.mu.Unlock()
	sums := make([]uint64, len(status.Names))
	copy(sums, l.ended.sums)
	l.connections.Range(func(_, c any) bool {
		c.(*connection).counts.Sum(sums)
		return true
	})
	return sums
}
