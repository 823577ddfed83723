package digest

// class says what a byte can start.
type class uint8

const (
	classOther class = iota // a token of its own
	classBlank
	classWord
	classDigit
	classString
	classQuote // backquote
	classDot
	classAt
	classSlash
	classStar
	classMinus
	classHash
	classCompare // < > = !
	classPair    // & |
	classColon
	classOpen
	classClose
)

var (
	classes  [256]class
	wordByte [256]bool // letters, digits, _, $ and everything beyond ASCII
)

func init() {
	for c := range 256 {
		switch {
		case c <= ' ' || c == 0x7f:
			classes[c] = classBlank
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '$', c >= 0x80:
			classes[c], wordByte[c] = classWord, true
		case '0' <= c && c <= '9':
			classes[c], wordByte[c] = classDigit, true
		}
	}
	for c, k := range map[byte]class{
		'\'': classString, '"': classString, '`': classQuote, '.': classDot, '@': classAt,
		'/': classSlash, '*': classStar, '-': classMinus, '#': classHash,
		'<': classCompare, '>': classCompare, '=': classCompare, '!': classCompare,
		'&': classPair, '|': classPair, ':': classColon, '(': classOpen, ')': classClose,
	} {
		classes[c] = k
	}
}

// noList is below every depth, also that of stray closing parentheses.
const noList = -1 << 31

// scanner splits one statement into tokens, as MySQL's lexer does.
type scanner struct {
	b       *Builder
	sql     string
	pos     int
	mode    Mode
	first   token // the statement's first keyword
	version bool  // inside /*! */
	depth   int   // open parentheses
	byDepth int   // depth of the ORDER BY or GROUP BY list being read, or noList
}

func (s *scanner) run() {
	b := s.b
	for s.pos < len(s.sql) && !b.full {
		c := s.sql[s.pos]
		switch classes[c] {
		case classBlank:
			s.pos++
		case classWord:
			s.word()
		case classDigit:
			s.digits()
		case classString:
			if c == '"' && s.mode&ANSIQuotes != 0 {
				s.quotedIdent(tokIdent)
			} else {
				s.skipString()
				b.value()
			}
		case classQuote:
			s.quotedIdent(tokIdent)
		case classDot:
			s.dot()
		case classAt:
			s.at()
		case classSlash:
			if s.byteAt(1) == '*' {
				s.comment()
			} else {
				s.char(c)
			}
		case classStar:
			if s.version && s.byteAt(1) == '/' {
				s.version = false
				s.pos += 2
			} else {
				s.char(c)
			}
		case classMinus:
			s.minus()
		case classHash:
			s.skipLine()
		case classCompare:
			s.compare(c)
		case classPair:
			s.pair(c)
		case classColon:
			if s.byteAt(1) == '=' {
				s.operator(tokAssign, 2)
			} else {
				s.char(c)
			}
		case classOpen:
			s.depth++
			s.char(c)
		case classClose:
			s.depth--
			if s.depth < s.byDepth {
				s.byDepth = noList
			}
			s.pos++
			b.closeParen()
		default:
			if c == '?' { // a placeholder counts as the literal it stands for
				s.pos++
				b.value()
			} else {
				s.char(c)
			}
		}
	}
}

// byteAt returns the byte i places ahead, 0 behind the end.
func (s *scanner) byteAt(i int) byte {
	if i += s.pos; i < len(s.sql) {
		return s.sql[i]
	}
	return 0
}

func (s *scanner) char(c byte) { s.operator(token(c), 1) }

func (s *scanner) operator(t token, size int) {
	s.pos += size
	s.b.store(t)
}

func (s *scanner) minus() {
	switch next := s.byteAt(1); {
	case next == '-' && classes[s.byteAt(2)] == classBlank: // also at the end
		s.skipLine()
	case next == '>' && s.byteAt(2) == '>':
		s.operator(tokLongArrow, 3)
	case next == '>':
		s.operator(tokArrow, 2)
	default:
		s.char('-')
	}
}

func (s *scanner) compare(c byte) {
	next := s.byteAt(1)
	switch {
	case c == '<' && next == '=' && s.byteAt(2) == '>':
		s.operator(tokNullSafeEqual, 3)
	case c == '<' && next == '=':
		s.operator(tokLessEqual, 2)
	case c == '<' && next == '>', c == '!' && next == '=':
		s.operator(tokNotEqual, 2)
	case c == '<' && next == '<':
		s.operator(tokShiftLeft, 2)
	case c == '>' && next == '>':
		s.operator(tokShiftRight, 2)
	case c == '>' && next == '=':
		s.operator(tokGreaterEqual, 2)
	case c == '<':
		s.operator(tokLess, 1)
	case c == '>':
		s.operator(tokGreater, 1)
	case c == '=':
		s.operator(tokEqual, 1)
	case next == '!': // MySQL reads !! as one
		s.operator('!', 2)
	default:
		s.char('!')
	}
}

func (s *scanner) pair(c byte) {
	switch {
	case s.byteAt(1) != c:
		s.char(c)
	case c == '&':
		s.operator(tokAndAnd, 2)
	case s.mode&PipesAsConcat != 0:
		s.operator(tokConcatPipes, 2)
	default:
		s.operator(tokPipes, 2)
	}
}

// dot reads a number such as .5, or the point of a qualified name, behind which
// every word is an identifier.
func (s *scanner) dot() {
	if c := s.byteAt(1); '0' <= c && c <= '9' {
		s.pos++
		s.fraction()
		return
	}
	s.char('.')
	s.qualified()
}

// qualified reads the names that directly follow a point.
func (s *scanner) qualified() {
	for s.pos < len(s.sql) && wordByte[s.sql[s.pos]] {
		start := s.pos
		s.skipWord()
		s.b.storeText(tokIdent, s.sql[start:s.pos])
		if s.byteAt(0) != '.' || !wordByte[s.byteAt(1)] {
			return
		}
		s.char('.')
	}
}

func (s *scanner) skipWord() {
	for s.pos < len(s.sql) && wordByte[s.sql[s.pos]] {
		s.pos++
	}
}

// at reads @name, @'name', @`name` and @@name. An unquoted user variable counts
// as a literal, a system variable as keyword or identifier.
func (s *scanner) at() {
	s.char('@')
	switch s.byteAt(0) {
	case '\'', '"', '`':
		return
	case '@':
		s.char('@')
		return
	}
	for s.pos < len(s.sql) && (wordByte[s.sql[s.pos]] || s.sql[s.pos] == '.') {
		s.pos++
	}
	s.b.value()
}
