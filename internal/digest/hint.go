package digest

// hint reads the optimizer hints directly behind SELECT and its kin. They are part
// of the statement's shape, with rules of their own: words are hint names or
// identifiers, points are passed over. Elsewhere /*+ */ is a comment.
func (s *scanner) hint() {
	i := s.pos
	for i < len(s.sql) && classes[s.sql[i]] == classBlank {
		i++
	}
	if i+2 >= len(s.sql) || s.sql[i:i+3] != "/*+" {
		return
	}
	s.pos = i + 3
	b, empty := s.b, true
	for s.pos < len(s.sql) && !b.full {
		c := s.sql[s.pos]
		if c == '*' && s.byteAt(1) == '/' {
			break
		}
		if classes[c] == classBlank {
			s.pos++
			continue
		}
		if empty {
			empty = false
			b.store(tokHintOpen)
		}
		if !s.hintToken(c) {
			break
		}
	}
	if !empty {
		b.store(tokHintClose)
	}
	for s.pos < len(s.sql) && !(s.sql[s.pos] == '*' && s.byteAt(1) == '/') {
		s.pos++
	}
	s.pos = min(s.pos+2, len(s.sql))
}

// hintToken reads one token of a hint and reports whether the hint can go on.
func (s *scanner) hintToken(c byte) bool {
	b := s.b
	switch classes[c] {
	case classWord:
		s.hintWord()
	case classDigit:
		s.hintNumber()
	case classQuote:
		s.quotedIdent(tokIdent)
		s.hintQualifier()
	case classString:
		if c == '"' && s.mode&ANSIQuotes != 0 {
			s.quotedIdent(tokIdent)
			return true
		}
		i := s.pos
		s.skipString()
		if s.pos == len(s.sql) { // unclosed: the rest is lost
			s.pos = i
			return false
		}
		b.value()
	case classAt:
		s.pos++
		if n := s.byteAt(0); wordByte[n] || n == '`' {
			b.store('@')
			s.hintName()
		}
	case classDot:
		s.pos++
		if classes[s.byteAt(0)] == classDigit {
			s.skipDigits()
			if !wordByte[s.byteAt(0)] {
				b.number()
			}
		}
	case classClose:
		s.pos++
		b.closeParen()
	default:
		s.char(c)
	}
	return true
}

func (s *scanner) hintWord() {
	start := s.pos
	s.skipWord()
	word := s.sql[start:s.pos]
	if s.byteAt(0) != '@' {
		if e := hintWords.find(word, hashWord(word)); e != nil {
			s.b.store(e.num)
			return
		}
	}
	s.b.storeText(tokIdent, word)
	s.hintQualifier()
}

// hintQualifier makes the identifier just stored the left part of table@block.
func (s *scanner) hintQualifier() {
	b := s.b
	if s.byteAt(0) == '@' && !b.full {
		b.buf[b.last], b.buf[b.last+1] = byte(tokIdentAt&0xff), byte(tokIdentAt>>8)
	}
}

// hintName reads the name behind an @.
func (s *scanner) hintName() {
	if s.byteAt(0) == '`' {
		s.quotedIdent(tokIdent)
		return
	}
	start := s.pos
	s.skipWord()
	s.b.storeText(tokIdent, s.sql[start:s.pos])
}

// hintNumber reads 10, 1.5 and 16M as literals; what else starts with a digit is
// an identifier.
func (s *scanner) hintNumber() {
	start := s.pos
	s.skipDigits()
	switch c := s.byteAt(0); {
	case c == '.':
		s.pos++
		n := s.pos
		s.skipDigits()
		if s.pos > n && !wordByte[s.byteAt(0)] {
			s.b.number()
		}
	case (upper[c] == 'K' || upper[c] == 'M' || upper[c] == 'G') && !wordByte[s.byteAt(1)]:
		s.pos++
		s.b.number()
	case wordByte[c]:
		s.skipWord()
		s.b.storeText(tokIdent, s.sql[start:s.pos])
	default:
		s.b.number()
	}
}
