package gms

import (
	"context"
	"runtime"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	queries "github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// watchedParser tells the running statement what its text turned out to be.
type watchedParser struct {
	sql.Parser
	rights *privilege.Rights // nil where nobody asks for any
}

var _ sql.Parser = watchedParser{}

// watchParser wraps a parser, once.
func watchParser(p sql.Parser, rights *privilege.Rights) sql.Parser {
	return watchedParser{unwatchParser(p), rights}
}

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
	stmt = counted(ctx, settled(ctx, stmt, text), err)
	learn(ctx, stmt, text, err)
	return stmt, text, rest, err
}

// ParseWithOptions implements sql.Parser.
func (p watchedParser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options ast.ParserOptions) (ast.Statement, string, string, error) {
	stmt, text, rest, err := p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
	if c, ok := ctx.(*sql.Context); ok {
		if err == nil && p.rights != nil && readsView(c, query) {
			if x := runningOf(c); x.viewsRead < maxViewsRead {
				x.viewsRead++
				p.rights.ReadView(c, stmt)
			} else {
				stmt, err = nil, queries.TooManyTables()
			}
		}
		privilege.NameInTrigger(stmt, query)
		stmt = counted(ctx, settled(c, stmt, text), err)
	}
	learn(ctx, stmt, text, err)
	return stmt, text, rest, err
}

// settled is a statement before which what is open has been committed, or the error of
// that.
func settled(ctx *sql.Context, stmt ast.Statement, text string) ast.Statement {
	err := settleBefore(ctx, stmt, text)
	if err == nil {
		err = lockDefinitions(ctx, stmt)
	}
	if err != nil {
		return node.Refuse(err)
	}
	return stmt
}

// viewReader is the part of the engine that reads the definition of a view for a statement
// that names it. To the parser a definition is the statement that makes the view.
const viewReader = "/planbuilder.(*Builder).resolveView"

// maxViewsRead is how many definitions of views a statement reads. Views that select from one
// another twice are a thousand when ten deep, and a million when twenty, and nothing ends a
// statement while it is planned.
const maxViewsRead = 512

// readsView says whether who has called the parser is that part. For texts that make nothing
// it costs a comparison.
func readsView(ctx *sql.Context, text string) bool {
	const create = "CREATE"
	if len(text) < len(create) || !strings.EqualFold(text[:len(create)], create) {
		return false
	}
	if x := runningOf(ctx); x == nil || !x.amended {
		return false
	}
	var callers [1]uintptr
	if runtime.Callers(3, callers[:]) == 0 {
		return false
	}
	frame, _ := runtime.CallersFrames(callers[:]).Next()
	return strings.HasSuffix(frame.Function, viewReader)
}

func learn(ctx context.Context, stmt ast.Statement, text string, err error) {
	x := runningOf(ctx) // a quiet one too: its kind is counted
	if x != nil && x.unlogged != "" {
		if err == nil {
			x.logQuery(ctx, stmt)
		}
		x.unlogged = ""
	}
	switch {
	case x == nil || !x.recorded && !x.quiet:
	case err != nil:
		x.unparsed(err)
	default:
		x.parsed(stmt, text)
	}
}
