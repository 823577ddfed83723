package words

import "strings"

// ProgramText is a stored program's source cut into its statements, as the
// engine's plan of it, a syntax tree, does not keep their texts.
type ProgramText struct {
	// Statements are those that do something by themselves, in the order the
	// engine's operations have them: the body of a REPEAT twice, since it runs
	// once before its condition is looked at, and a SET once for each variable.
	Statements []string
	// Handlers are the first statements of the handlers declared, in order.
	Handlers []string
}

// TextOfProgram cuts the source of a CREATE PROCEDURE or CREATE TRIGGER. What
// it does not understand gives a ProgramText that fits no plan.
func TextOfProgram(create string) ProgramText {
	s := programScanner{Scanner{Text: create}}
	if !s.findBody() {
		return ProgramText{}
	}
	var p ProgramText
	s.statement(&p)
	return p
}

// BodyOfProgram is where the body of a CREATE PROCEDURE begins, behind its parameters and
// characteristics; ok is false where it has none.
func BodyOfProgram(create string) (at int, ok bool) {
	s := programScanner{Scanner{Text: create}}
	if !s.findBody() {
		return 0, false
	}
	begins := s.peek()
	return begins.start, begins.text != ""
}

// WithoutJumps leaves out ITERATE and LEAVE, which the engine's operations do
// not tell from the jumps it makes of itself.
func (p *ProgramText) WithoutJumps() []string {
	var out []string
	for _, text := range p.Statements {
		s := programScanner{Scanner{Text: text}}
		if !s.next().isOneOf("ITERATE", "LEAVE") {
			out = append(out, text)
		}
	}
	return out
}

// programScanner reads the tokens of a stored program.
type programScanner struct{ Scanner }

// programToken is a word, a variable, an operator, or something quoted; an empty
// text is the end.
type programToken struct {
	text       string
	start, end int
	quoted     bool
}

func (t programToken) is(word string) bool { return !t.quoted && strings.EqualFold(t.text, word) }

func (t programToken) isOneOf(list ...string) bool {
	for _, w := range list {
		if t.is(w) {
			return true
		}
	}
	return false
}

func (s *programScanner) next() programToken {
	t := s.Next()
	return programToken{t.Of(s.Text), t.Start, t.End, t.Kind == String || t.Kind == Name}
}

func (s *programScanner) peek() programToken {
	ahead := *s
	return ahead.next()
}

// accept passes over a word if it is next.
func (s *programScanner) accept(list ...string) bool {
	was := *s
	if s.next().isOneOf(list...) {
		return true
	}
	*s = was
	return false
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
func (s *programScanner) statement(p *ProgramText) {
	begin := *s
	t := s.next()
	if colon := s.peek(); colon.text == ":" && !colon.quoted {
		s.next() // a label
		begin = *s
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
		first := len(p.Statements)
		s.block(p, "UNTIL")
		p.Statements = append(p.Statements, p.Statements[first:]...)
		s.skipTo("END")
		s.skipTo(";")
	case t.is("DECLARE") && s.handler():
		var own ProgramText
		s.statement(&own)
		text := ""
		if len(own.Statements) > 0 {
			text = own.Statements[0]
		}
		p.Handlers = append(p.Handlers, text)
	default:
		*s = begin
		end := s.skipTo(";")
		text := strings.TrimSpace(s.Text[t.start:max(end.start, t.start)])
		for range assignments(text) {
			p.Statements = append(p.Statements, text)
		}
	}
}

// assignments is how many variables a SET sets; 1 for other statements.
func assignments(text string) int {
	s := programScanner{Scanner{Text: text}}
	n, depth := 1, 0
	if !s.next().is("SET") {
		return n
	}
	for {
		switch t := s.next(); {
		case t.text == "":
			return n
		case t.quoted:
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case t.text == "," && depth == 0:
			n++
		}
	}
}

// handler passes over what stands before the statement of a handler that is
// being declared; false if something else is.
func (s *programScanner) handler() bool {
	was := *s
	s.next()
	if !s.accept("HANDLER") {
		*s = was
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
func (s *programScanner) block(p *ProgramText, until ...string) programToken {
	for {
		t := s.peek()
		if t.text == "" {
			return t
		}
		if t.isOneOf(until...) {
			return s.next()
		}
		was := s.Pos()
		s.statement(p)
		if s.Pos() == was {
			return programToken{start: len(s.Text)}
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
