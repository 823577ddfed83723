package gms

import (
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
