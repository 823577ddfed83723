package syntax

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Tokens reads a statement word by word, and gives MySQL's error for what cannot stand
// there.
type Tokens struct{ words.Tokens }

// TokensOf reads a text by the default rules of quotes.
func TokensOf(text string) Tokens { return Tokens{words.TokensOf(text)} }

// NewTokens reads a text, with "..." a name or a string.
func NewTokens(text string, ansiQuotes bool) Tokens {
	return Tokens{words.Tokens{Scanner: words.Scanner{Text: text, AnsiQuotes: ansiQuotes}}}
}

// AnsiQuotes says whether double quotes are around names in what a context parses.
func AnsiQuotes(ctx context.Context) bool {
	c, ok := ctx.(*sql.Context)
	return ok && c != nil && sql.LoadSqlMode(c).AnsiQuotes()
}

// Unexpected is MySQL's error for what comes next.
func (t *Tokens) Unexpected() error { return sqlerr.Syntax(t.Near()) }

// ExpectNumber passes over a number.
func (t *Tokens) ExpectNumber() (uint64, error) {
	n, ok := t.Number()
	if !ok {
		return 0, t.Unexpected()
	}
	return n, nil
}

// ExpectEnd is the error of what stands behind the end of a statement.
func (t *Tokens) ExpectEnd() error {
	if t.Peek() != "" {
		return t.Unexpected()
	}
	return nil
}

// ExpectName passes over a name, in quotes or without.
func (t *Tokens) ExpectName() (string, error) {
	after := t.Scanner
	next := after.Next()
	text := next.Of(t.Text)
	switch next.Kind {
	case words.Name:
		quote := text[:1]
		if len(text) < 3 || !strings.HasSuffix(text, quote) {
			return "", t.Unexpected()
		}
		text = strings.ReplaceAll(text[1:len(text)-1], quote+quote, quote)
	case words.Word:
	default:
		return "", t.Unexpected()
	}
	t.Scanner = after
	return text, nil
}

// ExpectTable passes over the name of a table.
func (t *Tokens) ExpectTable() (out sqlparser.TableName, err error) {
	name, err := t.ExpectName()
	if err != nil {
		return out, err
	}
	if !t.Take(".") {
		return sqlparser.TableName{Name: sqlparser.NewTableIdent(name)}, nil
	}
	table, err := t.ExpectName()
	return sqlparser.TableName{DbQualifier: sqlparser.NewTableIdent(name), Name: sqlparser.NewTableIdent(table)}, err
}

// ExpectTables passes over a list of them.
func (t *Tokens) ExpectTables() (list []sqlparser.TableName, err error) {
	for {
		one, err := t.ExpectTable()
		if err != nil {
			return nil, err
		}
		if list = append(list, one); !t.Take(",") {
			return list, nil
		}
	}
}
