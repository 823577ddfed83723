package client

import "github.com/dolthub/vitess/go/mysql"

// stream finds the packets in what a client sends.
type stream struct {
	header   [4]byte
	have     int   // bytes of the header
	left     int   // bytes of the payload still to come
	total    int64 // of the packet, all its parts together
	more     bool  // the part is full, so another follows
	sequence byte  // of the part
	command  [7]byte
	known    int  // bytes of the command
	commands bool // what comes are commands, and no handshake
	file     bool // what comes is a file, that a command has asked for
	empty    bool // a command without a byte has come
	calls    bool // a CALL has been prepared
}

// between is true where a packet has ended, or none begun.
func (s *stream) between() bool { return s.have == 0 && s.left == 0 && !s.more }

// largestPart is the payload of a packet that another part follows.
const largestPart = 1<<24 - 1

// atCommand is true where the header of a command has come, and nothing else.
func (s *stream) atCommand() bool {
	return s.commands && !s.file && s.left > 0 && s.known == 0 && s.sequence == 0
}

// isChecked says whether a command is one that [Conn.checkCommand] looks at, of which
// more is not known yet.
func (s *stream) isChecked(command byte) bool { return !plainCommands[command] }

// isPlain says whether a whole command needs no check, as nearly every execution of a
// prepared statement.
func (s *stream) isPlain(b []byte) bool {
	return plainCommands[b[0]] || b[0] == comExecute && !s.calls && !asksForCursor(b) && !mayOverflow(b)
}

// asksForCursor reports whether a COM_STMT_EXECUTE has a flag that concerns a cursor.
func asksForCursor(execute []byte) bool {
	const flags = 1 + 4
	return len(execute) > flags && execute[flags]&^mysql.ParameterCountAvailable != 0
}

// whole reads along where b is one command from beginning to end, as nearly always,
// that needs no check; for anything else it does nothing and returns false.
func (s *stream) whole(b []byte, limit int64) bool {
	if !s.commands || s.file || !s.between() || len(b) <= len(s.header) || b[3] != 0 {
		return false
	}
	size := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
	if size != len(b)-len(s.header) || size == largestPart || int64(size) > limit || !s.isPlain(b[4:]) {
		return false
	}
	s.sequence, s.total = 0, int64(size)
	s.known = copy(s.command[:], b[4:])
	return true
}

// scan reads along. It stops behind the header of a part that makes a packet
// larger than limit, all its parts together; before a command without a byte;
// behind the header of a command that is to be checked, unless b begins there;
// and behind a command that is to be looked at when the server has dealt with it.
// It returns how far it came.
func (s *stream) scan(b []byte, limit int64) (n int, large bool) {
	for i := 0; i < len(b); {
		if s.left > 0 {
			if i > 0 && s.atCommand() && s.isChecked(b[i]) {
				return i, false
			}
			n := min(s.left, len(b)-i)
			if s.known < len(s.command) {
				s.known += copy(s.command[s.known:], b[i:i+n])
			}
			s.left -= n
			i += n
			if s.left == 0 && !s.more && s.commands && !s.file && s.settles() {
				return i, false
			}
			continue
		}
		s.header[s.have] = b[i]
		s.have++
		i++
		if s.have < len(s.header) {
			continue
		}
		s.have = 0
		s.sequence = s.header[3]
		s.left = int(s.header[0]) | int(s.header[1])<<8 | int(s.header[2])<<16
		if !s.more {
			s.total = 0
			if s.sequence == 0 {
				s.known = 0
			}
		}
		if s.left == 0 && !s.more && s.sequence == 0 && s.commands && !s.file {
			s.empty = true
			return max(i-len(s.header), 0), false
		}
		s.total += int64(s.left)
		s.more = s.left == largestPart
		if s.total > limit {
			return i, true
		}
	}
	return len(b), false
}

// skip passes over the rest of a packet that is too large. It is true once the
// packet has ended.
func (s *stream) skip(b []byte) bool {
	for i := 0; i < len(b); {
		if s.left == 0 && !s.more {
			return true
		}
		if s.left > 0 {
			n := min(s.left, len(b)-i)
			s.left -= n
			i += n
			continue
		}
		s.header[s.have] = b[i]
		s.have++
		i++
		if s.have == len(s.header) {
			s.have, s.sequence = 0, s.header[3]
			s.left = int(s.header[0]) | int(s.header[1])<<8 | int(s.header[2])<<16
			s.total += int64(s.left)
			s.more = s.left == largestPart
		}
	}
	return s.left == 0 && !s.more
}

// settles is true of the commands that longData looks at, and of those whose answer
// is followed (results): the next command is read when they have been answered.
func (s *stream) settles() bool {
	switch s.first() {
	case comExecute, comLongData, comCloseStmt, comResetStmt, mysql.ComQuery:
		return true
	}
	return false
}

// first is the first byte of the last command, 0 if none has come.
func (s *stream) first() byte {
	if s.known == 0 {
		return 0
	}
	return s.command[0]
}
