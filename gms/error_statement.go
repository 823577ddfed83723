package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms/dialect/effect"
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

// statementError is the client's error of a statement. One that could not be
// committed for want of room has its transaction rolled back: the engine keeps
// the changes in the session, which would see them, and commit them with the next
// statement for which there is room.
func (h errorHandler) statementError(c *mysql.Conn, query string, err error) error {
	if err == nil {
		return nil
	}
	defer client.EndAlone(c)
	err = h.clientError(c, query, h.loses(c, err))
	if sent, ok := err.(*mysql.SQLError); !ok || sent.Num != sqlerr.ERDiskFull { //nolint:errorlint // as it is sent
		return err
	}
	if session := client.Of(c.Conn).Session(); session != nil && effect.CommitsAtEnd(session, query) {
		if failed := rollBack(session); failed != nil {
			logrus.Errorf("connection %d: rolling back what there was no room for: %v", c.ConnectionID, failed)
		}
	}
	return err
}
