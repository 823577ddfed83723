package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/query"
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
	text := amendment.PreparedText(ctx, s)
	if text == "" {
		return s // the engine tells of the mistake
	}
	name := keptName(s.Name)
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
			query.PreparedByName(parsed)
			if _, _, err = planbuilder.New(ctx, engine.Analyzer.Catalog, engine.EventScheduler).BindOnly(parsed, text, nil); err != nil {
				return err
			}
			if x := runningOf(ctx); x != nil && x.programs.call == nil {
				x.connection.logPrepared(text)
			}
			return nil
		},
		Rows: func(ctx *sql.Context) ([]sql.Row, error) {
			if conn := connectionOf(ctx); conn != nil {
				if err := excessOf(conn.prepared.named(name)); err != nil {
					conn.prepared.unnamed(name)
					return nil, err
				}
			}
			engine.PreparedDataCache.CacheStmt(ctx.Session.ID(), name, parsed)
			return []sql.Row{{types.OkResult{Info: plan.PrepareInfo{}}}}, nil
		},
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// freePrepared deallocates the statement that PREPARE is about to replace, so that a PREPARE
// that fails leaves none by its name, as in MySQL.
func (a *Adapter) freePrepared(ctx *sql.Context, name string) {
	engine, conn := a.engine.Load(), connectionOf(ctx)
	if engine == nil || conn == nil {
		return
	}
	engine.PreparedDataCache.UncacheStmt(ctx.Session.ID(), keptName(name))
	conn.prepare(perfschema.Statement{}, preparation{name: name, closes: true}, perfschema.PreparedOptions{})
}

// prepareInProgram is PREPARE, EXECUTE or DEALLOCATE PREPARE of a stored program, which
// others may run at the same time, as it is to run.
func (a *Adapter) prepareInProgram(ctx *sql.Context, stmt sqlparser.Statement) sqlparser.Statement {
	switch s := stmt.(type) {
	case *sqlparser.Prepare:
		own := *s
		a.freePrepared(ctx, s.Name)
		if err := a.statements.Server.Restriction(ctx, &own); err != nil {
			return node.Refuse(err)
		}
		return a.prepareApart(ctx, &own)
	case *sqlparser.Execute:
		return &sqlparser.Execute{Name: keptName(s.Name), VarList: s.VarList}
	case *sqlparser.Deallocate:
		if conn := connectionOf(ctx); conn != nil {
			conn.prepared.unnamed(keptName(s.Name)) // there is no plan of it where nothing is recorded
		}
		return &sqlparser.Deallocate{Name: keptName(s.Name)}
	}
	return stmt
}

// keptName is what the engine keeps a statement of PREPARE by. It keeps those of the
// client protocol in the same list, by their texts, and runs what it finds there by the
// text of a query: a query of nothing but a name would run the statement of that name.
// No text that the engine looks for ends in a semicolon, and no name has a zero.
func keptName(name string) string {
	if strings.HasPrefix(name, "\x00") {
		return name
	}
	return "\x00" + strings.ToLower(name) + ";"
}

// preparedNamed returns the statement that a session has prepared by PREPARE with a name; nil if there is none.
func (a *Adapter) preparedNamed(session uint32, name string) sqlparser.Statement {
	engine := a.engine.Load()
	if engine == nil {
		return nil
	}
	stmt, _ := engine.PreparedDataCache.GetCachedStmt(session, keptName(name))
	return stmt
}

// keepName has the engine look for what a statement executes, or gives up, by that name.
func keepName(stmt sqlparser.Statement) {
	switch s := stmt.(type) {
	case *sqlparser.Execute:
		s.Name = keptName(s.Name)
	case *sqlparser.Deallocate:
		s.Name = keptName(s.Name)
	}
}
