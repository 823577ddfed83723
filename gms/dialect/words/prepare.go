package words

import "strings"

// Unprepared says of a text that it is a statement which MySQL does not prepare:
// what handles prepared statements itself, stored programs, LOAD DATA, locks of
// tables and USE.
func Unprepared(text string) bool {
	s := Scanner{Text: text}
	first := s.Next()
	for first.is(text, ";") {
		first = s.Next()
	}
	for _, w := range [...]string{"PREPARE", "EXECUTE", "DEALLOCATE", "USE", "LOAD", "LOCK", "UNLOCK"} {
		if first.Is(text, w) {
			return true
		}
	}
	drops := first.Is(text, "DROP")
	if !drops && !first.Is(text, "CREATE") && !first.Is(text, "ALTER") {
		return false
	}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		switch {
		case t.is(text, "="), t.is(text, "@"): // of a DEFINER
			s.Next()
			continue
		case t.Kind != Word && t.Kind != Name:
			continue
		}
		for _, w := range [...]string{"PROCEDURE", "FUNCTION", "TRIGGER", "EVENT"} {
			if t.Is(text, w) {
				return true
			}
		}
		if drops {
			return t.Is(text, "PREPARE")
		}
		for _, w := range [...]string{"OR", "REPLACE", "DEFINER", "AGGREGATE"} {
			if t.Is(text, w) {
				t.Kind = End
			}
		}
		if t.Kind != End {
			return false
		}
	}
	return false
}

// Parameters is how many places for values a text has.
func Parameters(text string, ansiQuotes bool) (n int) {
	if strings.IndexByte(text, '?') < 0 {
		return 0
	}
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		if t.is(text, "?") {
			n++
		}
	}
	return n
}

// Fill is a text with values in the places for them, which value gives as literals; where it
// gives none the place stays.
func Fill(text string, ansiQuotes bool, value func(i int) (literal string, ok bool)) string {
	if strings.IndexByte(text, '?') < 0 {
		return text
	}
	var b strings.Builder
	s, end, n := Scanner{Text: text, AnsiQuotes: ansiQuotes}, 0, 0
	for t := s.Next(); t.Kind != End; t = s.Next() {
		if !t.is(text, "?") {
			continue
		}
		if literal, ok := value(n); ok {
			b.WriteString(text[end:t.Start])
			b.WriteString(literal)
			end = t.End
		}
		n++
	}
	b.WriteString(text[end:])
	return b.String()
}

// WithoutPrepared is a PREPARE without the text that it prepares: MySQL's logs have that as
// an entry of its own. A text that a variable has is not in it anyway.
func WithoutPrepared(text string, ansiQuotes bool) string {
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		if !t.Is(text, "FROM") {
			continue
		}
		if next := s.Next(); next.Kind != Variable && next.Kind != Symbol {
			return text[:t.End] + " ..."
		}
		break
	}
	return text
}
