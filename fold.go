package perfschema

import "github.com/perfschema/perfschema/internal/seqlock"

// retire moves what an ended thread has counted to where it belongs and takes
// the thread out of its account and of the registry, in one step for readers
// of summaries. Who finds the thread gone finds it gone from its account too.
func (s *Schema) retire(t *Thread) {
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	for f := range numFamilies {
		s.foldThreads([]*Thread{t}, f, true)
	}
	s.digests.close(s, t)
	t.leave()
	s.threads.remove(t)
}

// foldThreads moves one family of the threads' summaries up. The threads may
// go on recording, unless they have ended: their writers find empty tables from
// here on.
func (s *Schema) foldThreads(threads []*Thread, f family, ended bool) {
	moved := make([]taken, len(threads))
	for i, t := range threads {
		moved[i] = t.stats.take(f)
	}
	seqlock.WaitAll(threads, func(t *Thread) *seqlock.Lock { return &t.lock })
	for i, t := range threads {
		if f == familyMemory {
			s.foldMemory(t, &moved[i], ended)
		}
		if h := t.home.Load(); h != nil && h.account != nil && !h.account.dropped {
			h.account.own.give(&moved[i])
		} else {
			if h != nil && h.account != nil {
				s.giveWatches(h.account.key, &moved[i])
			}
			s.foldHigher(&moved[i], h)
		}
	}
}

// foldHigher moves summaries past the account, to its user, its host and what
// the server has seen in all.
func (s *Schema) foldHigher(moved *taken, h *home) {
	if h != nil && h.user != nil {
		h.user.own.give(moved)
	}
	if h != nil && h.host != nil {
		h.host.own.give(moved)
	}
	s.global.give(moved)
}

// foldAccount moves one family of an account's summaries to its user and host;
// of memory, unless the account is dropped, only what is in use no more. Both
// locks are held.
func (s *Schema) foldAccount(a *account, f family, dropped bool) {
	moved := a.own.takeStored(f, dropped)
	s.giveWatches(a.key, &moved)
	r := &s.accounts
	s.foldHigher(&moved, &home{user: r.users[a.key.userOnly()], host: r.hosts[a.key.hostOnly()]})
}
