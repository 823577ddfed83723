package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/client"
)

// clientError is the client's error of a command.
func (h errorHandler) clientError(c *mysql.Conn, query string, err error) error {
	if err = sqlerr.Numbered(err); err == nil {
		return nil
	}
	conn := connectionFor(c)
	told := sqlerr.Worded(err, &sqlerr.Statement{
		Query: query, Session: client.Of(c.Conn).Session(), Engine: h.adapter.engine.Load(), Told: conn.toldFailure,
	})
	if e, ok := told.(*mysql.SQLError); ok && e.Num == mysql.ERUnknownError && conn.killed() { //nolint:errorlint // as it is sent
		return sqlerr.Interrupted() // the storage may pass over that it is to end, and find a part missing
	}
	return told
}

// killed says whether the statement has been, or the connection while it ran.
func (conn *connection) killed() bool { return conn != nil && conn.x.kills != conn.kills.Load() }

// programError is the error of a statement of a stored program, as its client would
// get it. It is kept: the client's statement ends in it if no handler is for it.
func (conn *connection) programError(err error, text string) error {
	engine := conn.adapter.rights.engine.Load()
	told := sqlerr.Worded(sqlerr.Numbered(sql.CastSQLError(err)), &sqlerr.Statement{Query: text, Session: conn.session, Engine: engine, Told: conn.toldFailure})
	if e, ok := told.(*mysql.SQLError); ok && e.Message != err.Error() { //nolint:errorlint // as it is sent
		conn.failure.Store(&rowFailure{err.Error(), e})
	}
	return told
}
