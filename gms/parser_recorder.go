package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/enginestatus"
)

// recorderParser tells the running statement what its text turned out to be, and adds the
// statements of the Performance Schema: SHOW ENGINE PERFORMANCE_SCHEMA STATUS, SHOW PROFILES and
// SHOW PROFILE. All other texts are the engine's parser's.
type recorderParser struct {
	sql.Parser
	adapter *Adapter
}

var _ sql.Parser = recorderParser{}

// observeParser wraps a parser, once. A nil parser is the engine's own.
func (a *Adapter) observeParser(p sql.Parser) sql.Parser {
	if w, ok := p.(recorderParser); ok {
		p = w.Parser
	}
	if p == nil {
		p = sql.NewMysqlParser()
	}
	return recorderParser{p, a}
}

// match recognizes a statement of the recorder. A text that does not begin with SH, in any case,
// costs two comparisons.
func (p recorderParser) match(query string) (sqlparser.Statement, bool) {
	if len(query) < 4 || query[0]|0x20 != 's' || query[1]|0x20 != 'h' {
		return nil, false
	}
	if enginestatus.Matches(query) {
		return p.adapter.buffers.Statement(), true
	}
	stmt, ok, err := p.adapter.profiles().Match(query)
	return stmt, ok && err == nil // the engine's parser tells of a mistake
}

// ParseSimple implements sql.Parser.
func (p recorderParser) ParseSimple(query string) (sqlparser.Statement, error) {
	if stmt, ok := p.match(query); ok {
		return stmt, nil
	}
	return p.Parser.ParseSimple(query)
}

// Parse implements sql.Parser.
func (p recorderParser) Parse(ctx *sql.Context, query string, multi bool) (sqlparser.Statement, string, string, error) {
	if stmt, ok := p.match(query); ok {
		return stmt, query, "", nil
	}
	stmt, text, rest, err := p.Parser.Parse(ctx, query, multi)
	learn(ctx, stmt, text, err)
	return stmt, text, rest, err
}

// ParseWithOptions implements sql.Parser.
func (p recorderParser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options sqlparser.ParserOptions) (sqlparser.Statement, string, string, error) {
	if stmt, ok := p.match(query); ok {
		return stmt, query, "", nil
	}
	stmt, text, rest, err := p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
	learn(ctx, stmt, text, err)
	return stmt, text, rest, err
}

// ParseOneWithOptions implements sql.Parser.
func (p recorderParser) ParseOneWithOptions(ctx context.Context, query string, options sqlparser.ParserOptions) (sqlparser.Statement, int, error) {
	if stmt, ok := p.match(query); ok {
		return stmt, len(query), nil
	}
	stmt, read, err := p.Parser.ParseOneWithOptions(ctx, query, options)
	return stmt, read, err
}
