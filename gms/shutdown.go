package gms

import (
	"context"
	"time"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Shutdown implements grammar.Server.
func (a grammarServer) Shutdown(ctx *sql.Context) error {
	if a.options.OnShutdown == nil {
		return sqlerr.NotSupportedYet("SHUTDOWN")
	}
	user := ctx.Session.Client().User
	stop := func() { a.options.OnShutdown(user) }
	if conn := connectionOf(ctx); conn != nil && conn.wire != nil {
		conn.wire.answered.Store(&stop)
	} else {
		go stop()
	}
	return nil
}

// settleAnswered does what is to be done once the client has been answered, or has gone.
func (w *wireConn) settleAnswered() {
	if f := w.answered.Swap(nil); f != nil {
		go (*f)()
	}
}

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
