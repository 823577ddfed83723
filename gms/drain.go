package gms

import (
	"context"
	"time"

	"github.com/dolthub/go-mysql-server/server"
)

// How often Drain polls: twice as late each time, and at last every longestPoll.
const (
	firstPoll   = time.Millisecond
	longestPoll = 20 * time.Millisecond
)

// Drain kills the statements of a server and closes its connections until all that a
// [Adapter.Listener] has accepted have ended, or ctx has; then its error is returned.
// Call it when the server accepts no more: its Accept has returned. A connection that was
// accepted just before is waited for, too, which SessionManager.WaitForClosedConnections
// does not know of.
func (a *Adapter) Drain(ctx context.Context, srv *server.Server) error {
	engine := a.engine.Load()
	if engine == nil {
		return nil
	}
	for wait := firstPoll; a.clients.Open() > 0; wait = min(2*wait, longestPoll) {
		for _, p := range engine.ProcessList.Processes() {
			engine.ProcessList.Kill(p.Connection)
			_ = srv.SessionManager().KillConnection(p.Connection)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
	return nil
}
