package amendment

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// PreparedText is the text that PREPARE prepares, which may be in a variable, of any type.
func PreparedText(ctx *sql.Context, n *sqlparser.Prepare) string {
	if !strings.HasPrefix(n.Expr, "@") {
		return n.Expr
	}
	_, value, err := ctx.GetUserVariable(ctx, strings.ToLower(strings.Trim(n.Expr, "@")))
	if err != nil {
		return ""
	}
	if value == nil {
		return "NULL"
	}
	value, _, err = types.LongText.Convert(ctx, value)
	if text, ok := value.(string); ok && err == nil {
		return text
	}
	return ""
}

// translateIn is translate for a text within a statement.
func translateIn(ctx *sql.Context, text string) string {
	if words.MayDiffer(text) {
		if t, ok := words.Translate(text, WordsMode(sql.LoadSqlMode(ctx))); ok {
			return t.Text
		}
	}
	return text
}

// WordsMode is how a text is read in an SQL mode.
func WordsMode(m *sql.SqlMode) words.Mode {
	return words.Mode{AnsiQuotes: m.AnsiQuotes(), NoBackslashEscapes: m.ModeEnabled(sql.NoBackslashEscapes)}
}

const (
	// errTooManyParameters is ER_PS_MANY_PARAM.
	errTooManyParameters = 1390
	// MaxParameters is how many parameters a statement may have.
	MaxParameters = 65_535
)

// TooManyParameters is the error of a statement with more.
func TooManyParameters() error {
	return mysql.NewSQLError(errTooManyParameters, sqlerr.StateGeneral, "Prepared statement contains too many placeholders")
}

// OneStatement is a text without the semicolon at its end; an error where another
// statement follows.
func OneStatement(text string, ansiQuotes bool) (string, error) {
	if err := sqlerr.Unread(text); err != nil {
		return text, err
	}
	first, rest, more := words.Split(text, ansiQuotes)
	if !more || words.Unprepared(text) {
		return text, nil
	}
	t := syntax.NewTokens(rest, ansiQuotes)
	if t.Peek() == "" {
		return first, nil
	}
	near, _ := t.Near()
	return text, sqlerr.Numbered(sqlerr.Syntax(near, 1+strings.Count(text[:len(text)-len(t.Rest())], "\n")))
}
