package grammar

import (
	"context"
	"errors"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Statements that the engine's parser refuses are looked at once more, so that
// those it takes pay nothing for them.

// isRefused says whether a text must be looked at once more. SET PASSWORD is a
// variable to the parser, and DELETE QUICK names a table.
func isRefused(stmt sqlparser.Statement, err error) bool {
	if err != nil {
		return !errors.Is(err, sqlparser.ErrEmpty)
	}
	switch s := stmt.(type) {
	case *sqlparser.Set:
		return len(s.Exprs) == 1 && s.Exprs[0].Name.Qualifier.IsEmpty() && s.Exprs[0].Name.Name.EqualString("password")
	case *sqlparser.Delete:
		return len(s.Targets) == 1 && s.Targets[0].DbQualifier.IsEmpty() && strings.EqualFold(s.Targets[0].Name.String(), "quick")
	}
	return false
}

// late is a statement that the parser refused: one of this package's, or one that
// the parser takes in other words.
func (p *Parser) late(ctx context.Context, query string, multi bool, options sqlparser.ParserOptions) (stmt sqlparser.Statement, text, rest string, ok bool) {
	for _, step := range definitionSteps {
		if stmt, text, rest, ok = step(p, ctx, query, multi, options); ok {
			return stmt, text, rest, true
		}
	}
	text = query
	if multi {
		text, rest, _ = words.Split(query, options.AnsiQuotes)
	}
	t := syntax.NewTokens(text, options.AnsiQuotes)
	if stmt, err := p.grammar.matchLate(ctx, &t, options); err != nil {
		return node.Refuse(err), text, rest, true
	} else if stmt != nil {
		return stmt, text, rest, true
	}
	spelled, ok := words.Respell(text, options.AnsiQuotes, sessionAccount(ctx))
	if !ok {
		return nil, "", "", false
	}
	stmt, _, _, err := p.Parser.ParseWithOptions(ctx, spelled.Text, ';', false, options)
	if err != nil || group.MisplacedRollup(stmt, spelled.Text) {
		return nil, "", "", false
	}
	nameAsWritten(stmt, &spelled)
	if ddl, is := stmt.(*sqlparser.DDL); is && ddl.ViewSpec != nil {
		keepQuery(ddl, spelled.Text)
	} else if is && (ddl.TriggerSpec != nil || ddl.ProcedureSpec != nil || ddl.EventSpec != nil) {
		ddl.IfNotExists = ddl.IfNotExists || ddl.EventSpec == nil && words.CreatesOnce(text)
		text = spelled.Text // the definition is kept by its place in the text
	}
	return p.grammar.Server.Amend(ctx, stmt, spelled.Text), text, rest, true
}

// keepQuery has a view keep its query as it stands in a text other than the statement's.
func keepQuery(view *sqlparser.DDL, text string) {
	if from, to := view.SubStatementPositionStart, view.SubStatementPositionEnd; view.SubStatementStr == "" && from <= to && to <= len(text) {
		view.SubStatementStr = text[from:to]
	}
}

// dated is a statement with literals of dates and times, as DATE '2024-01-15', which are
// plain texts to the parser. What is kept of the definition of a view or a program is its
// text, by its place: those keep what the parser makes of them.
func (p *Parser) dated(ctx context.Context, stmt sqlparser.Statement, query string, multi bool, options sqlparser.ParserOptions) (dated sqlparser.Statement, text, rest string, ok bool) {
	if ddl, is := stmt.(*sqlparser.DDL); is && (ddl.ViewSpec != nil || ddl.TriggerSpec != nil || ddl.ProcedureSpec != nil || ddl.EventSpec != nil) {
		return nil, "", "", false
	}
	text = query
	if multi {
		text, rest, _ = words.Split(query, options.AnsiQuotes)
	}
	spelled, ok := words.Respell(text, options.AnsiQuotes, "")
	if !ok {
		return nil, "", "", false
	}
	dated, _, _, err := p.Parser.ParseWithOptions(ctx, spelled.Text, ';', false, options)
	if err != nil {
		return nil, "", "", false
	}
	nameAsWritten(dated, &spelled)
	return p.grammar.Server.Amend(ctx, dated, spelled.Text), text, rest, true
}

// nameAsWritten has columns without a name be called by their expressions as the client
// has written them.
func nameAsWritten(stmt sqlparser.Statement, spelled *words.Spelling) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		e, ok := n.(*sqlparser.AliasedExpr)
		if !ok || e.InputExpression == "" || e.EndParsePos <= e.StartParsePos {
			return true, nil
		}
		start := strings.Index(spelled.Text[e.StartParsePos:], e.InputExpression) // without quotes and spaces
		if start < 0 {
			return true, nil
		}
		start += e.StartParsePos
		if written := spelled.Original(start, start+len(e.InputExpression)); written != "" {
			e.InputExpression = written
		}
		return true, nil
	}, stmt)
}

// sessionAccount is the account whose rights count, in quotes; empty where there is none.
func sessionAccount(ctx context.Context) string {
	c, ok := ctx.(*sql.Context)
	if !ok || c.Session == nil {
		return ""
	}
	user, host := acting.Account(c)
	return words.Quoted(user) + "@" + words.Quoted(host)
}

// lateAnalyze is ANALYZE TABLE in words that the parser lacks. Nothing of it goes to a
// binary log.
func (g *Grammar) lateAnalyze(ctx context.Context, t *syntax.Tokens) (sqlparser.Statement, error) {
	tables, err := t.ExpectTables()
	if err == nil {
		err = t.ExpectEnd()
	}
	if err != nil {
		return nil, err
	}
	return g.Server.Amend(ctx, &sqlparser.Analyze{Tables: tables}, "ANALYZE TABLE"), nil
}

// answer is a statement that asks for no right of its own, or for those that its
// rows ask for.
func answer(text string, columns sql.Schema, rows func(ctx *sql.Context) ([]sql.Row, error)) sqlparser.Statement {
	n := &node.Command{Text: text, Columns: columns, Rows: rows}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// done is a statement without rows.
func done(text string, run func(ctx *sql.Context) error) sqlparser.Statement {
	return answer(text, types.OkResultSchema, func(ctx *sql.Context) ([]sql.Row, error) {
		if err := run(ctx); err != nil {
			return nil, err
		}
		return []sql.Row{{types.NewOkResult(0)}}, nil
	})
}
