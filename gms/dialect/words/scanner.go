package words

import "strings"

// Kind says what a token is.
type Kind uint8

// The kinds of tokens.
const (
	End    Kind = iota // of the text, or where the parser gives up for good
	Word               // a keyword, or a name without quotes
	Name               // a name in quotes
	String             // a literal in quotes, a quote of each kind
	Number
	Variable // @name, @@name
	Symbol   // an operator or any other character
)

// Token is a part of a text, by its bytes.
type Token struct {
	Kind       Kind
	Start, End int
	// Glued: there is nothing between it and the token before, as in 'user'@'host'.
	Glued bool
}

// Scanner reads a text token by token, without comments. What stands in a
// comment that is to be executed, /*! ... */, belongs to the text. It allocates
// nothing. A copy of a Scanner goes on from the same place.
type Scanner struct {
	Text string
	// AnsiQuotes: double quotes are around names, as with the SQL mode of that name.
	AnsiQuotes bool

	pos   int
	limit int // where the comment ends that is being executed; 0 outside one
	after int // where the text goes on behind it
	// named: the last token was a name or a string and an @ comes right after
	// it, which therefore is no variable's.
	named bool
	// labelled: the last token was a colon that belongs to the word behind it.
	labelled bool
	// invalid: the parser takes nothing from here on.
	invalid bool
}

// Pos is where the next token is looked for.
func (s *Scanner) Pos() int { return s.pos }

// Invalid says that the text was left off at a byte that no statement has.
func (s *Scanner) Invalid() bool { return s.invalid }

// AtEnd says whether no token follows.
func (s *Scanner) AtEnd() bool {
	ahead := *s
	return ahead.Next().Kind == End && !ahead.invalid
}

// end is where the part of the text ends that is being read.
func (s *Scanner) end() int {
	if s.limit > 0 {
		return s.limit
	}
	return len(s.Text)
}

// at is a byte of that part; 0 behind it.
func (s *Scanner) at(i int) byte {
	if i < s.end() {
		return s.Text[i]
	}
	return 0
}

// Of is the token's text, in the text it was read from.
func (t Token) Of(text string) string { return text[t.Start:t.End] }

// Next gives the next token.
func (s *Scanner) Next() Token {
	before := s.pos
	s.skip()
	start := s.pos
	if start >= s.end() || s.invalid {
		return Token{Kind: End, Start: start, End: start}
	}
	named, labelled := s.named, s.labelled
	s.named, s.labelled = false, false
	kind := s.read(s.Text[start], named)
	if kind == End {
		s.invalid = true
		return Token{Kind: End, Start: start, End: start}
	}
	s.named = kind != Symbol && kind != Number && !labelled && s.at(s.pos) == '@'
	return Token{Kind: kind, Start: start, End: s.pos, Glued: before == start && start > 0}
}

// read passes over a token that begins with c.
func (s *Scanner) read(c byte, named bool) Kind {
	switch {
	case s.at(s.pos+1) == '\'' && (c|0x20 == 'x' || c|0x20 == 'b'):
		return s.bits(c|0x20 == 'x')
	case isLetter(c):
		s.word(s.pos + 1)
		return Word
	case c == ':':
		return s.colon()
	case c == '@':
		s.pos++
		if named {
			return Symbol
		}
		return s.variable()
	case isDigit(c):
		return s.number()
	case c == '\'', c == '"' && !s.ansi():
		s.pos = endOfString(s.Text, s.pos, s.end())
		return String
	case c == '`', c == '"':
		s.pos = endOfName(s.Text, s.pos, s.end())
		return Name
	case c == '.' && isDigit(s.at(s.pos+1)):
		return s.number()
	case c == 0:
		// The parser takes what follows for a string of an odd kind, or skips
		// the byte: no statement has one outside quotes.
		return End
	}
	s.pos += symbolLength(s.Text[s.pos:s.end()])
	return Symbol
}

// ansi says whether double quotes are around names. A comment that is executed
// is read by the default mode.
func (s *Scanner) ansi() bool { return s.AnsiQuotes && s.limit == 0 }

func (s *Scanner) word(from int) {
	for from < s.end() && isWordByte(s.Text[from]) {
		from++
	}
	s.pos = from
}

// variable passes over the rest of a variable, of which the @ has been read.
func (s *Scanner) variable() Kind {
	system := s.at(s.pos) == '@'
	if system {
		s.pos++
	}
	for s.pos < s.end() {
		c := s.Text[s.pos]
		if !isWordByte(c) && (!system || !isQuoteOrDot(c)) {
			break
		}
		s.pos++
	}
	if s.at(s.pos) != '`' || system {
		return Variable
	}
	for s.pos++; s.pos < s.end(); s.pos++ {
		switch c := s.Text[s.pos]; {
		case c == '`':
			s.pos++
			return Variable
		case !isWordByte(c) && !isQuoteOrDot(c) && !isSpace(c):
			return Variable
		}
	}
	return Variable
}

// bits passes over x'0F' or b'01'.
func (s *Scanner) bits(hex bool) Kind {
	s.pos += 2
	for c := s.at(s.pos); c == '0' || c == '1' || hex && isHex(c); c = s.at(s.pos) {
		s.pos++
	}
	if s.at(s.pos) != '\'' {
		return Symbol // the parser goes on here too, with an error
	}
	s.pos++
	return Number
}

