package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// newStatementRules puts the rules of statements in order, with those that this package does.
func (a grammarServer) newStatementRules() (*statementRules, error) {
	return newStatementRules(&ruleServer{
		Rights: a.rights, Accounts: a.accounts, Grammar: a.grammar, Catalog: a.catalog, Stored: a.overlay, Tables: table.Computed,
	}, ownSteps{
		"functions-of-sys": func(_ *ruleServer, m *amendment) error {
			sysschema.NameFunctions(m.stmt, m.text)
			return nil
		},
		"implicit-commit": func(_ *ruleServer, m *amendment) error { return settleBefore(m.sql, m.stmt, m.text) },
		"metadata-locks":  func(_ *ruleServer, m *amendment) error { return lockDefinitions(m.sql, m.stmt) },
		"tables-of-mysql": func(_ *ruleServer, m *amendment) error {
			own, err := a.findSystemTables(m.sql, m.stmt, m.text)
			m.answer(own)
			return err
		},
		"room-of-execute": func(_ *ruleServer, m *amendment) error {
			return m.running.(*execution).executes(m.sql, m.stmt.(*sqlparser.Execute))
		},
		"named-databases": func(_ *ruleServer, m *amendment) error { return a.runWhereNamed(m.sql, m.stmt) },
		"next-transaction": func(_ *ruleServer, m *amendment) error {
			m.replace(m.running.(*execution).connection.amendNext(m.sql, m.stmt))
			return nil
		},
		"show-processlist": func(_ *ruleServer, m *amendment) error {
			m.answer(a.processes.Statement(m.stmt))
			return nil
		},
		"show-index-where": func(_ *ruleServer, m *amendment) error {
			m.answer(table.FilterIndexes(m.sql, a.catalog(), m.stmt))
			return nil
		},
		"show-create-view": func(_ *ruleServer, m *amendment) error {
			m.answer(table.ShowView(m.sql, a.catalog(), m.stmt))
			return nil
		},
		"explain-formats": func(_ *ruleServer, m *amendment) error {
			m.end(a.explainStatement(m.ctx, m.stmt.(*sqlparser.Explain), m.text))
			return nil
		},
		"prepare": func(_ *ruleServer, m *amendment) error {
			m.end(a.prepareApart(m.sql, m.stmt.(*sqlparser.Prepare)))
			return nil
		},
		"names-of-prepared": func(_ *ruleServer, m *amendment) error {
			keepName(m.stmt)
			return nil
		},
	})
}

// Amend applies the rules of statements to one that has been parsed, and returns the statement
// that is to run. text is what the statement was parsed from, or longer.
func (a grammarServer) Amend(ctx context.Context, stmt sqlparser.Statement, text string) sqlparser.Statement {
	var running runningStatement
	if c, ok := ctx.(*sql.Context); ok {
		if x := runningOf(c); x != nil {
			running = runningStatement{
				Statement: x, Query: x.query, Known: x.recorded && x.known,
				Amended: &x.amended, Own: &x.amendment, Learned: &x.plan.learned,
			}
		}
	}
	return a.statements.amend(ctx, stmt, text, running)
}

// executes takes room for what an EXECUTE of the client's executes.
func (x *execution) executes(ctx *sql.Context, s *sqlparser.Execute) error {
	if x.programs.call != nil {
		return nil
	}
	x.programs.executes = s
	return x.room.execute(ctx, s.Name, x.phase != phaseStarting)
}
