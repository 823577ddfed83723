package otel

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// maxIdle is how many Threads are kept for the next spans without a parent.
const maxIdle = 256

// processes gives the process list's ids: SQL clients of the same program count from 1,
// requests of phttp from 1<<32.
var processes atomic.Uint64

func init() { processes.Store(1 << 33) }

// threads lends Threads. It is safe for concurrent use.
type threads struct {
	ps  *perfschema.Schema
	key perfschema.ThreadKey

	mu    sync.Mutex
	idle  []*perfschema.Thread // the last used is the next to be used
	ended bool
}

// take is nil where there is no room for another Thread.
func (l *threads) take() *perfschema.Thread {
	l.mu.Lock()
	if last := len(l.idle) - 1; last >= 0 {
		t := l.idle[last]
		l.idle = l.idle[:last]
		l.mu.Unlock()
		return t
	}
	l.mu.Unlock()
	return l.ps.NewThread(l.key, perfschema.ThreadOptions{ProcesslistID: processes.Add(1)})
}

// give takes a Thread back.
func (l *threads) give(t *perfschema.Thread) {
	l.mu.Lock()
	if !l.ended && len(l.idle) < maxIdle {
		l.idle = append(l.idle, t)
		t = nil
	}
	l.mu.Unlock()
	t.End()
}

// end ends those that are idle, and each that is given from now on.
func (l *threads) end() {
	l.mu.Lock()
	idle := l.idle
	l.idle, l.ended = nil, true
	l.mu.Unlock()
	for _, t := range idle {
		t.End()
	}
}
