package gms

import (
	"context"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/lent"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// newStatementRules puts the rules of statements in order, with those that this package does.
func (a grammarServer) newStatementRules() (*amendment.Rules, error) {
	system := a.findSystemTables()
	return amendment.New(&amendment.Server{
		Rights: a.rights, Accounts: a.accounts, Grammar: a.grammar, Catalog: a.catalog, Stored: a.overlay, Tables: table.Computed,
	}, amendment.Own{
		"functions-of-sys": func(_ *amendment.Server, m *amendment.Statement) error {
			sysschema.NameFunctions(m.Stmt, m.Text)
			return nil
		},
		"implicit-commit": func(_ *amendment.Server, m *amendment.Statement) error { return settleBefore(m.SQL, m.Stmt, m.Text) },
		"metadata-locks":  func(_ *amendment.Server, m *amendment.Statement) error { return lockDefinitions(m.SQL, m.Stmt) },
		"tables-of-mysql": func(_ *amendment.Server, m *amendment.Statement) error {
			own, err := system.Find(m.SQL, m.Stmt, m.Text)
			m.Answer(own)
			return err
		},
		"room-of-execute": func(_ *amendment.Server, m *amendment.Statement) error {
			return m.Running.(*execution).executes(m.SQL, m.Stmt.(*sqlparser.Execute))
		},
		"failed-prepare": func(_ *amendment.Server, m *amendment.Statement) error {
			a.freePrepared(m.SQL, m.Stmt.(*sqlparser.Prepare).Name)
			return nil
		},
		"named-databases": func(_ *amendment.Server, m *amendment.Statement) error {
			return lent.RunWhereNamed(m.SQL, m.Stmt, m.IsRead(), stayIn)
		},
		"next-transaction": func(_ *amendment.Server, m *amendment.Statement) error {
			m.Replace(m.Running.(*execution).connection.amendNext(m.SQL, m.Stmt))
			return nil
		},
		"show-processlist": func(_ *amendment.Server, m *amendment.Statement) error {
			m.Answer(a.processes.Statement(m.Stmt))
			return nil
		},
		"show-index-where": func(_ *amendment.Server, m *amendment.Statement) error {
			m.Answer(table.FilterIndexes(m.SQL, a.catalog(), m.Stmt))
			return nil
		},
		"show-create-view": func(_ *amendment.Server, m *amendment.Statement) error {
			m.Answer(table.ShowView(m.SQL, a.catalog(), m.Stmt))
			return nil
		},
		"explain-formats": func(_ *amendment.Server, m *amendment.Statement) error {
			m.End(a.explainStatement(m.Ctx, m.Stmt.(*sqlparser.Explain), m.Text))
			return nil
		},
		"prepare": func(_ *amendment.Server, m *amendment.Statement) error {
			m.End(a.prepareApart(m.SQL, m.Stmt.(*sqlparser.Prepare)))
			return nil
		},
		"names-of-prepared": func(_ *amendment.Server, m *amendment.Statement) error {
			keepName(m.Stmt)
			return nil
		},
	})
}

// Amend applies the rules of statements to one that has been parsed, and returns the statement
// that is to run. text is what the statement was parsed from, or longer.
func (a grammarServer) Amend(ctx context.Context, stmt sqlparser.Statement, text string) sqlparser.Statement {
	var running amendment.Running
	if c, ok := ctx.(*sql.Context); ok {
		if x := runningOf(c); x != nil {
			running = amendment.Running{
				Statement: x, Query: x.query, Known: x.recorded && x.known,
				Amended: &x.amended, Own: &x.amendment, Learned: &x.plan.Learned,
			}
		}
	}
	return a.statements.Amend(ctx, stmt, text, running)
}

// executes takes room for what an EXECUTE of the client's executes.
func (x *execution) executes(ctx *sql.Context, s *sqlparser.Execute) error {
	if x.programs.call != nil {
		return nil
	}
	x.programs.executes = s
	return x.room.execute(ctx, s.Name, x.phase != phaseStarting)
}

// hasAccounts says whether there is a schema mysql.
func (a *Adapter) hasAccounts() bool {
	catalog := a.catalog()
	return catalog != nil && a.options.Dialect && catalog.MySQLDb.Enabled()
}

// findSystemTables leads statements to tables of mysql that the engine has not.
func (a grammarServer) findSystemTables() *table.SystemStatements {
	return &table.SystemStatements{
		System: func() *table.System { return a.overlay.system }, Enabled: a.hasAccounts,
		Restores: func(ctx *sql.Context) *map[string]bool {
			if x := runningOf(ctx); x != nil {
				return &x.connection.restores
			}
			return nil
		},
		Log: func(text string) { a.LogMessage(time.Now(), LogWarning, text) },
	}
}
