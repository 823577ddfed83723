package routine

import (
	"strings"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

const (
	// suffix ends the name of a function where procedures are kept. No name of MySQL's
	// ends with a space.
	suffix = " (function) "
	// Result is the parameter that RETURN assigns to.
	Result = "RETURN "
	// quotedResult is how a text has it.
	quotedResult = "`" + Result + "`"
)

// StoredName is the name that a function is kept by.
func StoredName(function string) string { return function + suffix }

// IsStoredName says of the name of a procedure that none has: it is a function's, or
// nobody's.
func IsStoredName(procedure string) bool { return strings.HasSuffix(procedure, " ") }

// WrongName is ER_SP_WRONG_NAME.
func WrongName(name string) error {
	return mysql.NewSQLError(1458, sqlerr.StateAccess, "Incorrect routine name '%s'", name)
}

// Text is a CREATE FUNCTION taken apart.
type Text struct {
	Name        sqlparser.TableName
	IfNotExists bool
	definer     string // as it is written; empty for the session's account
	head, body  string // parameters with the type, and what follows, in the parser's words
	edits       []edit // of the body
	written     string
	bodyLength  int // of the body as it is written
}

// edit is where the words of the parser are of another length than those of the text.
type edit struct{ at, written int }

// Read takes a CREATE FUNCTION apart; nil for any other statement.
func Read(text string, ansiQuotes bool) (*Text, error) {
	t := syntax.NewTokens(text, ansiQuotes)
	if !t.Take("CREATE") {
		return nil, nil
	}
	f := &Text{written: text}
	if t.Take("DEFINER", "=") {
		rest := t.Rest()
		for i := 0; t.Peek() != "" && !t.Take("FUNCTION"); i++ {
			if t.Next(); i == maxDefiner {
				return nil, nil
			}
		}
		f.definer = strings.TrimSpace(rest[:max(len(rest)-(len(text)-t.Pos())-len("FUNCTION"), 0)])
	} else if t.Take("AGGREGATE", "FUNCTION") {
		return nil, errLoadable()
	} else if !t.Take("FUNCTION") {
		return nil, nil
	}
	if t.Pos() == len(text) {
		return nil, nil
	}
	if isCurrentUser(f.definer) {
		f.definer = ""
	}
	f.IfNotExists = t.Take("IF", "NOT", "EXISTS")
	var err error
	if f.Name, err = t.ExpectTable(); err != nil {
		return nil, err
	}
	if t.Take("RETURNS") {
		return nil, errLoadable()
	}
	inside := t
	params, err := parenthesized(&t)
	if err != nil {
		return nil, err
	}
	if inside.Take("(") && (inside.Take("IN") || inside.Take("OUT") || inside.Take("INOUT")) {
		return nil, sqlerr.Syntax(strings.TrimRight(text[len(text)-len(inside.Rest()):], "; \t\r\n"), 1)
	}
	if !t.Take("RETURNS") {
		return nil, t.Unexpected()
	}
	typ, err := typeText(&t)
	if err != nil {
		return nil, err
	}
	if params, err = withoutCharacterSets(params); err != nil {
		return nil, err
	}
	if typ, err = withoutCharacterSets(typ); err != nil {
		return nil, err
	}
	if strings.TrimSpace(params) != "" {
		params += ", "
	}
	f.head = "(" + params + quotedResult + " " + typ + ")"
	f.rewrite(t, ansiQuotes)
	return f, nil
}

// maxDefiner is more tokens than an account has.
const maxDefiner = 6

func errLoadable() error { return sqlerr.NotSupportedYet("CREATE FUNCTION ... SONAME") }

func isCurrentUser(definer string) bool {
	t := syntax.TokensOf(definer)
	return t.Take("CURRENT_USER")
}

// parenthesized passes over what is in parentheses, and gives it.
func parenthesized(t *syntax.Tokens) (string, error) {
	if !t.Take("(") {
		return "", t.Unexpected()
	}
	start := t.Pos()
	for depth := 1; ; {
		next := t.Next()
		switch next.Of(t.Text) {
		case "":
			return "", t.Unexpected()
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return t.Text[start:next.Start], nil
			}
		}
	}
}

