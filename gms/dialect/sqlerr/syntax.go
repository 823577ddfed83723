package sqlerr

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// derivedWithoutAlias is an error of the parser's that is no syntax error in MySQL.
const derivedWithoutAlias = "Every derived table must have its own alias"

// parserPosition is where the parser was when it gave up, counted from 1: behind
// the byte that follows the token it could not use.
var parserPosition = regexp.MustCompile(`^(.*) at position (\d+)(?s:( near '.*)?)$`)

func isSyntaxError(message string) bool {
	return parserPosition.MatchString(message) || strings.HasPrefix(message, "You have an error in your SQL syntax")
}

// unreadError is MySQL's message of a text that cannot be read: what it quotes
// begins with the token that cannot stand there.
func unreadError(sent *mysql.SQLError, of *Statement) error {
	found := parserPosition.FindStringSubmatch(sent.Message)
	if found == nil {
		return sent
	}
	switch found[1] {
	case derivedWithoutAlias:
		return mysql.NewSQLError(mysql.ERDerivedMustHaveAlias, StateAccess, derivedWithoutAlias)
	case "incorrect usage of DISTINCT and ALL":
		return mysql.NewSQLError(1221, StateGeneral, "Incorrect usage of ALL and DISTINCT")
	}
	text := of.Query
	if prepared, _, err := ast.ParseOneWithOptions(context.Background(), text, of.options()); err == nil {
		if p, ok := prepared.(*ast.Prepare); ok {
			text = p.Expr
		}
	}
	text = strings.TrimRight(strings.TrimSpace(text), "; \t\r\n")
	start, ok := unreadable(text, of.options())
	if !ok {
		start, ok = of.second(text)
	}
	if !ok {
		start = len(text)
	}
	return Numbered(nearError(text, start))
}

// Unreadable is where in a text the token begins at which its parser gives up; ok is false
// if it does not.
func Unreadable(text string, options ast.ParserOptions) (start int, ok bool) {
	return unreadable(text, options)
}

// NoFunction is ER_SP_DOES_NOT_EXIST of a function.
func NoFunction(name string) *mysql.SQLError {
	return mysql.NewSQLError(mysql.ERSPDoesNotExist, StateAccess, "FUNCTION %s does not exist", name)
}

// second is where behind a statement another one begins.
func (of *Statement) second(text string) (start int, ok bool) {
	ansi := of.options().AnsiQuotes
	first, rest, _ := words.Split(text, ansi)
	t := words.Tokens{Scanner: words.Scanner{Text: rest, AnsiQuotes: ansi}}
	if first == "" || t.Peek() == "" {
		return 0, false
	}
	near, _ := t.Near()
	return len(text) - len(near), strings.HasSuffix(text, near)
}

// Unread is MySQL's error of a text that has no statement at its beginning, though the
// parser finds none missing there; nil if it has one, or has nothing but comments.
func Unread(text string) error {
	text = strings.TrimRight(text, "; \t\r\n\v\f")
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n\v\f"))
	if start == len(text) {
		return Empty()
	}
	switch text[start] {
	case ';', '/', '-', '#': // nothing else can be before a semicolon but a comment
	default:
		return nil
	}
	s := words.Scanner{Text: text}
	if t := s.Next(); t.Kind == words.Symbol && t.Of(text) == ";" {
		return Numbered(nearError(text, t.Start))
	}
	return nil
}

// Empty is ER_EMPTY_QUERY.
func Empty() error {
	return mysql.NewSQLError(mysql.EREmptyQuery, StateAccess, "Query was empty")
}

// nearError is MySQL's error of a text that cannot be read from a place on.
func nearError(text string, start int) error {
	return Syntax(text[start:], 1+strings.Count(text[:start], "\n"))
}

// unreadable is where in a text the token begins at which its parser gives up, its
// end if more was to come. It has the parser read the text again, with blanks
// behind it: only then is the end another position than that of the last token.
func unreadable(text string, options ast.ParserOptions) (start int, ok bool) {
	if words.TooDeep(text, options.AnsiQuotes, false) {
		return 0, false
	}
	_, _, err := ast.ParseOneWithOptions(context.Background(), text+"  ", options)
	if err == nil {
		return 0, false
	}
	lines := strings.SplitN(err.Error(), "\n", 2) // what kind of error, and which
	found := parserPosition.FindStringSubmatch(strings.TrimSpace(lines[len(lines)-1]))
	if found == nil {
		return 0, false
	}
	position, err := strconv.Atoi(found[2])
	if err != nil {
		return 0, false
	}
	last := position - 2 // the token's last byte
	tokens := words.Scanner{Text: text, AnsiQuotes: options.AnsiQuotes}
	for {
		before := tokens.Pos()
		t := tokens.Next()
		switch {
		case t.Kind == words.End && tokens.Invalid():
			return before + len(text[before:]) - len(strings.TrimLeft(text[before:], " \t\r\n")), true
		case t.Kind == words.End:
			return len(text), last >= len(text)
		case t.End > last || t.End == len(text) && endless(t, text):
			return t.Start, t.Start <= last
		}
	}
}

// endless says whether a token is in quotes that nothing closes.
func endless(t words.Token, text string) bool {
	quoted := t.Of(text)
	return (t.Kind == words.String || t.Kind == words.Name) && (len(quoted) == 1 || quoted[len(quoted)-1] != quoted[0])
}

// maxNear is how much of a statement MySQL's message of a syntax error shows.
const maxNear = 80

// Syntax is MySQL's error of a text that cannot be read from near on.
func Syntax(near string, line int) error {
	if len(near) > maxNear {
		near = strings.ToValidUTF8(near[:maxNear], "")
	}
	return sql.ErrSyntaxError.New(fmt.Sprintf(
		"You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '%s' at line %d", near, line))
}
