package digest

import (
	"math"
	"strings"
)

// skipString moves behind a string in single or double quotes; an unclosed one
// ends with the statement.
func (s *scanner) skipString() {
	sql, quote := s.sql, s.sql[s.pos]
	escapes := s.mode&NoBackslashEscapes == 0
	for i := s.pos + 1; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '\\' && escapes:
			i++
		case c == quote:
			if i+1 < len(sql) && sql[i+1] == quote {
				i++
				continue
			}
			s.pos = i + 1
			return
		}
	}
	s.pos = len(sql)
}

// dollarString moves behind $$text$$ or $tag$text$tag$ and reports whether there
// was one.
func (s *scanner) dollarString() bool {
	i := s.pos + 1
	for i < len(s.sql) && wordByte[s.sql[i]] && s.sql[i] != '$' {
		i++
	}
	if i >= len(s.sql) || s.sql[i] != '$' {
		return false
	}
	tag := s.sql[s.pos : i+1]
	n := strings.Index(s.sql[i+1:], tag)
	if n < 0 {
		return false
	}
	s.pos = i + 1 + n + len(tag)
	return true
}

// digits reads what starts with a digit: a number, or an identifier such as 1a.
func (s *scanner) digits() {
	start := s.pos
	if s.sql[start] == '0' {
		if n := s.radix(); n > 0 {
			s.pos += n
			s.b.number()
			return
		}
	}
	s.skipDigits()
	c := s.byteAt(0)
	if c == '.' {
		s.fraction()
		return
	}
	if !wordByte[c] {
		s.integer(s.sql[start:s.pos])
		return
	}
	if c == 'e' || c == 'E' {
		if n := s.exponent(); n > 0 {
			s.pos += n
			s.skipDigits()
			s.b.number()
			return
		}
	}
	s.pos = start
	s.qualified()
}

// radix returns the length of a number such as 0x1f or 0b01, 0 if there is none.
func (s *scanner) radix() int {
	var digit func(byte) bool
	switch s.byteAt(1) {
	case 'x':
		digit = isHex
	case 'b':
		digit = isBit
	default:
		return 0
	}
	n := 2
	for digit(s.byteAt(n)) {
		n++
	}
	if n == 2 || wordByte[s.byteAt(n)] {
		return 0
	}
	return n
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= upper[c] && upper[c] <= 'F'
}

func isBit(c byte) bool { return c == '0' || c == '1' }

func (s *scanner) skipDigits() {
	for classes[s.byteAt(0)] == classDigit {
		s.pos++
	}
}

// fraction reads the rest of a decimal number, from the point on.
func (s *scanner) fraction() {
	if s.byteAt(0) == '.' {
		s.pos++
	}
	s.skipDigits()
	if c := s.byteAt(0); c == 'e' || c == 'E' {
		if n := s.exponent(); n > 0 {
			s.pos += n
			s.skipDigits()
		}
	}
	s.b.number()
}

// exponent returns the length of an e, a sign and the first digit, 0 if that is
// not what comes next.
func (s *scanner) exponent() int {
	n := 1
	if c := s.byteAt(n); c == '+' || c == '-' {
		n++
	}
	if classes[s.byteAt(n)] != classDigit {
		return 0
	}
	return n + 1
}

// integer stores a whole number: as itself where it can name a column of ORDER BY
// or GROUP BY, as a literal elsewhere.
func (s *scanner) integer(digits string) {
	b := s.b
	if s.byDepth == s.depth && s.listItemBegins() && s.listItemEnds() {
		if n := columnNumber(digits); n != 0 {
			b.storeColumn(n)
			return
		}
	}
	b.number()
}

// columnNumber is the number of a column, 0 for what is none.
func columnNumber(digits string) uint32 {
	n := uint64(0)
	for i := range len(digits) {
		if n = n*10 + uint64(digits[i]-'0'); n > math.MaxUint32 {
			return 0
		}
	}
	return uint32(n)
}

// listItemBegins reports whether what comes next begins an item. Behind a literal and a
// comma it does not: with that it makes a list of literals, before MySQL knows what it is.
func (s *scanner) listItemBegins() bool {
	switch s.b.peek(1) {
	case tokBy, '(':
		return true
	case ',':
		p := s.b.peek(2)
		return p != tokValue && p != tokValues
	}
	return false
}

// listItemEnds reports whether the item ends here: no operator follows.
func (s *scanner) listItemEnds() bool {
	i := s.pos
	for i < len(s.sql) && classes[s.sql[i]] == classBlank {
		i++
	}
	if i == len(s.sql) {
		return true
	}
	switch c := s.sql[i]; classes[c] {
	case classWord, classClose, classHash:
		return true
	case classSlash, classStar: // a comment starts, or a versioned one ends
		return i+1 < len(s.sql) && (s.sql[i+1] == '*' || s.sql[i+1] == '/')
	case classMinus:
		return i+1 < len(s.sql) && s.sql[i+1] == '-'
	default:
		return c == ',' || c == ';'
	}
}
