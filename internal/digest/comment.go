package digest

import "strings"

// serverVersion is the version whose /*!NNNNN */ comments are read as SQL.
const serverVersion = 90704

func (s *scanner) skipLine() {
	n := strings.IndexByte(s.sql[s.pos:], '\n')
	if n < 0 {
		s.pos = len(s.sql)
		return
	}
	s.pos += n + 1
}

// comment skips /* */, or enters a versioned comment whose text counts.
func (s *scanner) comment() {
	if s.byteAt(2) != '!' {
		s.skipComment(2)
		return
	}
	n, version := 3, 0
	for n < 3+6 && classes[s.byteAt(n)] == classDigit {
		version = 10*version + int(s.byteAt(n)-'0')
		n++
	}
	switch digits := n - 3; {
	case digits < 5: // no version: the digits belong to the text
		n = 3
	case version > serverVersion:
		s.skipComment(n)
		return
	}
	s.pos += n
	s.version = true
}

// skipComment moves behind a comment whose opening is size bytes long. One
// comment may be nested in a versioned one.
func (s *scanner) skipComment(size int) {
	nested := size > 2
	i := s.pos + size
	for i+1 < len(s.sql) {
		switch {
		case s.sql[i] == '*' && s.sql[i+1] == '/':
			s.pos = i + 2
			return
		case nested && s.sql[i] == '/' && s.sql[i+1] == '*':
			n := strings.Index(s.sql[i+2:], "*/")
			if n < 0 {
				s.pos = len(s.sql)
				return
			}
			i += n + 4
		default:
			i++
		}
	}
	s.pos = len(s.sql)
}
