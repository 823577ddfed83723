package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// watchedParser tells the running statement what its text turned out to be.
type watchedParser struct{ sql.Parser }

var _ sql.Parser = watchedParser{}

// watchParser wraps a parser, once.
func watchParser(p sql.Parser) sql.Parser { return watchedParser{unwatchParser(p)} }

// unwatchParser undoes [watchParser].
func unwatchParser(p sql.Parser) sql.Parser {
	if w, ok := p.(watchedParser); ok {
		return w.Parser
	}
	return p
}

// Parse implements sql.Parser.
func (p watchedParser) Parse(ctx *sql.Context, query string, multi bool) (ast.Statement, string, string, error) {
	stmt, text, rest, err := p.Parser.Parse(ctx, query, multi)
	stmt = counted(ctx, settled(ctx, stmt), err)
	learn(ctx, stmt, text, err)
	return stmt, text, rest, err
}

// ParseWithOptions implements sql.Parser.
func (p watchedParser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options ast.ParserOptions) (ast.Statement, string, string, error) {
	stmt, text, rest, err := p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
	if c, ok := ctx.(*sql.Context); ok {
		stmt = counted(ctx, settled(c, stmt), err)
	}
	learn(ctx, stmt, text, err)
	return stmt, text, rest, err
}

// settled is a statement before which what is open has been committed, or the error of
// that.
func settled(ctx *sql.Context, stmt ast.Statement) ast.Statement {
	if err := settleBefore(ctx, stmt); err != nil {
		return node.Refuse(err)
	}
	return stmt
}

func learn(ctx context.Context, stmt ast.Statement, text string, err error) {
	x := runningOf(ctx) // a quiet one too: its kind is counted
	switch {
	case x == nil || !x.recorded && !x.quiet:
	case err != nil:
		x.unparsed(err)
	default:
		x.parsed(stmt, text)
	}
}
