package gms

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema"
)

// peakConnections is how many connections there are, the most that there were since the
// start or FLUSH STATUS, and since when. The engine counts the most, and tells no time.
type peakConnections struct {
	mu        sync.Mutex
	now, most uint64
	at        time.Time
}

func (p *peakConnections) open(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now++; p.now > p.most {
		p.most, p.at = p.now, now
	}
}

func (p *peakConnections) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now--
}

// flush is FLUSH STATUS.
func (p *peakConnections) flush(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most, p.at = p.now, now
}

// read gives the most, and the server's time of day of it as MySQL writes it; without a
// connection no time.
func (p *peakConnections) read() (most uint64, at string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at.IsZero() {
		return p.most, ""
	}
	return p.most, p.at.Format(time.DateTime)
}

// deprecatedUse counts the uses of something deprecated. Any goroutine may use it.
type deprecatedUse struct {
	count atomic.Uint64
	last  atomic.Int64 // Unix microseconds
}

func (d *deprecatedUse) use(now time.Time) {
	d.count.Add(1)
	d.last.Store(now.UnixMicro())
}

// status is the status variables of one whose names begin so.
func (d *deprecatedUse) status(name string) []perfschema.StatusVariable {
	return []perfschema.StatusVariable{
		{Name: name + "_count", Value: d.count.Load()},
		{Name: name + "_last_timestamp", Value: uint64(max(d.last.Load(), 0))},
	}
}
