package gms

import "strings"

// programText is a stored program's source cut into its statements, as the
// engine's plan of it, a syntax tree, does not keep their texts.
type programText struct {
	// statements are those that do something by themselves, in the order the
	// engine's operations have them: the body of a REPEAT twice, since it runs
	// once before its condition is looked at.
	statements []string
	// handlers are the first statements of the handlers declared, in order.
	handlers []string
}

// textOfProgram cuts the source of a CREATE PROCEDURE or CREATE TRIGGER. What
// it does not understand gives a programText that fits no plan.
func textOfProgram(create string) programText {
	s := programScanner{text: create}
	if !s.findBody() {
		return programText{}
	}
	var p programText
	s.statement(&p)
	return p
}

// withoutJumps leaves out ITERATE and LEAVE, which the engine's operations do
// not tell from the jumps it makes of itself.
func (p *programText) withoutJumps() []string {
	var out []string
	for _, text := range p.statements {
		s := programScanner{text: text}
		if !s.next().isOneOf("ITERATE", "LEAVE") {
			out = append(out, text)
		}
	}
	return out
}

// programScanner reads the tokens of a stored program.
type programScanner struct {
	text string
	pos  int
}

// programToken is a word, a single character, or something quoted; an empty
// text is the end.
type programToken struct {
	text   string
	start  int
	quoted bool
}

func (t programToken) is(word string) bool { return !t.quoted && strings.EqualFold(t.text, word) }

func (t programToken) isOneOf(words ...string) bool {
	for _, w := range words {
		if t.is(w) {
			return true
		}
	}
	return false
}

func (s *programScanner) next() programToken {
	i := s.skipBlank(s.pos)
	start := i
	if i >= len(s.text) {
		s.pos = i
		return programToken{start: i}
	}
	c := s.text[i]
	if c == '\'' || c == '"' || c == '`' {
		s.pos = endOfQuoted(s.text, i)
		return programToken{s.text[i:s.pos], start, true}
	}
	for i < len(s.text) && (isWordByte(s.text[i]) || s.text[i] >= 0x80 || s.text[i] == '$' || s.text[i] == '@') {
		i++
	}
	if i == start {
		i++
	}
	s.pos = i
	return programToken{s.text[start:i], start, false}
}

func (s *programScanner) peek() programToken {
	was := s.pos
	t := s.next()
	s.pos = was
	return t
}

// accept passes over a word if it is next.
func (s *programScanner) accept(words ...string) bool {
	was := s.pos
	if s.next().isOneOf(words...) {
		return true
	}
	s.pos = was
	return false
}

// skipBlank passes over white space and comments.
func (s *programScanner) skipBlank(i int) int {
	for i < len(s.text) {
		rest := s.text[i:]
		switch {
		case rest[0] == ' ' || rest[0] >= '\t' && rest[0] <= '\r':
			i++
		case rest[0] == '#' || strings.HasPrefix(rest, "-- ") || strings.HasPrefix(rest, "--\n") || strings.HasPrefix(rest, "--\t"):
			nl := strings.IndexByte(rest, '\n')
			if nl < 0 {
				return len(s.text)
			}
			i += nl + 1
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return len(s.text)
			}
			i += end + 4
		default:
			return i
		}
	}
	return i
}

// endOfQuoted is where a quoted string ends that begins at i.
func endOfQuoted(text string, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote != '`':
			i++
		case text[i] == quote && i+1 < len(text) && text[i+1] == quote:
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}

// findBody goes to where the program's body begins.
func (s *programScanner) findBody() bool {
	for {
		switch t := s.next(); {
		case t.text == "":
			return false
		case t.is("PROCEDURE"):
			return s.skipParameters() && s.skipCharacteristics()
		case t.is("EACH"):
			if !s.accept("ROW") {
				return false
			}
			if s.accept("FOLLOWS", "PRECEDES") {
				s.next()
			}
			return true
		}
	}
}

