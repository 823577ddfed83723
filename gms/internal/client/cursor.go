package client

import (
	"encoding/binary"
	"errors"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// vitess keeps one cursor a connection, and refuses most commands while it is open. So
// vitess gets no cursor: a statement that is to be executed with one runs to its end as
// any other, the packets of its rows are kept here instead of sent, and COM_STMT_FETCH is
// answered here. As in MySQL the rows are those of the execution, whatever happens to
// the tables, the transaction and the session meanwhile.
//
// Where vitess does the TLS the packets cannot be read here: vitess keeps the cursor.

// cursorRoom is how many bytes of memory the rows of a connection's open cursors take
// together. The rest lies in temporary files.
const cursorRoom = 1 << 20

// Status flags of a cursor.
const (
	serverCursorExists = 0x40
	statementFlags     = 0x8 | 0x10 | 0x20 // more results, no good index, no index: of a statement's own result
)

// errNoOpenCursor is ER_STMT_HAS_NO_OPEN_CURSOR.
const errNoOpenCursor = 1421

// cursors are the open cursors of a connection, by statement.
type cursors struct {
	wanted bool    // the statement that is being executed is to have one
	rows   *cursor // of the statement that is being executed, nil if it has none
	open   map[uint32]*cursor
	used   int64 // bytes of memory, of cursorRoom
}

// cursor is the rows of an executed statement that the client has not fetched.
type cursor struct {
	statement uint32
	queue     packetQueue
	err       error // why the rows could not be kept

	// The position in what vitess writes.
	stage   cursorStage
	defines uint64 // definitions of columns that are still to come
	header  [4]byte
	have    int    // bytes of the header
	left    int    // bytes of the payload that are still to come
	row     bool   // the packet is a row, or a part of one
	begun   bool   // the payload has begun
	packet  []byte // what has come of a packet that is no row
	columns []byte // the packets before the first row, sent when the execution has ended
	number  byte   // of the last packet of the columns, or of a fetch
}

type cursorStage uint8

const (
	cursorAnswer cursorStage = iota // the number of columns, an OK packet or an error is to come
	cursorColumns
	cursorColumnsEnd // the EOF packet behind them, for clients that know of one
	cursorRows
	cursorEnded
)

// wantCursor is called with a COM_STMT_EXECUTE before vitess reads it. It takes the cursor
// that the command asks for off it.
func (c *Conn) wantCursor(execute []byte) {
	const flags, readOnly = 1 + 4, 1
	c.cursors.wanted = false
	if !c.live || c.encrypted || c.client == nil || len(execute) <= flags {
		return
	}
	wanted := execute[flags]&readOnly != 0
	execute[flags] &= mysql.ParameterCountAvailable
	if p := c.client.PrepareData[binary.LittleEndian.Uint32(execute[1:])]; p != nil && !isCall(p.PrepareStmt) {
		c.cursors.wanted = wanted
	}
}

// beginCursor is called before a statement is executed: a cursor that it has is closed,
// and another is opened if the client wants one.
func (c *Conn) beginCursor(statement uint32) {
	k := &c.cursors
	if len(k.open) > 0 {
		k.close(statement)
	}
	if k.wanted {
		k.wanted = false
		k.rows = &cursor{statement: statement}
	}
}

// Fetches reports whether the client fetches the rows of the statement that is being
// executed. A nil Conn has no cursors.
func (c *Conn) Fetches() bool { return c != nil && c.cursors.rows != nil }

// CursorError is why the rows of the statement that is being executed cannot be kept, nil
// if they can.
func (c *Conn) CursorError() error {
	if !c.Fetches() || c.cursors.rows.err == nil {
		return nil
	}
	return c.cursors.rows.lost()
}

// CursorMemory is how many bytes the rows of the open cursors take in memory.
func (c *Conn) CursorMemory() int64 {
	if c == nil {
		return 0
	}
	return c.cursors.used
}

// settle is called before the next command is read: the statement has been executed.
func (k *cursors) settle() {
	k.wanted = false
	if k.rows != nil { // its result has not been sent to the end
		k.discard(k.rows)
		k.rows = nil
	}
}

// close closes the cursor of a statement, if it has one.
func (k *cursors) close(statement uint32) {
	if open := k.open[statement]; open != nil {
		k.discard(open)
		delete(k.open, statement)
	}
}

// closeAll closes all cursors.
func (k *cursors) closeAll() {
	k.settle()
	for id := range k.open {
		k.close(id)
	}
}

func (k *cursors) discard(open *cursor) {
	room := cursorRoom - k.used
	open.queue.close(&room)
	k.used = cursorRoom - room
}

// keepRows takes what vitess writes of the answer to an execution with a cursor. It sends
// the columns and keeps the rows; the packet that ends them says that the cursor is open.
func (c *Conn) keepRows(b []byte) (int, error) {
	k := c.cursors.rows
	for rest := b; len(rest) > 0; {
		if k.stage == cursorEnded {
			_, err := c.send(rest)
			return len(b), err
		}
		if k.have < len(k.header) {
			n := copy(k.header[k.have:], rest)
			k.have += n
			rest = rest[n:]
			if k.have < len(k.header) {
				continue
			}
			k.left, k.begun = payloadLength(k.header[:]), k.row // another part of a row
			if k.row {
				c.keep(k, k.header[:])
			}
			if k.left > 0 {
				continue
			}
		}
		n := min(k.left, len(rest))
		if !k.begun {
			k.begun = true
			if k.row = k.stage == cursorRows && n > 0 && rest[0] == mysql.OKPacket; k.row {
				c.keep(k, k.header[:])
			} else {
				k.packet = append(k.packet[:0], k.header[:]...)
			}
		}
		if k.row {
			c.keep(k, rest[:n])
		} else {
			k.packet = append(k.packet, rest[:n]...)
		}
		rest = rest[n:]
		if k.left -= n; k.left > 0 {
			continue
		}
		k.have = 0
		if k.row {
			k.row = payloadLength(k.header[:]) == largestPart
			continue
		}
		if err := c.passAnswer(k, k.packet); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// keep adds to the rows of a cursor, until they cannot be kept.
func (c *Conn) keep(k *cursor, b []byte) {
	if k.err == nil {
		room := cursorRoom - c.cursors.used
		k.err = k.queue.add(b, &room)
		c.cursors.used = cursorRoom - room
	}
}

// passAnswer takes a packet of the answer that is no row.
func (c *Conn) passAnswer(k *cursor, packet []byte) error {
	switch k.stage {
	case cursorAnswer:
		if packet[4] == mysql.OKPacket || packet[4] == mysql.ErrPacket {
			k.stage, c.cursors.rows = cursorEnded, nil
			break
		}
		f := wire.Fields{Rest: packet[4:]}
		k.defines, k.stage = f.Integer(), cursorColumns
		k.columns = append(k.columns, packet...)
		return nil
	case cursorColumns:
		k.columns, k.number = append(k.columns, packet...), packet[3]
		if k.defines--; k.defines > 0 {
			return nil
		}
		k.stage = cursorRows
		if c.client.Capabilities&mysql.CapabilityClientDeprecateEOF == 0 {
			k.stage = cursorColumnsEnd
		}
		return nil
	case cursorColumnsEnd:
		k.stage = cursorRows
		return nil
	case cursorRows:
		packet = c.openCursor(k, packet)
	case cursorEnded:
	}
	_, err := c.send(packet)
	return err
}

// openCursor ends the execution. It returns what the client is sent: the columns, and end,
// which says that the cursor is open, or an error alone, as in MySQL.
func (c *Conn) openCursor(k *cursor, end []byte) []byte {
	k.stage, k.number, c.cursors.rows = cursorEnded, k.number+1, nil
	if k.err == nil {
		k.err = k.queue.complete()
	}
	fault := c.answer.Swap(nil)
	if fault == nil && k.err != nil {
		err := k.lost()
		c.registry.options.Raise(c.client, err.Num)
		fault = &answerFault{err: err}
	}
	if fault != nil {
		c.cursors.discard(k)
		return fault.packet(1)
	}
	if end[4] == mysql.ErrPacket {
		c.cursors.discard(k)
		end[3] = 1
		return end
	}
	if c.cursors.open == nil {
		c.cursors.open = make(map[uint32]*cursor)
	}
	c.cursors.open[k.statement] = k
	end[3] = k.number
	end[4+3] |= serverCursorExists // behind the header and two other bytes, in both forms of the packet
	columns := k.columns
	k.columns = nil
	return append(columns, end...)
}

// lost is the error of a cursor whose rows could not be kept.
func (k *cursor) lost() *mysql.SQLError {
	return mysql.NewSQLError(sqlerr.ERDiskFull, stateGeneral, "The rows of a cursor cannot be kept in a temporary file: %v", k.err)
}

// fetched is how many bytes of rows are written at a time.
const fetched = 32 << 10

// fetch answers a COM_STMT_FETCH of up to n rows, or returns why it cannot.
func (c *Conn) fetch(statement uint32, n uint32) error {
	if c.client == nil || c.client.PrepareData[statement] == nil {
		return mysql.NewSQLError(errUnknownStatement, stateGeneral, "Unknown prepared statement handler (%d) given to mysql_stmt_precheck", statement)
	}
	k := c.cursors.open[statement]
	if k == nil {
		return mysql.NewSQLError(errNoOpenCursor, stateGeneral, "The statement (%d) has no open cursor.", statement)
	}
	rows, err := c.sendRows(k, n)
	if c.registry.options.Fetched != nil {
		c.registry.options.Fetched(c.client, uint64(rows))
	}
	if err == nil {
		flags := c.client.StatusFlags&^statementFlags | serverCursorExists
		if rows < n {
			flags ^= serverCursorExists | serverLastRowSent
		}
		k.number++
		end := c.endPacket(flags, 0)
		_, err = c.write(append([]byte{byte(len(end)), byte(len(end) >> 8), byte(len(end) >> 16), k.number}, end...))
	}
	if rows < n {
		c.cursors.close(statement)
	}
	if err != nil {
		_ = c.Conn.Close() // in the middle of an answer: the next read finds the end
	}
	return nil
}

// sendRows sends the next n rows, or as many as there are. After an error a part of a row
// may have been sent.
func (c *Conn) sendRows(k *cursor, n uint32) (rows uint32, err error) {
	room := cursorRoom - c.cursors.used
	defer func() { c.cursors.used = cursorRoom - room }()
	out := make([]byte, 0, fetched)
	take := func(n int) {
		from := len(out)
		out = out[:from+n]
		if k.err == nil {
			k.err = k.queue.take(out[from:], &room)
		}
	}
	flush := func() {
		if err == nil && len(out) > 0 {
			_, err = c.write(out)
		}
		out = out[:0]
	}
	k.number = 0
	for rows < n && !k.queue.empty() {
		for part := largestPart; part == largestPart; {
			if cap(out)-len(out) < len(k.header) {
				flush()
			}
			take(len(k.header))
			if k.err != nil { // between two rows, or two parts of one
				return rows, errors.Join(err, k.err)
			}
			k.number++
			header := out[len(out)-len(k.header):]
			header[3], part = k.number, payloadLength(header)
			for left := part; left > 0; {
				if len(out) == cap(out) {
					flush()
				}
				piece := min(left, cap(out)-len(out))
				take(piece)
				left -= piece
			}
			if k.err != nil || err != nil {
				flush()
				return rows, errors.Join(err, k.err) // a part of a row may be on its way
			}
		}
		rows++
	}
	flush()
	return rows, err
}
