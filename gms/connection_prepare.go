package gms

import (
	"bytes"
	"io"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/wire"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// vitess parses and walks what a client has it prepare before any handler sees
// the text. One that nests too deeply for that is taken out of the command here,
// and the handler, see [errorHandler.ComPrepare], gives the error instead.

// standIn is prepared in the place of such a text.
const standIn = "SELECT 1"

// heldCommand is a command of a client that was read as a whole before it is
// passed on.
type heldCommand struct {
	rest []byte // not passed on yet
	// refused: the running command is to prepare what nests too deeply.
	refused bool
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
// on and perhaps beyond its end. If it is a long text to be prepared that has not
// come whole, the rest of it is read and kept to be taken, and hold returns true;
// p is then at the command's end. An error of reading comes again to who reads on.
func (h *heldCommand) hold(b []byte, p *wire.PacketScanner, r io.Reader, ansiQuotes func() bool) bool {
	h.refused = false
	if b[0] != mysql.ComPrepare || p.Left <= words.Shallow && !p.More {
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
	text := partsOf(b, length, more)
	text[0] = text[0][1:]
	if !words.TooDeep(string(bytes.Join(text, nil)), ansiQuotes != nil && ansiQuotes(), true) {
		return held
	}
	h.refused = true
	for _, part := range text {
		for i := range part {
			part[i] = ' '
		}
	}
	copy(text[0], standIn)
	return held
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
