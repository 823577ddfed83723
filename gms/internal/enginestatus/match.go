package enginestatus

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Matches reports whether a statement is SHOW ENGINE PERFORMANCE_SCHEMA STATUS. For any other
// it costs a comparison or two.
func Matches(query string) bool {
	leading, ok := leadingWords(query)
	return ok && leading == "show engine performance_schema status"
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
