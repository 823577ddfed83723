package client

import (
	"encoding/binary"
	"fmt"

	"github.com/dolthub/vitess/go/mysql"
)

// Command bytes of the client protocol.
const (
	comQuit      = 0x01
	comExecute   = 0x17
	comLongData  = 0x18
	comCloseStmt = 0x19
	comResetStmt = 0x1a
)

// longData is what a client has sent of parameters before it executes their
// statements. The server keeps it with the statement, and no handler is asked.
type longData struct {
	held   map[uint32]int64 // bytes, by statement
	total  int64
	failed map[uint32]error // what statements end in when they are executed
}

// settle looks at what the last command was, which the server has dealt with.
func (l *longData) settle(c *Conn) {
	s := &c.stream
	if c.client == nil || s.known < 5 {
		return
	}
	id := binary.LittleEndian.Uint32(s.command[1:])
	switch s.command[0] {
	case comLongData:
		if s.known == len(s.command) {
			l.add(c, id, binary.LittleEndian.Uint16(s.command[5:]), s.total-int64(len(s.command)))
		}
	case comExecute, comCloseStmt:
		if s.command[0] == comCloseStmt {
			c.cursors.close(id)
		}
		// vitess forgets the values when it has executed the statement, and keeps those that
		// it had read of a packet whose end it could not: it would take them for the next ones.
		if p := c.client.PrepareData[id]; p != nil && len(p.BindVars) > 0 {
			clear(p.BindVars)
		}
		if l.held != nil {
			l.forget(id)
		}
	case comResetStmt:
		c.cursors.close(id)
		l.forget(id)
		if p := c.client.PrepareData[id]; p != nil {
			for name, v := range p.BindVars {
				if v == nil { // which the server leaves, and follows when more comes
					delete(p.BindVars, name)
				}
			}
		}
	}
	s.known = 0
}

// add counts what came for a parameter. What is too much is dropped, and the
// statement fails when it is executed: to what was sent there is no answer.
func (l *longData) add(c *Conn, id uint32, parameter uint16, n int64) {
	prepared := c.client.PrepareData[id]
	if prepared == nil {
		return
	}
	if l.held == nil {
		l.held, l.failed = make(map[uint32]int64), make(map[uint32]error)
	}
	l.held[id] += n
	l.total += n
	v := prepared.BindVars[fmt.Sprintf("v%d", parameter+1)]
	if v == nil {
		return
	}
	if l.failed[id] != nil || int64(len(v.Value)) > c.limits.MaxPacket || l.total > c.limits.MaxLongData {
		l.fail(id, mysql.NewSQLError(mysql.ERUnknownError, stateGeneral,
			"A parameter of the prepared statement that was sent in pieces is longer than 'max_allowed_packet' bytes, or all of them take more than the session may hold"))
		for _, v := range prepared.BindVars {
			if v != nil {
				v.Value = nil
			}
		}
		l.total -= l.held[id]
		l.held[id] = 0
	}
}

func (l *longData) forget(id uint32) {
	l.total -= l.held[id]
	delete(l.held, id)
	delete(l.failed, id)
}

// fail keeps the first error of a statement.
func (l *longData) fail(id uint32, err error) {
	if l.failed == nil {
		l.held, l.failed = make(map[uint32]int64), make(map[uint32]error)
	}
	if l.failed[id] == nil {
		l.failed[id] = err
	}
}

// check says whether a statement can be executed with what was sent for it.
func (l *longData) check(id uint32) error { return l.failed[id] }

// takes says whether a statement has a parameter that a COM_STMT_SEND_LONG_DATA is for.
// vitess ends the connection where it has none, MySQL gives no answer to that.
func (c *Conn) takes(id uint32, parameter uint16) bool {
	if c.client == nil {
		return true
	}
	p := c.client.PrepareData[id]
	if p != nil && parameter >= p.ParamsCount {
		c.long.fail(id, mysql.NewSQLError(errWrongArguments, stateGeneral, "Incorrect arguments to mysqld_stmt_send_long_data"))
		return false
	}
	return p != nil
}

// ignore puts in the place of a command one that changes nothing and has no answer:
// the close of a statement that there is not.
func ignore(command []byte) {
	command[0] = comCloseStmt
	for i := 1; i < len(command); i++ {
		command[i] = 0xff
	}
}
