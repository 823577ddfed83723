package digest

import "strings"

// word reads a keyword, an identifier, a character set introducer, or a literal
// that starts with a letter: x'1f', b'01', n'text', $$text$$.
func (s *scanner) word() {
	b, sql, start := s.b, s.sql, s.pos
	if c := sql[start]; c == '$' && s.dollarString() {
		b.value()
		return
	} else if start+1 < len(sql) && sql[start+1] == '\'' {
		switch upper[c] {
		case 'X', 'B':
			s.pos++
			s.skipString()
			b.number()
			return
		case 'N':
			s.pos++
			s.skipString()
			b.value()
			return
		}
	}
	h, i := uint32(hashSeed), start
	for i < len(sql) {
		c := sql[i]
		if !wordByte[c] {
			break
		}
		h = (h ^ uint32(upper[c])) * hashMul
		i++
	}
	s.pos = i
	word := sql[start:i]
	// @@session.x is a keyword and a name, session.x are two names.
	if s.byteAt(0) == '.' && wordByte[s.byteAt(1)] && !s.systemVariable(start) {
		b.storeText(tokIdent, word)
		s.char('.')
		s.qualified()
		return
	}
	if e := grammarWords.find(word, h); e != nil && (!e.function || s.callFollows()) {
		s.keyword(e.num)
		return
	}
	if word[0] == '_' && isCharset(word[1:]) {
		b.store(tokCharset)
		return
	}
	b.storeText(tokIdent, word)
}

func (s *scanner) systemVariable(start int) bool {
	return start > 1 && s.sql[start-1] == '@' && s.sql[start-2] == '@'
}

func (s *scanner) callFollows() bool {
	i := s.pos
	if s.mode&IgnoreSpace != 0 {
		for i < len(s.sql) && classes[s.sql[i]] == classBlank {
			i++
		}
	}
	return i < len(s.sql) && s.sql[i] == '('
}

// keyword stores a keyword; a few change how the following is read.
func (s *scanner) keyword(t token) {
	b := s.b
	if s.first == tokNone {
		s.first = t
	}
	switch t {
	case tokNull:
		if s.nullIsValue() {
			b.value()
			return
		}
	case tokWith:
		if s.take("ROLLUP") {
			t = tokWithRollup
		}
	case tokBy:
		if p := b.peek(1); p == tokOrder || p == tokGroup || p == tokPartition {
			s.byDepth = s.depth
		}
	case tokRollup, tokCube:
		if p := b.peek(1); s.byDepth == s.depth && (p == tokBy || p == ',') && s.openFollows() {
			s.byDepth++ // the list goes on in its parentheses
		}
	case tokLimit, tokOn, tokSelect:
		s.byDepth = noList
	}
	b.store(t)
	switch t {
	case tokSelect, tokInsert, tokReplace, tokUpdate, tokDelete:
		s.hint()
	}
}

// openFollows says whether a parenthesis opens next.
func (s *scanner) openFollows() bool {
	i := s.pos
	for i < len(s.sql) && classes[s.sql[i]] == classBlank {
		i++
	}
	return i < len(s.sql) && s.sql[i] == '('
}

// take skips blanks and the given word if it comes next.
func (s *scanner) take(up string) bool {
	i := s.pos
	for i < len(s.sql) && classes[s.sql[i]] == classBlank {
		i++
	}
	end := i + len(up)
	if i == s.pos || end > len(s.sql) || !sameWord(s.sql[i:end], up) ||
		end < len(s.sql) && wordByte[s.sql[end]] {
		return false
	}
	s.pos = end
	return true
}

// nullIsValue tells the value NULL from the one that belongs to a clause: IS
// NULL, a column's NULL and NOT NULL, SET NULL, NULL ON EMPTY.
func (s *scanner) nullIsValue() bool {
	b := s.b
	switch p := b.peek(1); p {
	case tokNot:
		return b.peek(2) != tokIs && s.first != tokCreate && s.first != tokAlter
	case tokOn: // ABSENT ON NULL, NULL ON NULL; but JOIN t ON NULL
		return b.peek(2) != tokAbsent && b.peek(2) != tokNull
	case tokEqual:
		return b.peek(2) != tokPrivilegeChecks && b.peek(2) != tokSecondaryEngine
	default:
		return startsExpr[p] || wantsOperand[p]
	}
}

// quotedIdent reads an identifier in quotes, with doubled quotes inside.
func (s *scanner) quotedIdent(t token) {
	quote := s.sql[s.pos]
	s.pos++
	start, doubled := s.pos, false
	for {
		i := strings.IndexByte(s.sql[s.pos:], quote)
		if i < 0 { // never closed
			s.pos = len(s.sql)
			s.b.storeQuoted(t, s.sql[start:], quote, doubled)
			return
		}
		s.pos += i + 1
		if s.byteAt(0) != quote {
			s.b.storeQuoted(t, s.sql[start:s.pos-1], quote, doubled)
			return
		}
		doubled = true
		s.pos++
	}
}

// storeQuoted is storeText with doubled quotes made single.
func (b *Builder) storeQuoted(t token, text string, quote byte, doubled bool) {
	at := len(b.buf)
	b.storeText(t, text)
	if !doubled || b.full {
		return
	}
	body := b.buf[at+identHeader:]
	n := 0
	for i := 0; i < len(body); i++ {
		body[n] = body[i]
		n++
		if body[i] == quote {
			i++
		}
	}
	b.buf[at+2], b.buf[at+3] = byte(n), byte(n>>8)
	b.buf = b.buf[:at+identHeader+n]
	b.floor = len(b.buf)
}
