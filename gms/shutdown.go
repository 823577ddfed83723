package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// OnShutdown says what ends the server when an account with the privilege SHUTDOWN runs
// the statement of that name: it is called once the client has its answer, on a goroutine
// of its own, with the name of the account's user. Without it the statement is error 1235.
// Call it before the engine serves.
func (a *Adapter) OnShutdown(stop func(user string)) { a.shutdown = stop }

// Shutdown implements grammar.Server.
func (a grammarServer) Shutdown(ctx *sql.Context) error {
	if a.shutdown == nil {
		return sqlerr.NotSupportedYet("SHUTDOWN")
	}
	user := ctx.Session.Client().User
	stop := func() { a.shutdown(user) }
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
