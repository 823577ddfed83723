package definition

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// ViewText is what a statement that makes a view says, part by part. What is kept of a view
// is a text, so that all that is told of it must stand there.
type ViewText struct {
	Alters    bool   // a view that is there
	Algorithm string // UNDEFINED, MERGE, TEMPTABLE; empty if not said, as what follows
	Definer   string // the account as DefinerOf writes it, or OwnDefiner
	Security  string // DEFINER, INVOKER
	Columns   []string
	Query     string // without comments
	Check     string // CASCADED, LOCAL
}

// OwnDefiner is the DEFINER that is whoever makes a view.
const OwnDefiner = "CURRENT_USER"

// ReadView reads a CREATE VIEW or ALTER VIEW that the parser takes; ok is false for other
// texts. It is read by tokens, since the syntax tree of a view keeps no text of its query.
func ReadView(text string, ansiQuotes bool) (v ViewText, ok bool) {
	t := syntax.NewTokens(text, ansiQuotes)
	v.Alters = t.Take("ALTER")
	if !v.Alters && (!t.Take("CREATE") || t.Take("OR") && !t.Take("REPLACE")) {
		return v, false
	}
	for !t.Take("VIEW") {
		switch {
		case t.Take("ALGORITHM"):
			t.Take("=")
			v.Algorithm = strings.ToUpper(t.Peek())
			t.Next()
		case t.Take("DEFINER", "=", OwnDefiner):
			t.Take("(", ")")
			v.Definer = OwnDefiner
		case t.Take("DEFINER", "="):
			account, err := t.ExpectAccount()
			if err != nil {
				return v, false
			}
			v.Definer = DefinerOf(account.User, account.Host)
		case t.Take("SQL", "SECURITY"):
			v.Security = strings.ToUpper(t.Peek())
			t.Next()
		default:
			return v, false
		}
	}
	t.Take("IF", "NOT", "EXISTS")
	if _, err := t.ExpectTable(); err != nil {
		return v, false
	}
	if t.Take("(") {
		for {
			name, err := t.ExpectName()
			if err != nil {
				return v, false
			}
			v.Columns = append(v.Columns, name)
			if !t.Take(",") {
				break
			}
		}
		if !t.Take(")") {
			return v, false
		}
	}
	if !t.Take("AS") {
		return v, false
	}
	v.Query, v.Check = plainQuery(t.Scanner)
	return v, v.Query != ""
}

// KeepQuery has the view keep its query in the parser's words, as a plan has them: up to
// the word before CHECK OPTION, which is WITH.
func (v *ViewText) KeepQuery(query string, ansiQuotes bool) {
	if v.Check != "" {
		query += " CHECK OPTION"
	}
	if kept, _ := plainQuery(words.Scanner{Text: query, AnsiQuotes: ansiQuotes}); kept != "" {
		v.Query = kept
	}
}

// Create is the statement that makes the view, by MySQL's order of its parts. What is not
// known of it, of a view that was kept without it, is left out.
func (v ViewText) Create(name string) string {
	var b strings.Builder
	b.WriteString("CREATE ALGORITHM=" + orElse(v.Algorithm, "UNDEFINED"))
	if v.Definer != "" {
		b.WriteString(" DEFINER=" + v.Definer)
	}
	b.WriteString(" SQL SECURITY " + orElse(v.Security, "DEFINER") + " VIEW " + words.QuotedName(name))
	for i, c := range v.Columns {
		b.WriteString([...]string{" (", ","}[min(i, 1)] + words.QuotedName(c))
	}
	if v.Columns != nil {
		b.WriteString(")")
	}
	b.WriteString(" AS " + v.Query)
	if v.Check != "" {
		b.WriteString(" WITH " + v.Check + " CHECK OPTION")
	}
	return b.String()
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// plainQuery is the query that comes next, up to the end of its text, and which CHECK
// OPTION stands behind it. A dump puts it into a comment: it has none of its own, and no
// quotes whose meaning is the mode's.
func plainQuery(s words.Scanner) (query, check string) {
	var tokens []words.Token
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		tokens = append(tokens, t)
	}
	is := func(back int, word string) bool {
		i := len(tokens) - back
		return i >= 0 && tokens[i].Is(s.Text, word)
	}
	for is(1, ";") {
		tokens = tokens[:len(tokens)-1]
	}
	switch {
	case !is(1, "OPTION") || !is(2, "CHECK"):
	case is(3, "WITH"):
		check, tokens = "CASCADED", tokens[:len(tokens)-3]
	case is(4, "WITH") && (is(3, "CASCADED") || is(3, "LOCAL")):
		check, tokens = strings.ToUpper(tokens[len(tokens)-3].Of(s.Text)), tokens[:len(tokens)-4]
	}
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			between := s.Text[tokens[i-1].End:t.Start]
			if strings.TrimSpace(between) != "" && !strings.Contains(between, "/*+") { // a hint is no comment
				between = " "
			}
			b.WriteString(between)
		}
		b.WriteString(plainQuotes(t, s.Text))
	}
	return b.String(), check
}

// plainQuotes is a token with backquotes around it if it is a name in quotes, and with
// single ones if it is a text.
func plainQuotes(t words.Token, text string) string {
	written := t.Of(text)
	if len(written) < 2 || written[0] != '"' {
		return written
	}
	inside := written[1 : len(written)-1]
	if t.Kind == words.Name {
		return words.QuotedName(strings.ReplaceAll(inside, `""`, `"`))
	}
	var b strings.Builder
	b.WriteByte('\'')
	for i := 0; i < len(inside); i++ {
		switch c := inside[i]; {
		case c == '\\' && i+1 < len(inside):
			b.WriteString(inside[i : i+2])
			i++
		case c == '\'':
			b.WriteString("''")
		case c == '"': // of two
			b.WriteByte('"')
			i++
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
