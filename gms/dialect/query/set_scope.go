package query

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// In SET GLOBAL a = 1, b = 2 the word holds for both, until another comes; it does not
// where it is written @@global.a. To the parser it holds for the first alone, and both are
// the same: so the text tells.

// scopeWords are those, by what the parser makes of each.
var scopeWords = map[string]sqlparser.SetScope{
	"GLOBAL": sqlparser.SetScope_Global, "SESSION": sqlparser.SetScope_Session, "LOCAL": sqlparser.SetScope_Session,
	"PERSIST": sqlparser.SetScope_Persist, "PERSIST_ONLY": sqlparser.SetScope_PersistOnly,
}

// KeepScopes has each variable of a SET that names no scope take that of the word before.
// text begins with the statement.
func KeepScopes(stmt sqlparser.Statement, text string, ansiQuotes bool) {
	set, ok := stmt.(*sqlparser.Set)
	if !ok || len(set.Exprs) < 2 {
		return
	}
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	if t := s.Next(); !t.Is(text, "SET") {
		return
	}
	held, depth := sqlparser.SetScope_None, 0
	for i := 0; i < len(set.Exprs); i++ {
		first, second := s.Next(), s.Next()
		switch scope, isWord := scopeOf(first, text); {
		case isWord && second.Kind != words.End && !second.Is(text, "=") && !second.Is(text, ":="):
			held = scope
		case first.Kind == words.Word && held != sqlparser.SetScope_None && set.Exprs[i].Scope == sqlparser.SetScope_None &&
			(second.Is(text, "=") || second.Is(text, ":=")):
			set.Exprs[i].Scope = held
		}
		for t := second; ; t = s.Next() { // to the next assignment
			switch {
			case t.Kind == words.End:
				return
			case t.Is(text, "("):
				depth++
			case t.Is(text, ")"):
				depth--
			}
			if depth == 0 && t.Is(text, ",") {
				break
			}
		}
	}
}

// scopeOf is what the parser makes of a word of scope.
func scopeOf(t words.Token, text string) (scope sqlparser.SetScope, ok bool) {
	if t.Kind != words.Word {
		return "", false
	}
	for word, scope := range scopeWords {
		if t.Is(text, word) {
			return scope, true
		}
	}
	return "", false
}
