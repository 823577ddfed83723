package gms

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/explain"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/snowset"
)

// Formats of EXPLAIN.
const (
	formatRows = "TRADITIONAL"
	// formatStrict is a value of explain_format alone: rows too, also where one asks for what
	// other formats have.
	formatStrict = "TRADITIONAL_STRICT"
	formatJSON   = "JSON"
	formatTree   = "TREE"
)

// errUnknownFormat is ER_UNKNOWN_EXPLAIN_FORMAT.
const errUnknownFormat = 1791

// explaining is EXPLAIN of a statement in a format that the engine lacks. It carries the
// statement through the engine with what a client has bound to its parameters.
type explaining struct {
	adapter *Adapter
	stmt    sqlparser.Statement
	text    string
	format  string
	names   []string // of the parameters
}

var _ sqlparser.Injectable = (*explaining)(nil)

// matchExplain recognises EXPLAIN ANALYZE of a statement, and EXPLAIN of a connection.
// Others are the engine's, or, see [grammarServer.explainStatement], put in another format.
func (a grammarServer) matchExplain(ctx context.Context, query string) (stmt sqlparser.Statement, ok bool, err error) {
	t := syntax.TokensOf(query)
	if !a.lifecycle.records || !t.Take("EXPLAIN") && !t.Take("DESCRIBE") && !t.Take("DESC") {
		return nil, false, nil
	}
	analyzes := t.Take("ANALYZE")
	format := ""
	if t.Take("FORMAT", "=") {
		format = strings.ToUpper(t.Peek())
		t.Next()
	}
	connection := t.Take("FOR", "CONNECTION")
	switch {
	case !connection && !analyzes:
		return nil, false, nil
	case analyzes && (format == formatJSON || format == formatRows):
		return node.Refuse(sqlerr.NotSupportedYet("EXPLAIN ANALYZE with " + format + " format")), true, nil
	case format != "" && format != formatRows && format != formatJSON && format != formatTree:
		return node.Refuse(unknownFormat(format)), true, nil
	case connection:
		id, err := t.ExpectNumber()
		if err == nil {
			err = t.ExpectEnd()
		}
		if err != nil {
			return nil, true, err
		}
		if analyzes {
			return a.explainConnection(id), true, nil
		}
		if format == "" {
			format = sessionFormat(ctx)
		}
		return a.explainOther(id, format), true, nil
	case t.Peek() == "", strings.EqualFold(t.Peek(), "PLAN"):
		return nil, false, nil
	}
	return a.explainAnalyze(t.Rest()), true, nil
}

func unknownFormat(format string) error {
	return mysql.NewSQLError(errUnknownFormat, sqlerr.StateGeneral, "Unknown EXPLAIN format name: '%s'", format)
}

// explainStatement puts an EXPLAIN into the format that it asks for, or else the session;
// the engine's own comes back as it is.
func (a grammarServer) explainStatement(ctx context.Context, s *sqlparser.Explain, text string) sqlparser.Statement {
	if s.Analyze || s.Plan {
		return s
	}
	format := strings.ToUpper(s.ExplainFormat)
	if format == "" {
		format = sessionFormat(ctx)
	}
	switch format {
	case formatRows, formatJSON, formatTree:
	default:
		for _, flag := range strings.Split(format, "_") {
			if flag != formatTree && flag != "DEBUG" && flag != "ESTIMATES" {
				return node.Refuse(unknownFormat(s.ExplainFormat))
			}
		}
		return s
	}
	e := &explaining{adapter: a.Adapter, text: words.SkipExplain(text), format: format}
	parameters := parametersOf(s.Statement)
	for _, p := range parameters {
		e.names = append(e.names, strings.TrimPrefix(string(p.(*sqlparser.SQLVal).Val), ":"))
	}
	e.stmt = a.Amend(ctx, s.Statement, e.text)
	return sqlparser.InjectedStatement{
		Auth:      sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE, TargetType: sqlparser.AuthTargetType_Global},
		Statement: e, Children: parameters,
	}
}

