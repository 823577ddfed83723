package perfschema

// summaryGroup is one group of a summary, and where its figures are.
type summaryGroup struct {
	by      Grouping
	account *account   // nil by thread and globally
	parts   []*account // accounts that count in it with what they keep
	threads []*Thread
}

func (g *summaryGroup) group() Group {
	switch {
	case g.by == ByThread:
		return Group{ThreadID: g.threads[0].id}
	case g.account != nil:
		k := g.account.key
		return Group{User: k.user, Host: k.host, UserNull: k.userNull, HostNull: k.hostNull}
	}
	return Group{}
}

// summaryGroups lists the groups there are, in the order of their rows. It takes
// some bytes for each account and each thread.
func (s *Schema) summaryGroups(by Grouping, threadID uint64) []summaryGroup {
	switch by {
	case ByThread:
		var all []*Thread
		if threadID == 0 {
			all = s.Read().Threads()
		} else if t := s.Read().ThreadByID(threadID); t != nil {
			all = []*Thread{t}
		}
		groups := make([]summaryGroup, len(all))
		for i := range all {
			groups[i] = summaryGroup{by: ByThread, threads: all[i : i+1]}
		}
		return groups
	case Global:
		return []summaryGroup{{by: Global}} // finds its parts in the moment it is read
	}
	return s.accountGroups(by)
}

// lives says whether a thread has not ended.
func (s *Schema) lives(t *Thread) bool { return s.Read().ThreadByID(t.id) == t }

// all are the accounts there are, in no order.
func (r *accountRegistry) all() []*account {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]*account, 0, len(r.accounts))
	for _, a := range r.accounts {
		out = append(out, a)
	}
	return out
}

func (s *Schema) accountGroups(by Grouping) []summaryGroup {
	r := &s.accounts
	r.mu.Lock()
	m, part := r.accounts, func(k accountKey) accountKey { return k }
	switch by {
	case ByUser:
		m, part = r.users, accountKey.userOnly
	case ByHost:
		m, part = r.hosts, accountKey.hostOnly
	}
	rows := sorted(m)
	groups := make([]summaryGroup, len(rows))
	place := make(map[accountKey]int, len(rows))
	for i, a := range rows {
		groups[i] = summaryGroup{by: by, account: a}
		place[a.key] = i
	}
	if by != ByAccount {
		for k, a := range r.accounts {
			if i, ok := place[part(k)]; ok {
				groups[i].parts = append(groups[i].parts, a)
			}
		}
	}
	r.mu.Unlock()
	for _, t := range s.Read().Threads() {
		if a := t.home.Load().of(by); a != nil {
			if i, ok := place[a.key]; ok {
				groups[i].threads = append(groups[i].threads, t)
			}
		}
	}
	return groups
}
