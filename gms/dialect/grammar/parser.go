package grammar

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Parser is a parser with the statements of a Grammar, and its refusals.
type Parser struct {
	sql.Parser
	grammar *Grammar
}

var _ sql.Parser = (*Parser)(nil)

// Extend wraps a parser, once; nil is the engine's own.
func (g *Grammar) Extend(p sql.Parser) sql.Parser {
	if p == nil {
		p = sql.NewMysqlParser()
	}
	if wrapped, ok := p.(*Parser); ok && wrapped.grammar == g {
		return p
	}
	return &Parser{Parser: bodyParser{p}, grammar: g}
}

// Understands says whether a parser has been extended, whatever wraps it.
func Understands(p sql.Parser) bool {
	if p == nil {
		return false
	}
	stmt, err := p.ParseSimple("SHOW ENGINE PERFORMANCE_SCHEMA STATUS")
	_, ok := stmt.(sqlparser.InjectedStatement)
	return err == nil && ok
}

// ParseSimple implements sql.Parser.
func (p *Parser) ParseSimple(query string) (sqlparser.Statement, error) {
	if words.TooDeep(query, false, true) {
		return node.Refuse(sqlerr.TooDeep()), nil
	}
	if stmt, _, _, ok, err := p.match(context.Background(), query, false, false); ok {
		return stmt, err
	}
	return p.Parser.ParseSimple(query)
}

// Parse implements sql.Parser.
func (p *Parser) Parse(ctx *sql.Context, query string, multi bool) (sqlparser.Statement, string, string, error) {
	if len(query) > words.Shallow && words.TooDeep(query, syntax.AnsiQuotes(ctx), !multi) {
		return node.Refuse(sqlerr.TooDeep()), query, "", nil
	}
	if stmt, text, rest, ok, err := p.match(ctx, query, multi, multi && mayMatch(query) && syntax.AnsiQuotes(ctx)); ok {
		return stmt, text, rest, err
	}
	stmt, text, rest, err := p.parseFirst(ctx, query, multi)
	if isRefused(stmt, err) {
		if late, one, others, ok := p.late(ctx, query, multi, sql.LoadSqlMode(ctx).ParserOptions()); ok {
			return late, one, others, nil
		}
	} else if words.HasMoment(query) {
		if dated, one, others, ok := p.dated(ctx, stmt, query, multi, sql.LoadSqlMode(ctx).ParserOptions()); ok {
			return dated, one, others, nil
		}
	}
	return p.grammar.Server.Amend(ctx, stmt, text), text, rest, err
}

// longBatch is from which length of a text on its first statement is parsed apart.
const longBatch = 16 << 10

// parseFirst parses a text, with multi the first statement of it. The parser copies all
// that it is given: of a long text, of which each statement is parsed in its turn, that
// is the statement alone, if it agrees on where that ends; and a byte of another, by which
// it says so.
func (p *Parser) parseFirst(ctx *sql.Context, query string, multi bool) (sqlparser.Statement, string, string, error) {
	if multi && len(query) > longBatch {
		query = sql.RemoveSpaceAndDelimiter(query, ';')
		first, after, more := words.Split(query, syntax.AnsiQuotes(ctx))
		if more && len(after) > len(first) {
			const other = "0"
			stmt, text, rest, err := p.Parser.Parse(ctx, first+";"+other, true)
			if err == nil && rest == other {
				return stmt, text, after, nil
			}
		}
	}
	return p.Parser.Parse(ctx, query, multi)
}

// ParseWithOptions implements sql.Parser.
func (p *Parser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options sqlparser.ParserOptions) (sqlparser.Statement, string, string, error) {
	if words.TooDeep(query, options.AnsiQuotes, !multi) {
		return node.Refuse(sqlerr.TooDeep()), query, "", nil
	}
	if err := p.grammar.Server.NestsTooDeeply(ctx, query); err != nil {
		return node.Refuse(err), query, "", nil
	}
	if stmt, text, rest, ok, err := p.match(ctx, query, multi && delimiter == ';', options.AnsiQuotes); ok {
		return stmt, text, rest, err
	}
	stmt, text, rest, err := p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
	if isRefused(stmt, err) {
		if late, one, others, ok := p.late(ctx, query, multi && delimiter == ';', options); ok {
			return late, one, others, nil
		}
	} else if words.HasMoment(query) {
		if dated, one, others, ok := p.dated(ctx, stmt, query, multi && delimiter == ';', options); ok {
			return dated, one, others, nil
		}
	}
	return p.grammar.Server.Amend(ctx, stmt, text), text, rest, err
}

// ParseOneWithOptions implements sql.Parser.
func (p *Parser) ParseOneWithOptions(ctx context.Context, query string, options sqlparser.ParserOptions) (sqlparser.Statement, int, error) {
	if words.TooDeep(query, options.AnsiQuotes, false) {
		return node.Refuse(sqlerr.TooDeep()), len(query), nil
	}
	if stmt, text, _, ok, err := p.match(ctx, query, true, options.AnsiQuotes); ok {
		return stmt, len(text), err
	}
	stmt, end, err := p.Parser.ParseOneWithOptions(ctx, query, options)
	if isRefused(stmt, err) {
		if late, one, _, ok := p.late(ctx, query, true, options); ok {
			return late, len(one), nil
		}
	} else if words.HasMoment(query) {
		if dated, one, _, ok := p.dated(ctx, stmt, query, true, options); ok {
			return dated, len(one), nil
		}
	}
	if err == nil && end > 0 {
		query = query[:min(end, len(query))]
	}
	return p.grammar.Server.Amend(ctx, stmt, query), end, err
}

// match finds a statement of this package's at the front of a query; with
// multi, others may follow it.
func (p *Parser) match(ctx context.Context, query string, multi, ansiQuotes bool) (stmt sqlparser.Statement, text, rest string, ok bool, err error) {
	if !mayMatch(query) {
		return nil, "", "", false, nil
	}
	text = query
	if multi {
		text, rest, _ = words.Split(query, ansiQuotes)
	}
	stmt, ok, err = p.grammar.match(ctx, text)
	return stmt, text, rest, ok, err
}

// mayMatch says by the first word whether a statement may be one of this
// package's. For others it costs a comparison or two.
func mayMatch(query string) bool {
	if len(query) > 1 {
		switch c := query[0] | 0x20; {
		case c < 'a' || c > 'z': // a comment, perhaps, or white space
		case c == 's' && query[1]|0x20 == 'h', c == 'f', c == 'e', c == 'd', c == 'a', c == 'c' && query[1]|0x20 == 'r':
		case c == 's' && query[1]|0x20 == 'e' && len(query) > 2 && query[2]|0x20 == 't': // SET, and no SELECT
		default:
			return false
		}
	}
	s := words.Scanner{Text: query}
	first := s.Next()
	for _, w := range [...]string{"SHOW", "FLUSH", "EXPLAIN", "DESCRIBE", "DESC", "ALTER"} {
		if first.Is(query, w) {
			return true
		}
	}
	return first.Is(query, "CREATE") && s.Next().Is(query, "USER") || first.Is(query, "SET") && s.Next().Is(query, "PASSWORD")
}

// optionsOf are those that a session has its texts read by.
func optionsOf(ctx context.Context) sqlparser.ParserOptions {
	if c, ok := ctx.(*sql.Context); ok && c.Session != nil {
		return sql.LoadSqlMode(c).ParserOptions()
	}
	return sqlparser.ParserOptions{}
}