// parametersOf are the parameters of a statement.
func parametersOf(stmt sqlparser.Statement) (list sqlparser.Exprs) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if v, ok := n.(*sqlparser.SQLVal); ok && v.Type == sqlparser.ValArg {
			list = append(list, v)
		}
		return true, nil
	}, stmt)
	return list
}

// sessionFormat is the format of EXPLAIN without one.
func sessionFormat(ctx context.Context) string {
	if c, ok := ctx.(*sql.Context); ok && c.Session != nil {
		if v, err := c.GetSessionVariable(c, sysvar.ExplainFormat); err == nil {
			switch name, _ := v.(string); strings.ToUpper(name) {
			case formatRows, formatStrict:
				return formatRows
			case formatJSON:
				return formatJSON
			}
		}
	}
	return formatTree
}

// WithResolvedChildren implements sqlparser.Injectable.
func (e *explaining) WithResolvedChildren(values []any) (any, error) {
	bound := make(map[string]sql.Expression, len(values))
	for i, v := range values {
		if expr, ok := v.(sql.Expression); ok && i < len(e.names) {
			bound[e.names[i]] = expr
		}
	}
	n := &node.Command{Text: "EXPLAIN", Columns: explainColumns(e.format)}
	n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
		root, err := e.analyze(ctx, bound)
		if err != nil {
			return nil, err
		}
		return e.adapter.explained(ctx, root, e.format, e.text)
	}
	return n, nil
}

// explainColumns are the columns of EXPLAIN in a format.
func explainColumns(format string) sql.Schema {
	if format == formatRows {
		return explain.Schema
	}
	return explain.TextSchema
}

// explained are the rows of EXPLAIN for a plan.
func (a *Adapter) explained(ctx *sql.Context, root sql.Node, format, text string) ([]sql.Row, error) {
	of := explain.Source{Asked: table.Asked}
	if engine := a.engine.Load(); engine != nil {
		of.Stats = engine.Analyzer.Catalog.StatsProvider
	}
	switch format {
	case formatRows:
		return explain.Rows(ctx, of, root), nil
	case formatTree:
		return []sql.Row{{explain.Tree(ctx, of, root)}}, nil
	}
	document, err := explain.JSON(ctx, of, root, words.Hide(text, false))
	if err != nil {
		return nil, err
	}
	return []sql.Row{{document}}, nil
}

// analyze makes the plan of the statement with the rights of its account, and opens its
// tables, of which it reads no row.
func (e *explaining) analyze(ctx *sql.Context, bound map[string]sql.Expression) (sql.Node, error) {
	a := e.adapter
	engine := a.engine.Load()
	if engine == nil {
		return nil, sqlerr.NotSupportedYet("EXPLAIN without an engine")
	}
	binder := planbuilder.New(ctx, engine.Analyzer.Catalog, engine.EventScheduler)
	if len(bound) > 0 {
		binder.SetBindingsWithExpr(bound)
	}
	stmt, flags, err := binder.BindOnly(e.stmt, e.text, nil)
	if err != nil {
		return nil, err
	}
	if x := executionOf(ctx); x != nil && x.connection.thread != nil {
		transform.Inspect(stmt, a.lifecycle.opens(ctx))
	}
	return engine.Analyzer.Analyze(ctx, stmt, nil, flags)
}

