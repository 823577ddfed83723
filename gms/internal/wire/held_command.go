package wire

import (
	"bytes"
	"io"

	"github.com/dolthub/vitess/go/mysql"
)

// vitess parses and walks what a client has it prepare before any handler sees the
// text, by its own rules, and answers itself where it does not parse. So a statement
// that always parses stands in the place of every text, and the handler, see
// [handler.ComPrepare], has the text.

// standIn is that statement. Which text it stands for is told by which of its letters
// are small.
const standIn = "BEGIN"

// StandIns is how many can be told apart. They come back in turn, but for those that the
// server answers by itself.
const StandIns = 1 << len(standIn)

// HeldCommand is a command of a client that was read as a whole before it is
// passed on.
type HeldCommand struct {
	Rest []byte // not passed on yet
	// texts are those to be prepared whose turn has not come.
	Texts []heldText // of clients that do not wait for answers, several
	next  uint8      // the number of the next one
}

type heldText struct {
	text   string
	number uint8
}

// Take passes on what is held.
func (h *HeldCommand) Take(b []byte) int {
	n := copy(b, h.Rest)
	h.Rest = h.Rest[n:]
	if len(h.Rest) == 0 {
		h.Rest = nil
	}
	return n
}

// Hold looks at a command of which b is what has been read, from its first byte
// on and perhaps beyond its end. If it is a text to be prepared, that is kept and the
// stand-in takes its place. If not all of it has come, the rest is read and kept to be
// taken, and hold returns true; p is then at the command's end. An error of reading
// comes again to who reads on.
func (h *HeldCommand) Hold(b []byte, p *PacketScanner, r io.Reader) bool {
	if b[0] != mysql.ComPrepare || p.Left <= len(standIn) && !p.More {
		return false
	}
	length, more, held := p.Left, p.More, false
	if !holdsCommand(b, length, more) {
		var err error
		b, err = readCommand(append([]byte(nil), b...), length, more, r)
		h.Rest, held = b, true
		*p = PacketScanner{}
		if err != nil {
			return true
		}
	}
	parts := partsOf(b, length, more)
	parts[0] = parts[0][1:]
	h.Texts = append(h.Texts, heldText{string(bytes.Join(parts, nil)), h.next})
	for _, part := range parts {
		for i := range part {
			part[i] = ' '
		}
	}
	copy(parts[0], numbered(h.next))
	h.next = (h.next + 1) % StandIns
	return held
}

// TextOf is the text that a stand-in stands for; others are themselves.
func (h *HeldCommand) TextOf(query string) string {
	for i, t := range h.Texts {
		if len(query) == len(t.text) && query[:len(standIn)] == numbered(t.number) {
			h.Texts = append(h.Texts[:0], h.Texts[i+1:]...) // of those before it the server has answered
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
	for ; len(b) >= length; more = length == FullPacket {
		if b = b[length:]; !more {
			return true
		}
		if len(b) < 4 {
			return false
		}
		length = PacketLength(b)
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
		length = PacketLength(b)
		more = length == FullPacket
		b = b[4:]
	}
}

// readCommand reads the rest of a command, of whose first packet b is what was
// read.
func readCommand(b []byte, end int, more bool, r io.Reader) (_ []byte, err error) {
	for {
		if b, err = ReadTo(b, end, r); err != nil || !more {
			return b, err
		}
		if b, err = ReadTo(b, end+4, r); err != nil {
			return b, err
		}
		length := PacketLength(b[end:])
		end += 4 + length
		more = length == FullPacket
	}
}

// ReadTo reads until b has a length. It does not believe a client that promises
// much: it takes memory as bytes come.
func ReadTo(b []byte, length int, r io.Reader) ([]byte, error) {
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
