package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// mayInsert reports for a table whether the account of a session may insert rows into it.
func (a grammarServer) mayInsert(ctx *sql.Context) func(sqlparser.TableName) bool {
	return func(t sqlparser.TableName) bool {
		return a.rights.RefuseTables(ctx, "INSERT", []sqlparser.TableName{t}, sql.PrivilegeType_Insert) == nil
	}
}

// executes takes room for what an EXECUTE of the client's executes.
func (x *execution) executes(ctx *sql.Context, s *sqlparser.Execute) error {
	if x.programs.call != nil {
		return nil
	}
	x.programs.executes = s
	return x.room.execute(ctx, s.Name, x.phase != phaseStarting)
}

// refuseCall returns the error of a CALL that names no database where none is selected, unless
// the procedure is one of the storage's own, which are of no database.
func (a grammarServer) refuseCall(ctx *sql.Context, s *sqlparser.Call) error {
	if !s.ProcName.Qualifier.IsEmpty() || ctx.GetCurrentDatabase() != "" {
		return nil
	}
	if own, err := a.catalog().ExternalStoredProcedure(ctx, s.ProcName.Name.String(), len(s.Params)); err == nil && own == nil {
		return sql.ErrNoDatabaseSelected.New()
	}
	return nil
}

// leaveNowhere takes out of a DROP IF EXISTS what it names of databases that are not there, and
// answers it if nothing is left.
func (m *amendment) leaveNowhere(a grammarServer) {
	ddl := m.stmt.(*sqlparser.DDL)
	rest, whole := leaveNowhere(m.sql, a.catalog(), ddl)
	if whole == nil {
		return
	}
	if m.learned != nil && m.learned.conditional == ddl {
		m.learned.conditional = whole
	}
	if !rest {
		m.answer(node.NothingMade("DROP IF EXISTS", ddl.Auth))
	}
}
