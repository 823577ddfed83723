package client

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
)

// The engine begins a transaction for whatever it is asked, also to prepare a statement,
// and ends it at the end of rows alone: one that failed, or was only prepared, would
// leave what it saw of the data to the next one.

// EndAlone is called when a statement has failed: one that is its own transaction ends
// with it.
func EndAlone(c *mysql.Conn) {
	session := Of(c.Conn).Session()
	if session == nil || session.GetTransaction() == nil || session.GetIgnoreAutoCommit() {
		return
	}
	autocommit, err := plan.IsSessionAutocommit(sql.NewContext(context.Background(), sql.WithSession(session)))
	if err == nil && autocommit {
		session.SetTransaction(nil)
	}
}

// KeepTransaction is called before something that begins none, and what it gives
// afterwards.
func KeepTransaction(c *mysql.Conn) func() {
	if before := Of(c.Conn).Session(); before != nil && before.GetTransaction() != nil {
		return func() {}
	}
	return func() {
		if session := Of(c.Conn).Session(); session != nil {
			session.SetTransaction(nil)
		}
	}
}
