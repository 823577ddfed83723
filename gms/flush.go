package gms

import "time"

// FlushedTables implements grammar.Server: Flush_commands.
func (a grammarServer) FlushedTables() { a.flushes.Add(1) }

// FlushStatus implements grammar.Server: what was lost is forgotten, and every session counts
// from here on.
func (a grammarServer) FlushStatus() {
	a.schema.Read().FlushStatus()
	a.uptime.Flush(time.Now())
	if a.lifecycle == nil {
		return
	}
	a.lifecycle.peak.Flush(time.Now())
	ended := &a.lifecycle.ended
	ended.mu.Lock()
	defer ended.mu.Unlock()
	ended.accounts.forget()
	a.lifecycle.connections.Range(func(_, c any) bool {
		c.(*connection).flush()
		return true
	})
}
