package wire

import (
	"bytes"
	"encoding/binary"

	"github.com/dolthub/vitess/go/mysql"
)

// ClientSessionTrack is a client that is told of changes of its session.
const ClientSessionTrack = 1 << 23

// StatusSessionChanged is in the flags of an OK packet that tells of changes.
const StatusSessionChanged = 0x4000

// Amendment is what the server's next packet is to say that vitess does not write. It is
// for an OK packet, of either header; another packet passes as it is. The zero Amendment
// does nothing.
type Amendment struct {
	// Session is the list of changes of a session, for a client that asked for it, see
	// [AppendChange].
	Session []byte
	// Text is that of the packet, of which vitess writes none. What vitess writes of one it
	// begins with a '#' for its length, and it writes none for a prepared statement.
	Text string
	// Warnings take the place of the packet's, unless there are none: vitess tells of none
	// for a prepared statement.
	Warnings uint16
	// Status takes the place of the flags, where there are any.
	Status uint16
	// Sequence takes the place of the packet's number, unless it is 0.
	Sequence byte

	// On: the packet has not been written yet.
	On bool

	packet []byte // what has come of it
	out    []byte // what is to be sent and could not be yet
	told   bool
}

// Told says whether the last packet that was to be amended was an OK packet.
func (a *Amendment) Told() bool { return a.told }

// Write writes what vitess writes, with the packet amended. Where write fails, it may be
// called again with what it has not taken.
func (a *Amendment) Write(b []byte, write func([]byte) (int, error)) (int, error) {
	if a.out == nil {
		a.take(b)
		if a.out == nil {
			return len(b), nil // the rest of the packet is to come
		}
	}
	n, err := write(a.out)
	a.out = a.out[n:]
	if err != nil {
		return 0, err
	}
	*a = Amendment{told: a.told}
	return len(b), nil
}

func (a *Amendment) take(b []byte) {
	a.packet = append(a.packet, b...)
	if len(a.packet) < 4 || len(a.packet)-4 < PacketLength(a.packet) {
		return
	}
	end := 4 + PacketLength(a.packet)
	a.out = append(a.amended(a.packet[3], a.packet[4:end]), a.packet[end:]...)
}

// amended is a packet by its payload.
func (a *Amendment) amended(sequence byte, payload []byte) []byte {
	if a.Sequence != 0 {
		sequence = a.Sequence
	}
	f := Fields{Rest: payload}
	header := f.Uint8()
	f.Integer()
	f.Integer()
	at := len(payload) - len(f.Rest)
	flags, warnings := f.Uint16(), f.Uint16()
	if a.told = !f.Failed && (header == mysql.OKPacket || header == mysql.EOFPacket); a.told {
		payload = bytes.Clone(payload)
		text := bytes.TrimRight(f.Rest, " ")
		if len(text) > 0 {
			text = text[1:]
		}
		if a.Text != "" {
			text = []byte(a.Text)
		}
		if a.Status != 0 {
			flags = a.Status
		}
		if len(a.Session) > 0 {
			flags |= StatusSessionChanged
		}
		binary.LittleEndian.PutUint16(payload[at:], flags)
		if warnings == 0 && a.Warnings != 0 {
			binary.LittleEndian.PutUint16(payload[at+2:], a.Warnings)
		}
		if len(text) > 0 || len(a.Session) > 0 {
			payload = payload[:len(payload)-len(f.Rest)]
			if len(text) > 0 || len(a.Session) > 0 {
				payload = appendBytes(payload, text)
			}
			if len(a.Session) > 0 {
				payload = appendBytes(payload, a.Session)
			}
		}
	}
	n := len(payload)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), sequence}, payload...)
}

// Change is the kind of a change of a session.
type Change byte

// The changes that clients are told of.
const (
	ChangedVariable Change = 0 // its name and value
	ChangedSchema   Change = 1 // its name
	ChangedState    Change = 2 // "1"
)

// AppendChange appends a change to a list of them.
func AppendChange(list []byte, kind Change, fields ...string) []byte {
	var b []byte
	for _, s := range fields {
		b = appendBytes(b, []byte(s))
	}
	return appendBytes(append(list, byte(kind)), b)
}

func appendBytes(b, text []byte) []byte { return append(AppendInteger(b, uint64(len(text))), text...) }

// AppendInteger appends an integer in the protocol's form of one to nine bytes.
func AppendInteger(b []byte, n uint64) []byte {
	switch {
	case n < 251:
		return append(b, byte(n))
	case n < 1<<16:
		return binary.LittleEndian.AppendUint16(append(b, 0xfc), uint16(n))
	case n < 1<<24:
		return append(b, 0xfd, byte(n), byte(n>>8), byte(n>>16))
	}
	return binary.LittleEndian.AppendUint64(append(b, 0xfe), n)
}