// Words that a type consists of, beside its name.
var (
	typePrefixes  = []string{"NATIONAL", "LONG"}
	typeSuffixes  = []string{"PRECISION", "VARYING", "UNSIGNED", "SIGNED", "ZEROFILL", "BINARY", "ASCII", "UNICODE", "BYTE"}
	typeSettings  = []string{"CHARSET", "COLLATE", "SRID"}
	typesOfPrefix = []string{"VARCHAR", "CHAR", "VARBINARY", "CHARACTER", "NCHAR"}
)

// typeText passes over the name of a type, and gives it.
func typeText(t *syntax.Tokens) (string, error) {
	start := len(t.Text) - len(t.Rest())
	take := func(list []string) bool {
		for _, w := range list {
			if t.Take(w) {
				return true
			}
		}
		return false
	}
	if !take(typePrefixes) || !take(typesOfPrefix) {
		if t.Take("RETURN") {
			return "", sqlerr.Syntax(strings.TrimRight(t.Text[t.Pos()-len("RETURN"):], "; \t\r\n"), 1)
		}
		if next := t.Next(); next.Kind != words.Word {
			return "", sqlerr.Syntax(t.Text[next.Start:], 1)
		}
	}
	for {
		switch {
		case t.Peek() == "(":
			if _, err := parenthesized(t); err != nil {
				return "", err
			}
		case take(typeSuffixes):
		case t.Take("CHARACTER", "SET"), take(typeSettings):
			t.Take("=")
			t.Next()
		default:
			return strings.TrimSpace(t.Text[start:t.Pos()]), nil
		}
	}
}

// rewrite writes the characteristics and the body in words that the parser takes.
func (f *Text) rewrite(t syntax.Tokens, ansiQuotes bool) {
	rest := t.Text[t.Pos():]
	f.bodyLength = len(rest)
	var out strings.Builder
	from := 0
	s := words.Scanner{Text: rest, AnsiQuotes: ansiQuotes}
	for before := (words.Token{}); ; {
		next := s.Next()
		if next.Kind == words.End {
			break
		}
		if next.Kind == words.Word && strings.EqualFold(next.Of(rest), "RETURN") && before.Of(rest) != "." {
			out.WriteString(rest[from:next.Start])
			out.WriteString(assignsResult)
			from = next.End
			f.edits = append(f.edits, edit{out.Len(), next.End})
		}
		before = next
	}
	out.WriteString(rest[from:])
	f.body = out.String()
}

// assignsResult is what stands in place of RETURN.
const assignsResult = "SET " + quotedResult + " ="

// Procedure is the function as a procedure of the parser's, made by an account.
func (f *Text) Procedure(definer string) string {
	if f.definer != "" {
		definer = f.definer
	}
	if definer != "" {
		definer = "DEFINER = " + definer + " "
	}
	name := words.QuotedName(StoredName(f.Name.Name.String()))
	if db := f.Name.DbQualifier.String(); db != "" {
		name = words.QuotedName(db) + "." + name
	}
	return "CREATE " + definer + "PROCEDURE " + name + f.head + f.body
}

// Near is the text as it is written from where the procedure is at a place, and its line.
// In what comes before the body it is all from the name on.
func (f *Text) Near(procedure string, start int) (near string, line int) {
	at := start - (len(procedure) - len(f.body))
	from := len(f.written) - f.bodyLength
	switch {
	case start >= len(procedure):
		from = len(f.written)
	case at >= 0:
		from += at
		for _, e := range f.edits {
			if at >= e.at {
				from = len(f.written) - f.bodyLength + e.written + at - e.at
			}
		}
	default:
		if i := strings.Index(f.written, "("); i >= 0 {
			from = i
		}
	}
	from = min(from, len(f.written))
	return strings.TrimRight(f.written[from:], "; \t\r\n"), 1 + strings.Count(f.written[:from], "\n")
}

// AsWritten is a text with RETURN where it has what stands in its place.
func AsWritten(text string) string {
	if !strings.Contains(text, quotedResult) {
		return text
	}
	var out strings.Builder
	from := 0
	s := words.Scanner{Text: text}
	for {
		set := s.Next()
		if set.Kind == words.End {
			break
		}
		if set.Kind != words.Word || set.Of(text) != "SET" {
			continue
		}
		after := s
		if name := after.Next(); name.Kind != words.Name || name.Of(text) != quotedResult {
			continue
		}
		if equal := after.Next(); equal.Of(text) == "=" {
			out.WriteString(text[from:set.Start])
			out.WriteString("RETURN")
			from = equal.End
			s = after
		}
	}
	out.WriteString(text[from:])
	return out.String()
}
