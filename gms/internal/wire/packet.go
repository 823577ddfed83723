package wire

// Command bytes of the client protocol.
const (
	ComQuit       = 0x01
	ComFieldList  = 0x04
	ComStatistics = 0x09
	ComDebug      = 0x0d
	ComPing       = 0x0e
	ComChangeUser = 0x11
	ComLongData   = 0x18
	ComCloseStmt  = 0x19
	ComResetStmt  = 0x1a
	ComSetOption  = 0x1b
	ComFetch      = 0x1c
)

// PacketScanner finds the packets in a client's bytes.
type PacketScanner struct {
	header [4]byte
	have   int  // bytes of the header
	Left   int  // bytes of the payload still to come
	first  bool // the next payload byte is a command
	More   bool // the packet is full, so another follows
}

// Between is true where a command has ended, or none begun.
func (p *PacketScanner) Between() bool { return p.have == 0 && p.Left == 0 && !p.More }

// FullPacket is the length of a packet's payload that another packet continues.
const FullPacket = 1<<24 - 1

// Whole says whether b is one command from beginning to end. Nothing changes for what
// comes after it.
func (p *PacketScanner) Whole(b []byte) bool {
	return p.Between() && len(b) > 4 && b[3] == 0 && PacketLength(b) == len(b)-4 && len(b)-4 < FullPacket
}

// PacketLength is the length of the payload of the packet that b begins with.
func PacketLength(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// Scan calls see with what is in b of every command, and stops where it returns
// true. It returns how much of b it has passed over.
func (p *PacketScanner) Scan(b []byte, see func(b []byte) bool) int {
	all := len(b)
	for len(b) > 0 {
		if p.Left > 0 {
			if p.first {
				p.first = false
				if see(b) {
					break
				}
			}
			n := min(p.Left, len(b))
			p.Left -= n
			b = b[n:]
			continue
		}
		n := copy(p.header[p.have:], b)
		p.have += n
		b = b[n:]
		if p.have == len(p.header) {
			p.have = 0
			p.Left = int(p.header[0]) | int(p.header[1])<<8 | int(p.header[2])<<16
			p.first = p.header[3] == 0 // a command begins a sequence
			p.More = p.Left == FullPacket
		}
	}
	return all - len(b)
}

// RecordScanner finds the records in what a client sends by TLS: five bytes,
// the last two of which are the length of what follows.
type RecordScanner struct {
	header [5]byte
	have   int
	left   int
}

// Between is true where a record has ended, or none begun.
func (r *RecordScanner) Between() bool { return r.have == 0 && r.left == 0 }

func (r *RecordScanner) Scan(b []byte) {
	for len(b) > 0 {
		if r.left > 0 {
			n := min(r.left, len(b))
			r.left -= n
			b = b[n:]
			continue
		}
		n := copy(r.header[r.have:], b)
		r.have += n
		b = b[n:]
		if r.have == len(r.header) {
			r.have, r.left = 0, int(r.header[3])<<8|int(r.header[4])
		}
	}
}
