package gms

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// matchInjected recognises the statements this package adds to the grammar.
// For any other it costs a comparison or two.
func (a grammarServer) matchInjected(query string) (sqlparser.Statement, bool) {
	leading, ok := leadingWords(query)
	if !ok {
		return nil, false
	}
	switch leading {
	case "show engine performance_schema status":
		return a.buffers.Statement(), true
	}
	return nil, false
}

// leadingWords gives a short statement as lower-case words between single
// spaces, without comments, quotes around names and the final semicolon. It
// gives up at once on a statement that begins with neither SHOW nor FLUSH.
func leadingWords(query string) (string, bool) {
	const longest = 5
	var list []string
	for s := (words.Scanner{Text: query}); ; {
		t := s.Next()
		word := t.Of(query)
		switch {
		case t.Kind == words.End && !s.Invalid(), word == ";" && s.AtEnd():
			return strings.Join(list, " "), len(list) > 0
		case t.Kind == words.Name:
			word = strings.Trim(word, "`")
		case t.Kind != words.Word:
			return "", false
		}
		if len(list) == longest || len(list) == 0 && !strings.EqualFold(word, "show") && !strings.EqualFold(word, "flush") {
			return "", false
		}
		list = append(list, strings.ToLower(word))
	}
}
