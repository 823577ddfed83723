package sqlerr

import (
	"strings"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// What the engine's parser takes as words and MySQL's does not, each with MySQL's error.

// NamelessVariable is the error of a system variable without a name, or with more names
// than one and a scope; nil if the statement at the front of a text has none. The engine
// panics at it.
func NamelessVariable(text string, ansiQuotes bool) error {
	if !strings.Contains(text, "@@") {
		return nil
	}
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		word := t.Of(text)
		if word == ";" {
			return nil
		}
		name, system := strings.CutPrefix(word, "@@")
		if t.Kind != words.Variable || !system {
			continue
		}
		if at := endOfVariable(name); at >= 0 {
			return Numbered(nearError(strings.TrimRight(text, "; \t\r\n"), nextByte(text, t.Start+len("@@")+at)))
		}
	}
	return nil
}

// endOfVariable is where what stands behind @@ is no name any more, negative if it is one:
// a scope, a component and a variable, of which the last alone must be there.
func endOfVariable(name string) int {
	at, parts := 0, strings.Split(name, ".")
	most := 2
	if len(parts) > 1 && isScope(parts[0]) {
		most = 3
	}
	for i, part := range parts {
		switch {
		case strings.Trim(part, "`") == "":
			return at
		case i == most && !strings.Contains(name, "`"):
			return at - len(".")
		}
		at += len(part) + len(".")
	}
	return -1
}

// isScope says of a word that it is a scope of system variables.
func isScope(word string) bool {
	switch strings.ToLower(word) {
	case "global", "session", "local", "persist", "persist_only":
		return true
	}
	return false
}

// nextByte is the first place from at on without white space.
func nextByte(text string, at int) int {
	return min(at+len(text[at:])-len(strings.TrimLeft(text[at:], " \t\r\n")), len(strings.TrimRight(text, "; \t\r\n")))
}

// QuestionMark is the error of a parameter in the statement at the front of a text that
// is not prepared; nil if there is none.
func QuestionMark(text string, ansiQuotes bool) error {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		switch word := t.Of(text); {
		case word == ";":
			return nil
		case t.Kind == words.Symbol && word == "?":
			return Numbered(nearError(strings.TrimRight(text, "; \t\r\n"), t.Start))
		}
	}
	return nil
}

// numberError is that of a number without an exponent behind its e: a name to MySQL,
// where it has no point.
func numberError(of *Statement, parts []string) *mysql.SQLError {
	number := parts[1]
	if digits := strings.TrimRight(number, "eE"); strings.Trim(digits, "0123456789") == "" {
		return mysql.NewSQLError(mysql.ERBadFieldError, stateNoColumn, "Unknown column '%s' in 'field list'", number)
	}
	return asSent(nearError(strings.TrimRight(of.Query, "; \t\r\n"), max(strings.Index(of.Query, number), 0)))
}

// asSent is an error of a text with its number.
func asSent(err error) *mysql.SQLError {
	sent, _ := Numbered(err).(*mysql.SQLError) //nolint:errorlint // it has just been made
	return sent
}
