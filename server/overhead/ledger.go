package overhead

import (
	"sync"
	"time"

	"github.com/perfschema/perfschema/view"
)

// Ledger adds up samples by feature. It is safe for concurrent use.
type Ledger struct {
	cpu func() time.Duration // of the process, since it began

	mu     sync.Mutex
	counts map[Feature]view.FeatureCost
	all    uint64
	since  time.Duration // cpu when the ledger began
}

// NewLedger makes an empty one. cpu gives the CPU time of the process; where it is
// always 0 no cost has one.
func NewLedger(cpu func() time.Duration) *Ledger {
	return &Ledger{cpu: cpu, counts: make(map[Feature]view.FeatureCost), since: cpu()}
}

// Add counts n samples of one stack, the innermost function first.
func (l *Ledger) Add(stack []Frame, n uint64) {
	f, own := charge(stack)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all += n
	if f == "" {
		return
	}
	c := l.counts[f]
	if own {
		c.Own += n
	} else {
		c.Called += n
	}
	l.counts[f] = c
}

// Costs gives what each feature took, in the order of [Features].
func (l *Ledger) Costs() []view.FeatureCost {
	l.mu.Lock()
	defer l.mu.Unlock()
	cpu := l.cpu() - l.since
	var out []view.FeatureCost
	for _, f := range Features() {
		c := l.counts[f]
		c.Feature, c.All, c.CPU = string(f), l.all, cpu
		out = append(out, c)
	}
	return out
}

// Reset begins the ledger anew.
func (l *Ledger) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.counts)
	l.all, l.since = 0, l.cpu()
}
