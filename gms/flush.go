package gms

import "time"

// flushStatus is FLUSH STATUS: what was lost is forgotten, and every session counts
// from here on.
func (a *Adapter) flushStatus() {
	a.schema.Read().FlushStatus()
	a.uptime.flush(time.Now())
	if a.lifecycle == nil {
		return
	}
	ended := &a.lifecycle.ended
	ended.mu.Lock()
	defer ended.mu.Unlock()
	ended.accounts = endedByAccount{}
	a.lifecycle.connections.Range(func(_, c any) bool {
		c.(*connection).flush()
		return true
	})
}
