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
