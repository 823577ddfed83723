package client

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// MySQL's errors for commands that are none.
const (
	errUnknownCommand   = 1047
	errWrongArguments   = 1210
	errUnknownStatement = 1243
	errMalformedPacket  = 1835
)

// vitess takes the fields of some commands out of their packets without asking
// whether they are there, goes on with a prepared statement that is not there,
// and logs a command that it does not know with all that is in it, a password of
// COM_CHANGE_USER too. So it gets none of these: a query of spaces stands in the
// place of such a command, and [handler] answers that with an error.

// plainCommands are those that vitess reads safely, whatever is in them.
var plainCommands = [256]bool{
	mysql.ComQuit: true, mysql.ComInitDB: true, mysql.ComQuery: true, mysql.ComPing: true, mysql.ComPrepare: true,
	mysql.ComStmtClose: true, mysql.ComResetConnection: true,
}

// maxChecked is how much of a command is read to check it. Of those that are
// checked, a replica's GTID set is the longest.
const maxChecked = 1 << 20

// checkCommand replaces a command that cannot be given to the server. b is what
// has come of it; the rest is read, and kept for later reads, where the check
// needs it.
func (c *Conn) checkCommand(b []byte) {
	c.fault = nil
	length := int(c.stream.total)
	if b[0] == wire.ComStatistics && c.tellsStatistics() || b[0] == wire.ComDebug && c.debugs() {
		b[0] = mysql.ComPing
		return
	}
	need := length
	if b[0] == comLongData {
		need = min(length, 1+4+2) // the value does not matter
	}
	if need <= maxChecked && len(b) < need {
		whole := append(append([]byte(nil), b...), c.pending...)
		c.pending = c.pending[:0]
		for len(whole) < need {
			from := len(whole)
			whole = append(whole, make([]byte, min(need-from, 64<<10))...)
			n, err := c.readWithin(whole[from:], c.limits.NetRead)
			whole = whole[:from+n]
			if n == 0 && err != nil {
				break // who reads on gets it again
			}
		}
		defer func() {
			copy(b, whole)
			c.pending = append(c.pending, whole[len(b):]...)
		}()
		c.fault = c.faultOf(whole, length)
		c.replace(whole, length)
		return
	}
	c.fault = c.faultOf(b, length)
	c.replace(b, length)
}

// tellsStatistics has the answer to a ping, which vitess knows, be the line of
// COM_STATISTICS, which it does not.
func (c *Conn) tellsStatistics() bool {
	if !c.live || c.encrypted || c.registry.options.Statistics == nil {
		return false
	}
	c.answer.Store(&answerFault{text: c.registry.options.Statistics(), part: whole})
	return true
}

// debugs has the answer to a ping be that of COM_DEBUG, the end of a result: not as an
// error is answered, of which the status is told.
func (c *Conn) debugs() bool {
	if !c.live || c.encrypted || c.client == nil || c.registry.options.Debug == nil {
		return false
	}
	f := &answerFault{part: whole}
	if err := c.registry.options.Debug(c.client); err != nil {
		if !errors.As(err, &f.err) {
			return false
		}
		c.registry.options.Raise(c.client, f.err.Num)
	} else {
		f.text = string(binary.LittleEndian.AppendUint16([]byte{mysql.EOFPacket, 0, 0}, c.client.StatusFlags))
	}
	c.answer.Store(f)
	return true
}

// replace puts a query of spaces in the place of a command with a fault.
func (c *Conn) replace(b []byte, length int) {
	if c.fault == nil {
		return
	}
	b = b[:min(length, len(b))]
	copy(b, bytes.Repeat([]byte{' '}, len(b)))
	b[0] = mysql.ComQuery
}