// Explain implements grammar.Server: EXPLAIN in words that the engine's parser lacks: of a format that is a
// keyword there, and DESCRIBE of some columns. nil for others.
func (a grammarServer) Explain(ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error) {
	if t.Take("FORMAT", "=", formatJSON) {
		if t.Take("INTO") {
			return nil, sqlerr.NotSupportedYet("EXPLAIN INTO")
		}
		rest := t.Rest()
		stmt, err := sqlparser.ParseWithOptions(ctx, rest, options)
		if err != nil {
			if spelled, ok := words.Respell(rest, options.AnsiQuotes, ""); ok {
				rest = spelled.Text
				stmt, err = sqlparser.ParseWithOptions(ctx, rest, options)
			}
		}
		if err != nil {
			return nil, t.Unexpected()
		}
		switch stmt.(type) {
		case *sqlparser.Select, *sqlparser.SetOp, *sqlparser.ParenSelect, *sqlparser.Insert, *sqlparser.Update, *sqlparser.Delete:
			return a.Amend(ctx, &sqlparser.Explain{Statement: stmt, ExplainFormat: formatJSON}, "EXPLAIN "+rest), nil
		}
		return nil, t.Unexpected()
	}
	if t.Take("FOR", "SCHEMA") || t.Take("FOR", "DATABASE") || t.Take("INTO") {
		return nil, sqlerr.NotSupportedYet("EXPLAIN FOR SCHEMA and INTO")
	}
	from := t.Rest()
	if _, err := t.ExpectTable(); err != nil || t.Peek() == "" {
		return nil, nil //nolint:nilerr // the parser's own error tells of the place in the statement
	}
	table := from[:len(from)-len(t.Rest())]
	pattern := t.Peek()
	if pattern[0] != '\'' && pattern[0] != '"' {
		name, err := t.ExpectName()
		if err != nil {
			return nil, nil //nolint:nilerr // as above
		}
		pattern = words.Quoted(strings.NewReplacer(`%`, `\%`, `_`, `\_`).Replace(name))
	} else {
		t.Next()
	}
	if t.ExpectEnd() != nil {
		return nil, nil //nolint:nilerr // as above
	}
	query := "SHOW COLUMNS FROM " + table + " LIKE " + pattern
	stmt, err := sqlparser.ParseWithOptions(ctx, query, options)
	if err != nil {
		return nil, nil //nolint:nilerr // as above
	}
	return a.Amend(ctx, stmt, query), nil
}

// explainAnalyze runs a statement that only reads and shows what its operators
// did.
func (a *Adapter) explainAnalyze(query string) sqlparser.Statement {
	n := &node.Command{Text: "EXPLAIN ANALYZE", Columns: plantree.Schema}
	n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
		x, engine := executionOf(ctx), a.engine.Load()
		if x == nil || engine == nil {
			return nil, mysql.NewSQLError(mysql.ERNotSupportedYet, sqlerr.StateAccess, "EXPLAIN ANALYZE works on a client's connection only")
		}
		if stmt, err := sqlparser.ParseWithOptions(ctx, query, sql.LoadSqlMode(ctx).ParserOptions()); err == nil { // else the engine finds the mistake again
			if err := a.rights.RefuseExplain(ctx, stmt); err != nil {
				return nil, err
			}
		}
		t := x.connection.thread
		defer t.LeaveOperator(t.EnterOperator(snowset.OperatorOther, 0)) // in no node of the plan that will be shown
		root, err := engine.AnalyzeQuery(ctx, query)
		if err != nil {
			return nil, err // with its number, as the statement itself would give it
		}
		if !root.IsReadOnly() {
			return nil, errors.New("cannot analyze statement that could have side effects")
		}
		a := plantree.Analyze(root)
		done := x.detail.Analyze(a, x.statement)
		x.ctx.showAnalysis(a)
		err = x.plan.exhaust(ctx, engine.Analyzer.ExecBuilder, root)
		done()
		if err != nil {
			return nil, err
		}
		v := a.View()
		return v.Rows(), nil
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// exhaust runs a plan and throws its rows away. What is built from then on is
// built by whatever goroutine comes to it.
func (p *planBuild) exhaust(ctx *sql.Context, b sql.NodeExecBuilder, root sql.Node) error {
	iter, err := b.Build(ctx, root, nil)
	if err != nil {
		return err
	}
	state := p.state
	p.state = buildDone
	defer func() { p.state = state }()
	for {
		if _, err = iter.Next(ctx); err != nil {
			break
		}
	}
	closed := iter.Close(ctx)
	if !errors.Is(err, io.EOF) {
		return err
	}
	return closed
}
