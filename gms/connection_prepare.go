package gms

import (
	"bytes"
	"io"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/wire"
)

// vitess parses and walks what a client has it prepare before any handler sees the
// text, by its own rules, and answers itself where it does not parse. So a statement
// that always parses stands in the place of every text, and the handler, see
// [handler.ComPrepare], has the text.

// standIn is that statement. Which text it stands for is told by which of its letters
// are small.
const standIn = "BEGIN"

// standIns is how many can be told apart. They come back in turn, but for those that the
// server answers by itself.
const standIns = 1 << len(standIn)

// heldCommand is a command of a client that was read as a whole before it is
// passed on.
type heldCommand struct {
	rest []byte // not passed on yet
	// texts are those to be prepared whose turn has not come.
	texts []heldText // of clients that do not wait for answers, several
	next  uint8      // the number of the next one
}

type heldText struct {
	text   string
	number uint8
}

// take passes on what is held.
func (h *heldCommand) take(b []byte) int {
	n := copy(b, h.rest)
	h.rest = h.rest[n:]
	if len(h.rest) == 0 {
		h.rest = nil
	}
	return n
}

// hold looks at a command of which b is what has been read, from its first byte
// on and perhaps beyond its end. If it is a text to be prepared, that is kept and the
// stand-in takes its place. If not all of it has come, the rest is read and kept to be
// taken, and hold returns true; p is then at the command's end. An error of reading
// comes again to who reads on.
func (h *heldCommand) hold(b []byte, p *wire.PacketScanner, r io.Reader) bool {
	if b[0] != mysql.ComPrepare || p.Left <= len(standIn) && !p.More {
		return false
	}
	length, more, held := p.Left, p.More, false
	if !holdsCommand(b, length, more) {
		var err error
		b, err = readCommand(append([]byte(nil), b...), length, more, r)
		h.rest, held = b, true
		*p = wire.PacketScanner{}
		if err != nil {
			return true
		}
	}
	parts := partsOf(b, length, more)
	parts[0] = parts[0][1:]
	h.texts = append(h.texts, heldText{string(bytes.Join(parts, nil)), h.next})
	for _, part := range parts {
		for i := range part {
			part[i] = ' '
		}
	}
	copy(parts[0], numbered(h.next))
	h.next = (h.next + 1) % standIns
	return held
}

// textOf is the text that a stand-in stands for; others are themselves.
func (h *heldCommand) textOf(query string) string {
	for i, t := range h.texts {
		if len(query) == len(t.text) && query[:len(standIn)] == numbered(t.number) {
			h.texts = append(h.texts[:0], h.texts[i+1:]...) // of those before it the server has answered
			return t.text
		}
	}
	return query
}

func numbered(number uint8) string {
	b := []byte(standIn)
	for i := range b {
		b[i] |= number >> i & 1 << 5
	}
	return string(b)
}

// holdsCommand says whether a command has come whole.
func holdsCommand(b []byte, length int, more bool) bool {
	for ; len(b) >= length; more = length == wire.FullPacket {
		if b = b[length:]; !more {
			return true
		}
		if len(b) < 4 {
			return false
		}
		length = wire.PacketLength(b)
		b = b[4:]
	}
	return false
}

// partsOf are the payloads of a command's packets, of which the first has no
// header any more.
func partsOf(b []byte, length int, more bool) (parts [][]byte) {
	for {
		parts = append(parts, b[:length])
		if b = b[length:]; !more {
			return parts
		}
		length = wire.PacketLength(b)
		more = length == wire.FullPacket
		b = b[4:]
	}
}

// readCommand reads the rest of a command, of whose first packet b is what was
// read.
func readCommand(b []byte, end int, more bool, r io.Reader) (_ []byte, err error) {
	for {
		if b, err = readTo(b, end, r); err != nil || !more {
			return b, err
		}
		if b, err = readTo(b, end+4, r); err != nil {
			return b, err
		}
		length := wire.PacketLength(b[end:])
		end += 4 + length
		more = length == wire.FullPacket
	}
}

// readTo reads until b has a length. It does not believe a client that promises
// much: it takes memory as bytes come.
func readTo(b []byte, length int, r io.Reader) ([]byte, error) {
	const step = 256 << 10
	for len(b) < length {
		have := len(b)
		b = append(b, make([]byte, min(length-have, step))...)
		n, err := io.ReadFull(r, b[have:])
		if err != nil {
			return b[:have+n], err
		}
	}
	return b, nil
}