// faultOf says what is wrong with a command, of which b is all, or the first
// bytes where more do not matter.
func (c *Conn) faultOf(b []byte, length int) error {
	malformed := mysql.NewSQLError(errMalformedPacket, stateGeneral, "Malformed communication packet.")
	b = b[:min(length, len(b))]
	f := wire.Fields{Rest: b[1:]}
	switch b[0] {
	case mysql.ComFieldList:
		if table := f.ZeroTerminated(); len(table) == 0 {
			return malformed
		}
	case comLongData:
		if length < 1+4+2 {
			return malformed
		}
		if id, parameter := f.Uint32(), f.Uint16(); !f.Failed && !c.takes(id, parameter) {
			ignore(b)
		}
	case comResetStmt:
		id := f.Uint32()
		if f.Failed {
			return malformed
		}
		if c.client == nil || c.client.PrepareData[id] == nil {
			return mysql.NewSQLError(errUnknownStatement, stateGeneral, "Unknown prepared statement handler (%d) given to mysqld_stmt_reset", id)
		}
	case comExecute:
		ahead := f
		if id := ahead.Uint32(); !ahead.Failed && c.client != nil && c.client.PrepareData[id] == nil {
			return mysql.NewSQLError(errUnknownStatement, stateGeneral, "Unknown prepared statement handler (%d) given to mysqld_stmt_execute", id)
		}
		if overflows(c.client, f) {
			return malformed
		}
		c.wantCursor(b)
	case mysql.ComSetOption:
		if option := f.Uint16(); f.Failed {
			return malformed
		} else if option > 1 { // on and off of multi-statements: there are no others
			return unknownCommand()
		}
	case mysql.ComStmtFetch:
		id, rows := f.Uint32(), f.Uint32()
		if f.Failed {
			return malformed
		}
		if err := c.fetch(id, rows); err != nil {
			return err
		}
		ignore(b)
	case mysql.ComRegisterReplica:
		f.Skip(4) // server id
		for range 3 {
			f.Skip(int(f.Uint8())) // host, user, password
		}
		if f.Skip(2); f.Failed { // port
			return malformed
		}
	case mysql.ComBinlogDumpGTID:
		flags := f.Uint16()
		f.Skip(4) // server id
		f.Skip(int(f.Uint32()))
		f.Skip(8) // position
		if flags&mysql.BinlogThroughGTID != 0 {
			f.Skip(int(f.Uint32()))
		}
		if f.Failed {
			return malformed
		}
	default:
		return unknownCommand()
	}
	return nil
}

// knows is false where a command is to execute a statement that is not prepared.
func (c *Conn) knows(b []byte) bool {
	const header, id = 4, 4
	if len(b) < header+1+id || b[header] != comExecute || c.client == nil {
		return true
	}
	return c.client.PrepareData[binary.LittleEndian.Uint32(b[header+1:])] != nil
}

func isCall(query string) bool {
	s := words.Scanner{Text: query}
	return strings.EqualFold(s.Next().Of(query), "CALL")
}

func unknownCommand() error {
	return mysql.NewSQLError(errUnknownCommand, stateNetwork, "Unknown command")
}

// refuseEmpty answers a packet without a command, and ends the connection.
func (c *Conn) refuseEmpty() error {
	c.abort(errMalformedPacket)
	c.say(1, errMalformedPacket, stateGeneral, "Malformed communication packet.")
	return io.EOF
}

// takeFault is the fault of the command that stands in the place of another, nil
// if none does.
func (c *Conn) takeFault() error {
	err := c.fault
	c.fault = nil
	return err
}

// fieldListAnswer counts what is still to be written after a COM_FIELD_LIST that
// fails: header and payload of the error, and then those of the packet that ends a
// list. vitess writes that too, and the client would take it for the answer to
// its next command.
type fieldListAnswer uint8

const (
	endToCome   fieldListAnswer = 2
	errorToCome                 = endToCome + 2
)

// drops says whether what is to be written is of that end.
func (a *fieldListAnswer) drops() bool {
	*a--
	return *a < endToCome
}
