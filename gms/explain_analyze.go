package gms

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/snowset"
)

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
