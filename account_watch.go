package perfschema

import (
	"slices"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// AccountWatch reads what the statements of each account have done since the Schema
// began, or since the watch did, whichever is later: sums that no TRUNCATE resets, of
// accounts too that one has taken away. Its methods may be called from any goroutine.
type AccountWatch struct {
	schema *Schema
	// taken is what TRUNCATE has taken off each account, and nil once the watch has
	// stopped. foldMu is held.
	taken map[accountKey]*takenStatements
	lost  uint64 // statements
	full  func()
}

// takenStatements are statements that TRUNCATE has taken off one account.
type takenStatements struct {
	stats stat.Table[statementStat]
	// settled: nothing was taken since the last [AccountWatch.Settle].
	settled bool
}

// WatchAccounts begins a watch. Of accounts that TRUNCATE takes away it keeps as many as
// performance_schema_accounts_size until [AccountWatch.Settle]; what those beyond have done
// is lost, and counted. full, if not nil, is called once half of that is used up; it must
// not block. A watch costs nothing but where something is truncated, and a few KB for each
// account that was. It is nil while the Schema is off.
func (s *Reader) WatchAccounts(full func()) *AccountWatch {
	if !s.Schema().Enabled() {
		return nil
	}
	w := &AccountWatch{schema: s.Schema(), taken: make(map[accountKey]*takenStatements), full: full}
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	s.accountWatches = append(slices.Clone(s.accountWatches), w)
	return w
}

// Stop ends the watch, whose reads give nothing from then on. A nil watch may be stopped.
func (w *AccountWatch) Stop() {
	if w == nil {
		return
	}
	w.schema.foldMu.Lock()
	defer w.schema.foldMu.Unlock()
	w.taken = nil
	w.schema.accountWatches = slices.DeleteFunc(slices.Clone(w.schema.accountWatches), func(x *AccountWatch) bool { return x == w })
}

// Lost is how many statements were lost that accounts had run which TRUNCATE has taken
// away: more of them than the watch has room for.
func (w *AccountWatch) Lost() uint64 {
	if w == nil {
		return 0
	}
	w.schema.foldMu.Lock()
	defer w.schema.foldMu.Unlock()
	return w.lost
}

// giveWatches hands what is taken off an account to those who watch. foldMu is held.
func (s *Schema) giveWatches(key accountKey, moved *taken) {
	if moved.statements == nil {
		return
	}
	for _, w := range s.accountWatches {
		w.give(key, moved.statements)
	}
}

func (w *AccountWatch) give(key accountKey, body *stat.Body[statementStat]) {
	to := w.taken[key]
	if to == nil {
		size := int(w.schema.sizes.Accounts)
		if len(w.taken) >= 2*size {
			body.Each(func(_ int, b *statementStat) { w.lost += b.timer.Count })
			return
		}
		to = w.entry(key)
		if len(w.taken) > size+size/2 && w.full != nil {
			w.full()
		}
	}
	to.settled = false
	body.Each(func(i int, b *statementStat) { to.stats.At(i).merge(b) })
}

// entry is what was taken off an account, made if there is nothing yet.
func (w *AccountWatch) entry(key accountKey) *takenStatements {
	e := w.taken[key]
	if e == nil {
		e = &takenStatements{stats: stat.NewTable[statementStat](int(w.schema.sizes.StatementClasses))}
		w.taken[key] = e
	}
	return e
}

// Read gives what statements have done, by account and class, of classes that there was one
// of. Each account holds together in itself. It takes a few microseconds an account.
func (w *AccountWatch) Read() (out []record.AccountStatements) {
	if w == nil {
		return nil
	}
	s := w.schema
	classes := s.Read().ClassesOf(KindStatement)
	f := summingOf(len(classes), func(a *aggregate) *stat.Table[statementStat] { return &a.statements }, mergeEach((*statementStat).merge), nil)
	sums := make([]statementStat, f.n)
	seen := make(map[accountKey]bool)
	read := func(g *summaryGroup, key accountKey) {
		s.foldMu.Lock()
		defer s.foldMu.Unlock()
		if w.taken == nil {
			return
		}
		clear(sums)
		// One that is gone by now has left what it had.
		if g != nil && !f.of(s, g, sums) && w.taken[key] == nil {
			return
		}
		e := w.entry(key)
		seen[key] = true
		e.stats.Body().EachChunk(func(classes []uint16, stats []statementStat) { mergeEach((*statementStat).merge)(sums, classes, stats) })
		group := record.Group{User: key.user, Host: key.host, UserNull: key.userNull, HostNull: key.hostNull}
		for i := range sums {
			if sums[i].timer.Count != 0 && classes[i].Flags()&FlagMutable == 0 {
				out = append(out, record.AccountStatements{Identity: e, Account: group, EventName: classes[i].name, Stat: sums[i].export()})
			}
		}
	}
	groups := s.accountGroups(record.ByAccount)
	for i := range groups {
		read(&groups[i], groups[i].account.key)
	}
	for _, key := range w.gone(seen) {
		read(nil, key)
	}
	return out
}

// gone are the accounts of which something was taken that are not among those seen.
func (w *AccountWatch) gone(seen map[accountKey]bool) (keys []accountKey) {
	w.schema.foldMu.Lock()
	defer w.schema.foldMu.Unlock()
	for key := range w.taken {
		if !seen[key] {
			keys = append(keys, key)
		}
	}
	return keys
}

// Settle says that what was read last need not be read again: accounts are forgotten that
// are gone, and of which nothing was taken since the Settle before.
func (w *AccountWatch) Settle() {
	if w == nil {
		return
	}
	s := w.schema
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	s.accounts.mu.Lock()
	defer s.accounts.mu.Unlock()
	for key, e := range w.taken {
		if e.settled && s.accounts.accounts[key] == nil {
			delete(w.taken, key)
		}
		e.settled = true
	}
}
