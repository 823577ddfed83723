package client

import (
	"encoding/binary"
	"errors"

	"github.com/dolthub/vitess/go/mysql"
)

// vitess sends no error once the first rows of a result have been sent: it closes the
// connection. MySQL sends the error where the result would end, and goes on. So vitess
// is told that all went well, and the packet with which it ends the result is
// exchanged for the error: it is the last that is written before the next command is
// read.

// ending packets have a header and at most so many bytes.
const maxEnd = 4 + 7

// serverLastRowSent is in the flags of the packet that ends a cursor's last rows.
const serverLastRowSent = 0x80

// part is which packet of an answer a fault takes the place of.
type part uint8

const (
	whole     part = iota // the only one
	end                   // the one that ends the result
	cursorEnd             // the one that ends the last of a cursor's rows
)

// answerFault is an error that is to reach the client in the place of what vitess
// writes.
type answerFault struct {
	err  *mysql.SQLError // nil where text takes its place
	text string          // the payload of a packet
	part part
}

// packet is what takes the place, with a number among those of the answer.
func (f *answerFault) packet(number byte) []byte {
	if f.err != nil {
		return errorPacket(number, uint16(f.err.Num), f.err.State, f.err.Message)
	}
	n := len(f.text)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), number}, f.text...)
}

// FailResult has the result that is being sent end in an error. It returns what is to
// be returned to vitess: the error, where it cannot be sent. cursor says whether it is
// a cursor's result.
func (c *Conn) FailResult(err error, cursor bool) error {
	if cursor {
		return c.fail(err, cursorEnd)
	}
	return c.fail(err, end)
}

// FailCursor has the statement of a cursor that has no rows yet be answered with an
// error, for which vitess has one of its own.
func (c *Conn) FailCursor(err error) {
	_ = c.fail(err, whole)
}

func (c *Conn) fail(err error, part part) error {
	var sent *mysql.SQLError
	if c == nil || !c.live || c.encrypted || !errors.As(err, &sent) {
		return err
	}
	c.results.ok = nil
	c.answer.Store(&answerFault{err: sent, part: part})
	return nil
}

// holdEnd writes what is not the end of an answer, and keeps the rest.
func (c *Conn) holdEnd(f *answerFault, b []byte) (int, error) {
	c.held = append(c.held, b...)
	if n := len(c.held) - maxEnd; n > 0 && f.part != whole {
		_, err := c.send(c.held[:n])
		c.held = append(c.held[:0], c.held[n:]...)
		if err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// settleAnswer writes the end of an answer, or the error that takes its place, before
// the next command is read.
func (c *Conn) settleAnswer() error {
	f := c.answer.Load()
	if f == nil || len(c.held) == 0 {
		return nil
	}
	answer := c.held
	c.held = nil
	if at := f.at(answer); at >= 0 {
		c.answer.Store(nil)
		answer = append(answer[:at], f.packet(answer[at+3])...)
	}
	_, err := c.send(answer)
	return err
}

// at is where the packet begins that a fault takes the place of; -1 if it is not
// there.
func (f *answerFault) at(answer []byte) int {
	if f.part == whole {
		if len(answer) < 4 {
			return -1
		}
		return 0
	}
	for _, n := range [...]int{7, 5} { // with CLIENT_DEPRECATE_EOF, and without
		at := len(answer) - n - 4
		if at < 0 || answer[at] != byte(n) || answer[at+1] != 0 || answer[at+2] != 0 || answer[at+4] != mysql.EOFPacket {
			continue
		}
		flags := binary.LittleEndian.Uint16(answer[at+4+3:])
		if f.part == end || flags&serverLastRowSent != 0 {
			return at
		}
	}
	return -1
}
