package gms

import (
	"encoding/binary"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
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
		n++
	}
	if len(warnings) > 0 {
		conn.warned = warnings[0]
	}
	return n
}

// refusalScanner finds the error packet that turns a client away in what the
// server sends. Errors of the handshake reach no handler.
type refusalScanner struct {
	header  [4]byte
	payload [3]byte // of each packet only its first bytes
	have    int     // bytes of header and payload seen
	left    int     // bytes of the payload still to come
}

// scan returns the number of the error in b, 0 if there is none.
func (r *refusalScanner) scan(b []byte) (number int) {
	for len(b) > 0 {
		if r.have < len(r.header) {
			n := copy(r.header[r.have:], b)
			r.have += n
			b = b[n:]
			if r.have == len(r.header) {
				r.left = int(r.header[0]) | int(r.header[1])<<8 | int(r.header[2])<<16
			}
		} else if seen := r.have - len(r.header); seen < len(r.payload) && r.left > 0 {
			r.payload[seen] = b[0]
			r.have++
			r.left--
			b = b[1:]
			if r.have == len(r.header)+len(r.payload) && r.payload[0] == mysql.ErrPacket {
				number = int(binary.LittleEndian.Uint16(r.payload[1:]))
			}
		} else {
			n := min(r.left, len(b))
			r.left -= n
			b = b[n:]
		}
		if r.have >= len(r.header) && r.left == 0 {
			r.have = 0
		}
	}
	return number
}

// Write implements net.Conn.
func (w *wireConn) Write(b []byte) (int, error) {
	if w.login != nil {
		return w.login.Write(b)
	}
	if w.state == wireHandshake && w.connection != nil {
		if number := w.refusal.scan(b); number != 0 {
			w.connection.thread.RaiseError(number)
		}
	}
	if w.reset {
		b = w.mendReset(b)
	}
	w.sent.Add(uint64(len(b)))
	if w.tls != nil {
		return w.tls.Write(b)
	}
	return w.socket.Write(b)
}
