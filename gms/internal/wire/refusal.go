package wire

import (
	"encoding/binary"

	"github.com/dolthub/vitess/go/mysql"
)

// RefusalScanner finds the error packet that turns a client away in what the
// server sends. Errors of the handshake reach no handler.
type RefusalScanner struct {
	header  [4]byte
	payload [3]byte // of each packet only its first bytes
	have    int     // bytes of header and payload seen
	left    int     // bytes of the payload still to come
}

// Scan returns the number of the error in b, 0 if there is none.
func (r *RefusalScanner) Scan(b []byte) (number int) {
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
