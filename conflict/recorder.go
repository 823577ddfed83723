package conflict

import (
	"slices"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
)

// Party is one of the two transactions of a conflict.
type Party struct {
	perfschema.Work
	// Query is the statement that committed by itself, or the last one before the COMMIT. The zero value is
	// unknown.
	Query perfschema.StatementMark
}

// PartyOf is a transaction that commits, by what its Thread does then.
func PartyOf(w perfschema.Work) Party {
	p := Party{Work: w, Query: w.Statement}
	if endsTransaction(w.Statement.EventName) {
		p.Query = w.Before
	}
	return p
}

// endsTransaction reports whether a kind of statement commits what those before it have changed, and changes
// nothing itself.
func endsTransaction(eventName string) bool {
	return slices.Contains([]string{"statement/sql/commit", "statement/sql/begin", "statement/sql/set_option", "statement/sql/lock_tables", "statement/sql/unlock_tables"}, eventName)
}

// Row is a transaction that lost to another.
type Row struct {
	// ID numbers the rows, from 1.
	ID uint64
	// At is when it lost, WonAt when the winner committed; zero if the winner is not known.
	At, WonAt time.Time
	Loser     Party
	Winner    Party // the zero value: not known
	// Schema and Table name the table in which both have changed a row. Key is the row's primary key, bytes as
	// 0x00FF. They are empty where that is not known.
	Schema, Table, Key string
	// Again: the statement runs again by itself, and its client is told of no error.
	Again bool
}

// Pair is how often queries of one digest lost to those of another.
type Pair struct {
	Loser, Winner         string // digests; empty: not known, or none
	LoserText, WinnerText string
	// Count is how often, CountAgain how many of these ran again by themselves.
	Count, CountAgain   uint64
	FirstSeen, LastSeen time.Time

	// loserQuery and winnerQuery are those of the last conflict: the text of a digest is known once its first
	// statement has ended, and the loser's runs when it is counted.
	loserQuery, winnerQuery perfschema.StatementMark
}

// The limits.
const (
	// MaxRows is how many rows are kept: newer ones take the place of the oldest.
	MaxRows = 1000
	// MaxPairs is how many pairs of digests are told apart: others count in one with empty digests.
	MaxPairs = 1000
)

// Recorder keeps conflicts. The zero value is empty; a nil Recorder keeps nothing.
type Recorder struct {
	mu    sync.Mutex
	rows  []Row // a ring, from next on the oldest
	next  int
	added uint64
	order []*Pair
	pairs map[[2]string]*Pair
	rest  *Pair // of those that found no room
}

// Add keeps a conflict, and gives it its ID.
func (r *Recorder) Add(row Row) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.added++
	row.ID = r.added
	if len(r.rows) < MaxRows {
		r.rows = append(r.rows, row)
	} else {
		r.rows[r.next] = row
		r.next = (r.next + 1) % MaxRows
	}
	p := r.pair(&row)
	if p.Count == 0 {
		p.FirstSeen = row.At
	}
	p.LastSeen = row.At
	p.Count++
	if p != r.rest {
		p.loserQuery, p.winnerQuery = row.Loser.Query, row.Winner.Query
	}
	if row.Again {
		p.CountAgain++
	}
}

// pair is where a row is counted.
func (r *Recorder) pair(row *Row) *Pair {
	k := [2]string{row.Loser.Query.DigestHex(), row.Winner.Query.DigestHex()}
	if p := r.pairs[k]; p != nil {
		return p
	}
	if len(r.pairs) == MaxPairs {
		if r.rest == nil {
			r.rest = &Pair{}
			r.order = append(r.order, r.rest)
		}
		return r.rest
	}
	if r.pairs == nil {
		r.pairs = make(map[[2]string]*Pair)
	}
	p := &Pair{Loser: k[0], Winner: k[1]}
	r.pairs[k] = p
	r.order = append(r.order, p)
	return p
}

// Rows copies the rows, oldest first.
func (r *Recorder) Rows() []Row {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return append(slices.Clone(r.rows[r.next:]), r.rows[:r.next]...)
}

// Pairs copies the pairs, in the order in which they came.
func (r *Recorder) Pairs() []Pair {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Pair, len(r.order))
	for i, p := range r.order {
		out[i] = *p
		out[i].LoserText, out[i].WinnerText = p.loserQuery.DigestText(), p.winnerQuery.DigestText()
	}
	return out
}

// Truncate forgets the rows. Their numbers go on.
func (r *Recorder) Truncate() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows, r.next = nil, 0
}

// TruncatePairs forgets the pairs.
func (r *Recorder) TruncatePairs() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.order, r.pairs, r.rest = nil, nil, nil
}
