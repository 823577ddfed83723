package perfschema

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema/record"
)

// accountKey names a row of accounts, users or hosts. Background threads have
// NULL for both.
type accountKey struct {
	user, host         string
	userNull, hostNull bool
}

// account is a row of accounts, users or hosts, and its summaries.
type account struct {
	key            accountKey
	current, total int64
	own            aggregate
	memory         memoryLevel // marks of the threads' memory as well
	sessions       sessionMemory
	// dropped: the row is gone. foldMu is held to read and write it.
	dropped bool
}

// home is where the summaries of a thread go: an account if there was room
// for it, else its user and host, if there was room for them.
type home struct{ account, user, host *account }

// of is the row that a grouping puts the thread in, or nil.
func (h *home) of(g record.Grouping) *account {
	if h == nil {
		return nil
	}
	switch g {
	case record.ByAccount:
		return h.account
	case record.ByUser:
		return h.user
	case record.ByHost:
		return h.host
	}
	return nil
}

// accountRegistry holds accounts, users and hosts. Connecting and
// disconnecting take its lock.
type accountRegistry struct {
	mu                                 sync.Mutex
	accounts, users, hosts             map[accountKey]*account
	accountsLost, usersLost, hostsLost atomic.Uint64
}

func (r *accountRegistry) init() {
	r.accounts = make(map[accountKey]*account)
	r.users = make(map[accountKey]*account)
	r.hosts = make(map[accountKey]*account)
}

func (k accountKey) userOnly() accountKey { return accountKey{user: k.user, userNull: k.userNull} }
func (k accountKey) hostOnly() accountKey { return accountKey{host: k.host, hostNull: k.hostNull} }

// join counts the thread as a connection of an account.
func (t *Thread) join(k accountKey) {
	s := t.schema
	r := &s.accounts
	r.mu.Lock()
	users, hosts := &r.usersLost, &r.hostsLost
	if r.accounts[k] != nil { // what was lost with its row is counted already, as in MySQL
		users, hosts = nil, nil
	}
	h := &home{
		account: s.connect(r.accounts, k, s.sizes.Accounts, &r.accountsLost),
		user:    s.connect(r.users, k.userOnly(), s.sizes.Users, users),
		host:    s.connect(r.hosts, k.hostOnly(), s.sizes.Hosts, hosts),
	}
	r.mu.Unlock()
	t.move(h)
	t.counted = true
}

// connect counts one more connection in a row, made if there is room. lost may be nil.
func (s *Schema) connect(m map[accountKey]*account, k accountKey, limit int64, lost *atomic.Uint64) *account {
	a := m[k]
	if a == nil {
		if int64(len(m)) >= limit {
			if lost != nil {
				lost.Add(1)
			}
			return nil
		}
		a = &account{key: k, own: s.newAggregate()}
		m[k] = a
	}
	a.current++
	a.total++
	return a
}

// leave takes the thread off the connection counts it was added to.
func (t *Thread) leave() {
	h := t.home.Load()
	if h == nil || !t.counted {
		return
	}
	t.counted = false
	r := &t.schema.accounts
	r.mu.Lock()
	defer r.mu.Unlock()
	t.raiseSessions()
	for _, a := range []*account{h.account, h.user, h.host} {
		if a != nil {
			a.current--
		}
	}
}

// Accounts returns the rows of accounts, by user and host.
func (s *Reader) Accounts() []record.AccountInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().listAccounts(s.accounts.accounts)
}

// Users returns the rows of users.
func (s *Reader) Users() []record.AccountInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().listAccounts(s.accounts.users)
}

// Hosts returns the rows of hosts.
func (s *Reader) Hosts() []record.AccountInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().listAccounts(s.accounts.hosts)
}

func (s *Schema) listAccounts(m map[accountKey]*account) []record.AccountInfo {
	threads := s.Read().Threads()
	r := &s.accounts
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range threads {
		t.raiseSessions()
	}
	var out []record.AccountInfo
	for _, a := range sorted(m) {
		out = append(out, record.AccountInfo{
			User: a.key.user, Host: a.key.host, UserNull: a.key.userNull, HostNull: a.key.hostNull,
			Current: a.current, Total: a.total, MaxControlled: a.sessions.controlled, MaxTotal: a.sessions.total,
		})
	}
	return out
}

// sorted returns the rows in a stable order, NULL first.
func sorted(m map[accountKey]*account) []*account {
	out := make([]*account, 0, len(m))
	for _, a := range m {
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b *account) int {
		return cmp.Or(boolCompare(b.key.userNull, a.key.userNull), cmp.Compare(a.key.user, b.key.user),
			boolCompare(b.key.hostNull, a.key.hostNull), cmp.Compare(a.key.host, b.key.host))
	})
	return out
}

func boolCompare(a, b bool) int { return int(asInt(a) - asInt(b)) }
