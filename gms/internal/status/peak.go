package status

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/record"
)

// Peak is how many connections there are, the most that there were since the
// start or FLUSH STATUS, and since when. The engine counts the most, and tells no time.
type Peak struct {
	mu        sync.Mutex
	now, most uint64
	at        time.Time
}

func (p *Peak) Open(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now++; p.now > p.most {
		p.most, p.at = p.now, now
	}
}

func (p *Peak) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now--
}

// Flush is FLUSH STATUS.
func (p *Peak) Flush(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most, p.at = p.now, now
}

// Read gives the most, and the server's time of day of it as MySQL writes it; without a
// connection no time.
func (p *Peak) Read() (most uint64, at string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at.IsZero() {
		return p.most, ""
	}
	return p.most, p.at.Format(time.DateTime)
}

// Use counts the uses of something deprecated. Any goroutine may use it.
type Use struct {
	count atomic.Uint64
	last  atomic.Int64 // Unix microseconds
}

func (d *Use) Count(now time.Time) {
	d.count.Add(1)
	d.last.Store(now.UnixMicro())
}

// Status is the status variables of one whose names begin so.
func (d *Use) Status(name string) []record.StatusVariable {
	return []record.StatusVariable{
		{Name: name + "_count", Value: d.count.Load()},
		{Name: name + "_last_timestamp", Value: uint64(max(d.last.Load(), 0))},
	}
}
