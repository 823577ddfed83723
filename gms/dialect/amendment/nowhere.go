package amendment

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// mayInsert reports for a table whether the account of a session may insert rows into it.
func (a *Server) mayInsert(ctx *sql.Context) func(sqlparser.TableName) bool {
	return func(t sqlparser.TableName) bool {
		return a.Rights.RefuseTables(ctx, "INSERT", []sqlparser.TableName{t}, sql.PrivilegeType_Insert) == nil
	}
}

// refuseCall returns the error of a CALL that names no database where none is selected, unless
// the procedure is one of the storage's own, which are of no database.
func (a *Server) refuseCall(ctx *sql.Context, s *sqlparser.Call) error {
	if !s.ProcName.Qualifier.IsEmpty() || ctx.GetCurrentDatabase() != "" {
		return nil
	}
	if own, err := a.Catalog().ExternalStoredProcedure(ctx, s.ProcName.Name.String(), len(s.Params)); err == nil && own == nil {
		return sql.ErrNoDatabaseSelected.New()
	}
	return nil
}

// leaveNowhere takes out of a DROP IF EXISTS what it names of databases that are not there, and
// answers it if nothing is left.
func (m *Statement) leaveNowhere(a *Server) {
	if ddl := m.Stmt.(*sqlparser.DDL); !leaveNowhere(m.SQL, a.Catalog(), ddl) {
		m.Answer(node.NothingMade("DROP IF EXISTS", ddl.Auth))
	}
}
