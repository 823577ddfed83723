package phttp

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

const (
	// maxIdle is how many Threads a handler keeps for its next requests.
	maxIdle = 256
	// maxSearch is among how many of them it looks for one of the account.
	maxSearch = 32
	// round is after how many requests it gives up those that nobody needed.
	round = 4096
)

// processes gives the process list's ids. SQL clients of the same program count from 1.
var processes atomic.Uint64

func init() { processes.Store(1 << 32) }

// account is who sends requests. The zero value stands for all the accounts beyond
// maxMemo.
type account struct{ user, host string }

// worker is a Thread that serves one request after the other.
type worker struct {
	thread  *perfschema.Thread
	account account
	text    []byte // of the last request
}

// workers lends Threads. It is safe for concurrent use.
type workers struct {
	ps       *perfschema.Schema
	key      perfschema.ThreadKey
	accounts memo[account, struct{}] // which have had a Thread

	mu     sync.Mutex
	idle   []*worker // the last used is the next to be used
	least  int       // how many, from the first, nobody has taken in this round
	served int       // requests in this round
}

// take lends a worker of an account, nil where there is no room for its Thread. What a
// Thread has counted is its account's: it serves no other. An account's rows are never
// removed, and clients come from any number of addresses: the accounts are bounded.
func (l *workers) take(a account) *worker {
	if w := l.find(a); w != nil {
		return w
	}
	if _, ok := l.accounts.get(a, func() (none struct{}) { return none }); !ok {
		a = account{}
		if w := l.find(a); w != nil {
			return w
		}
	}
	t := l.ps.NewThread(l.key, perfschema.ThreadOptions{ProcesslistID: processes.Add(1), ConnectionType: "TCP/IP"})
	if t == nil {
		return nil
	}
	t.SetAccount(a.user, a.host)
	return &worker{thread: t, account: a}
}

// find looks among the last used.
func (l *workers) find(a account) *worker {
	l.mu.Lock()
	defer l.mu.Unlock()
	last := len(l.idle) - 1
	for i := last; i >= 0 && i > last-maxSearch; i-- {
		w := l.idle[i]
		if w.account != a {
			continue
		}
		copy(l.idle[i:], l.idle[i+1:])
		l.idle[last] = nil
		l.idle = l.idle[:last]
		l.least = min(l.least, i)
		return w
	}
	return nil
}

// give takes a worker back.
func (l *workers) give(w *worker) {
	for _, w := range l.keep(w) {
		w.thread.End()
	}
}

// keep returns the workers that are too many.
func (l *workers) keep(w *worker) (out []*worker) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.idle) == maxIdle { // the one that has been idle for longest goes
		out = append(out, l.idle[0])
		copy(l.idle, l.idle[1:])
		l.idle[maxIdle-1] = w
		l.least = max(l.least-1, 0)
		return out
	}
	l.idle = append(l.idle, w)
	if l.served++; l.served < round {
		return nil
	}
	if l.least > 0 {
		out = append(out, l.idle[:l.least]...)
		l.idle = append(l.idle[:0:0], l.idle[l.least:]...)
	}
	l.served, l.least = 0, len(l.idle)
	return out
}

// end is called when there is no handler any more.
func (l *workers) end() {
	for _, w := range l.idle {
		w.thread.End()
	}
}
