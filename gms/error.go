package gms

import (
	"errors"
	"net"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/vterrors"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/amendment"
)

// fail says that a statement ends in an error: st, or one that is not recorded
// where it is nil.
func (conn *connection) fail(st perfschema.Statement, err error) {
	number, state, message := clientError(err)
	if !st.Recorded() {
		conn.thread.RaiseError(number)
		return
	}
	st.SetError(number, state, conn.x.shownMessage(message))
}

// keepError keeps the error in which a statement ended among the session's warnings, for
// SHOW ERRORS and GET DIAGNOSTICS to tell of.
func (conn *connection) keepError(err error, p *planBuild) {
	if conn.session == nil || !conn.adapter.dialect {
		return
	}
	if err == nil {
		if p.Sets {
			conn.forgetError()
		}
		return
	}
	number, _, message := clientError(err)
	if !p.begun {
		conn.session.ClearWarnings()
	}
	w := &sql.Warning{Level: "Error", Code: number, Message: message}
	if last := conn.session.Warnings(); len(last) > 0 && *last[0] == *w {
		return
	}
	conn.session.Warn(w)
	conn.session.ClearWarningCount()
	conn.warned = w
}

// forgetError throws away the error of the statement before, where the engine leaves its
// warnings for those after it.
func (conn *connection) forgetError() {
	if conn.warned == nil || conn.warned.Level != "Error" {
		return
	}
	if last := conn.session.Warnings(); len(last) > 0 && last[0] == conn.warned {
		conn.session.ClearWarnings()
	}
}

// countWarnings counts the warnings and notes that the session has had since
// the last call. A statement may leave those of the one before: it then shares
// them, newest first, up to the one that was seen last.
// It returns how many there were.
func (conn *connection) countWarnings(session sql.Session) (n uint64) {
	if session == nil || session.WarningCount() == 0 {
		return 0
	}
	warnings := session.Warnings()
	for _, w := range warnings {
		if w == conn.warned {
			break
		}
		conn.thread.RaiseError(w.Code)
		if conn.adapter.dialect {
			amendment.Reword(w)
		}
		n++
	}
	if len(warnings) > 0 {
		conn.warned = warnings[0]
	}
	return n
}

// Write implements net.Conn.
func (w *wireConn) Write(b []byte) (int, error) {
	if w.login != nil {
		return w.login.Write(b)
	}
	if w.state == wireHandshake && w.connection != nil {
		if number := w.refusal.Scan(b); number != 0 {
			w.connection.thread.RaiseError(number)
		}
	}
	if w.amend.On {
		return w.amend.Write(b, w.write)
	}
	return w.write(b)
}

func (w *wireConn) write(b []byte) (n int, err error) {
	w.bytes.Count(0, len(b)) // before the client can have it and ask
	switch {
	case w.tls != nil:
		n, err = w.tls.Write(b)
	case !w.Socket.Watched():
		n, err = w.Socket.Conn.Write(b)
	default:
		n, err = w.Socket.Write(b)
	}
	if n != len(b) {
		w.bytes.Count(0, n-len(b))
	}
	return n, err
}

// writeError is MySQL's error for a result that could not be sent. Each result is asked
// about, so that what an error is looked at with is not made for none.
func writeError(err error) error {
	if err == nil {
		return nil
	}
	return networkError(err)
}

func networkError(err error) error {
	var e *mysql.SQLError
	if errors.As(err, &e) {
		return err
	}
	var network net.Error
	if !errors.As(vterrors.RootCause(err), &network) {
		return err
	}
	if network.Timeout() {
		return mysql.NewSQLError(errWriteInterrupted, "08S01", "Got timeout writing communication packets")
	}
	return mysql.NewSQLError(errOnWrite, "08S01", "Got an error writing communication packets")
}

// The errors of clients that do not take what they asked for.
const (
	errOnWrite          = 1160
	errWriteInterrupted = 1161
)
