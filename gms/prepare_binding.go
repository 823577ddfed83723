package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// prepareApart is PREPARE as a statement of its own, or itself where no engine is known.
// The engine would bind the prepared text as a part of PREPARE, and take the flags of
// what the text is, or reads, for those of PREPARE: one of DDL, or of a query that reads
// a view, would commit. Here the text is bound apart; what it is commits when it is
// executed.
func (a *Adapter) prepareApart(ctx *sql.Context, s *sqlparser.Prepare) sqlparser.Statement {
	engine := a.engine.Load()
	if engine == nil {
		return s
	}
	text := preparedText(ctx, s)
	if text == "" {
		return s // the engine tells of the mistake
	}
	if x := runningOf(ctx); x != nil {
		if err := x.room.prepare(ctx, s.Name, text, x.phase != phaseStarting); err != nil {
			return node.Refuse(err)
		}
	}
	var parsed sqlparser.Statement
	n := &node.Command{
		Text: "Prepare(" + s.Name + ")", Columns: types.OkResultSchema,
		Prepares: node.Prepared{Name: s.Name, Text: text},
		Bind: func() (err error) {
			options := sql.LoadSqlMode(ctx).ParserOptions()
			if parsed, _, err = engine.Parser.ParseOneWithOptions(ctx, text, options); err != nil {
				return err
			}
			_, _, err = planbuilder.New(ctx, engine.Analyzer.Catalog, engine.EventScheduler).BindOnly(parsed, text, nil)
			return err
		},
		Rows: func(ctx *sql.Context) ([]sql.Row, error) {
			engine.PreparedDataCache.CacheStmt(ctx.Session.ID(), s.Name, parsed)
			return []sql.Row{{types.OkResult{Info: plan.PrepareInfo{}}}}, nil
		},
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}