func (s *programScanner) skipParameters() bool {
	depth := 0
	for {
		switch s.next().text {
		case "":
			return false
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return true
			}
		}
	}
}

func (s *programScanner) skipCharacteristics() bool {
	for {
		switch {
		case s.accept("COMMENT", "LANGUAGE", "CONTAINS", "NO"):
			s.next()
		case s.accept("READS", "MODIFIES", "SQL"): // READS SQL DATA, SQL SECURITY DEFINER
			s.next()
			s.next()
		case s.accept("NOT", "DETERMINISTIC"):
		default:
			return true
		}
	}
}

// statement reads one statement with those inside it.
func (s *programScanner) statement(p *programText) {
	t := s.next()
	if colon := s.peek(); colon.text == ":" && !colon.quoted {
		s.next() // a label
		t = s.next()
	}
	switch {
	case t.is("BEGIN"):
		s.block(p, "END")
		s.skipTo(";")
	case t.is("IF"):
		s.skipTo("THEN")
		for end := s.block(p, "ELSEIF", "ELSE", "END"); !end.isOneOf("END", ""); end = s.block(p, "ELSEIF", "ELSE", "END") {
			if end.is("ELSEIF") {
				s.skipTo("THEN")
			}
		}
		s.skipTo(";")
	case t.is("CASE"):
		for when := s.skipTo("WHEN"); !when.isOneOf("END", ""); {
			if when.is("WHEN") {
				s.skipTo("THEN")
			}
			when = s.block(p, "WHEN", "ELSE", "END")
		}
		s.skipTo(";")
	case t.is("WHILE"):
		s.skipTo("DO")
		s.block(p, "END")
		s.skipTo(";")
	case t.is("LOOP"):
		s.block(p, "END")
		s.skipTo(";")
	case t.is("REPEAT"):
		first := len(p.statements)
		s.block(p, "UNTIL")
		p.statements = append(p.statements, p.statements[first:]...)
		s.skipTo("END")
		s.skipTo(";")
	case t.is("DECLARE") && s.handler():
		var own programText
		s.statement(&own)
		text := ""
		if len(own.statements) > 0 {
			text = own.statements[0]
		}
		p.handlers = append(p.handlers, text)
	default:
		s.pos = t.start
		s.skipTo(";")
		end := s.pos
		if end > t.start && s.text[end-1] == ';' {
			end--
		}
		p.statements = append(p.statements, strings.TrimSpace(s.text[t.start:end]))
	}
}

// handler passes over what stands before the statement of a handler that is
// being declared; false if something else is.
func (s *programScanner) handler() bool {
	was := s.pos
	s.next()
	if !s.accept("HANDLER") {
		s.pos = was
		return false
	}
	s.accept("FOR")
	for {
		switch t := s.next(); {
		case t.is("NOT"):
			s.accept("FOUND")
		case t.is("SQLSTATE"):
			s.accept("VALUE")
			s.next()
		}
		if !s.accept(",") {
			return true
		}
	}
}

// block reads statements up to one of the words, and returns it.
func (s *programScanner) block(p *programText, until ...string) programToken {
	for {
		t := s.peek()
		if t.text == "" {
			return t
		}
		if t.isOneOf(until...) {
			return s.next()
		}
		was := s.pos
		s.statement(p)
		if s.pos == was {
			return programToken{start: len(s.text)}
		}
	}
}

// skipTo passes over an expression, or the rest of a statement, to behind a
// word, which it returns. What stands in a CASE expression does not count.
func (s *programScanner) skipTo(word string) programToken {
	depth := 0
	for {
		t := s.next()
		switch {
		case t.text == "":
			return t
		case depth == 0 && t.is(word):
			return t
		case word == ";": // the end of a statement stands in no CASE
		case t.is("CASE"):
			depth++
		case t.is("END") && depth > 0:
			depth--
		}
	}
}
