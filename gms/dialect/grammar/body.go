package grammar

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// bodyParser has the body of a definition end with the text of the definition. Where another statement
// follows in the same command, the engine's parser counts the semicolon between them to the body, and
// gives a text without the semicolon, out of which the engine cannot cut that body.
type bodyParser struct{ sql.Parser }

// Parse implements sql.Parser.
func (p bodyParser) Parse(ctx *sql.Context, query string, multi bool) (sqlparser.Statement, string, string, error) {
	stmt, text, rest, err := p.Parser.Parse(ctx, query, multi)
	endBody(stmt, text, rest)
	return stmt, text, rest, err
}

// ParseWithOptions implements sql.Parser.
func (p bodyParser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options sqlparser.ParserOptions) (sqlparser.Statement, string, string, error) {
	stmt, text, rest, err := p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
	endBody(stmt, text, rest)
	return stmt, text, rest, err
}

func endBody(stmt sqlparser.Statement, text, rest string) {
	if rest == "" {
		return
	}
	if ddl, ok := stmt.(*sqlparser.DDL); ok && ddl.SubStatementPositionEnd > len(text) {
		ddl.SubStatementPositionEnd = len(text)
	}
}