// colon passes over an operator, the name of a parameter, or what stands before
// a label's block.
func (s *Scanner) colon() Kind {
	s.pos++
	switch s.at(s.pos) {
	case '=':
		s.pos++
		return Symbol
	case ':':
		s.pos++
	}
	if !isLetter(s.at(s.pos)) {
		return Symbol
	}
	from := s.pos
	for isWordByte(s.at(s.pos)) || s.at(s.pos) == '.' {
		s.pos++
	}
	for _, block := range [...]string{"BEGIN", "LOOP", "REPEAT", "WHILE"} {
		if strings.EqualFold(s.Text[from:s.pos], block) {
			s.pos, s.labelled = from, true
			break
		}
	}
	return Symbol
}

func isQuoteOrDot(c byte) bool { return c == '.' || c == '\'' || c == '"' || c == '`' }

// number passes over a number, or a name that begins with digits.
func (s *Scanner) number() Kind {
	from := s.pos
	digits := func() {
		for isDigit(s.at(s.pos)) {
			s.pos++
		}
	}
	if s.at(s.pos) == '0' && s.at(s.pos+1)|0x20 == 'x' {
		s.pos += 2
		for isHex(s.at(s.pos)) {
			s.pos++
		}
	} else {
		digits()
		if s.at(s.pos) == '.' {
			s.pos++
			digits()
		}
		if s.at(s.pos)|0x20 == 'e' {
			s.pos++
			if c := s.at(s.pos); c == '+' || c == '-' {
				s.pos++
			}
			digits()
		}
	}
	if isLetter(s.at(s.pos)) && strings.IndexByte(s.Text[from:s.pos], '.') < 0 {
		s.word(s.pos)
		return Word
	}
	return Number
}

// skip passes over white space and comments, into those that are executed and
// out of them again.
func (s *Scanner) skip() {
	for {
		end := s.end()
		if s.pos >= end {
			if s.limit == 0 {
				return
			}
			s.pos, s.limit = s.after, 0
			continue
		}
		c := s.Text[s.pos]
		next := s.at(s.pos + 1)
		switch {
		case isSpace(c):
			s.pos++
		case c == '#', c == '-' && next == '-', c == '/' && next == '/':
			nl := strings.IndexByte(s.Text[s.pos:end], '\n')
			if nl < 0 {
				s.pos = end
			} else {
				s.pos += nl + 1
			}
		case c == '/' && next == '*':
			if !s.comment() {
				return
			}
		default:
			return
		}
	}
}

// comment passes over a comment, or to the content of one that is executed. It
// is false where the parser gives up: the comment has no end.
func (s *Scanner) comment() bool {
	body := s.pos + 2
	executed, maria := s.at(body) == '!', s.at(body) == 'M' && s.at(body+1) == '!'
	switch {
	case executed:
		body++
	case maria:
		body += 2
	}
	n := strings.Index(s.Text[min(body, s.end()):s.end()], "*/")
	if n < 0 {
		s.pos, s.invalid = s.end(), true
		return false
	}
	after := body + n + 2
	if !executed && !maria {
		s.pos = after
		return true
	}
	content, ok := executedFrom(s.Text[body:body+n], maria)
	switch {
	case !ok:
		s.pos = after
	default:
		s.pos, s.limit, s.after = body+content, body+n, after
	}
	return true
}

// executedFrom is where in an executed comment its content begins, behind the
// version; false if there is none, or the version is none.
func executedFrom(body string, maria bool) (int, bool) {
	digits := 0
	for digits < len(body) && digits < 6 && isDigit(body[digits]) {
		digits++
	}
	i := 0
	switch {
	case maria && digits == 6 && len(body) > 6 && isSpace(body[6]):
		i = 6
	case digits >= 5:
		i = 5
	case digits > 0:
		return 0, false
	}
	for i < len(body) && (isSpace(body[i]) || body[i] == '\v' || body[i] == '\f') {
		i++
	}
	return i, i < len(body)
}

// endOfString is where a string ends that begins at i.
func endOfString(text string, i, end int) int {
	quote := text[i]
	for i++; i < end; i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			if i+1 >= end || text[i+1] != quote {
				return i + 1
			}
			i++
		}
	}
	return end
}

// endOfName is where a quoted name ends that begins at i.
func endOfName(text string, i, end int) int {
	quote := text[i]
	for i++; i < end; i++ {
		if text[i] == quote {
			if i+1 >= end || text[i+1] != quote {
				return i + 1
			}
			i++
		}
	}
	return end
}

// symbolLength is the length of the operator at the front of s.
func symbolLength(s string) int {
	if len(s) > 1 {
		switch s[:2] {
		case "->", "<=":
			if len(s) > 2 && s[2] == '>' {
				return 3
			}
			return 2
		case "&&", "||", "<>", "<<", ">=", ">>", "!=":
			return 2
		}
	}
	return 1
}

func isSpace(c byte) bool  { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isHex(c byte) bool    { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// isWordByte says whether c belongs to a name without quotes.
func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) }
