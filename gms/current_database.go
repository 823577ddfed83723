package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// lentDatabase is what the session's current database was before the running
// statement was given another one.
type lentDatabase struct {
	session sql.Session // nil: none is lent
	before  string
	binding bool // until the statement's names have been found, no longer
}

// stayIn has the running statement run in a database, as if the session had
// selected it: the engine runs some statements there, whatever database they name.
// It says whether the statement does. One that a procedure runs never does: those
// after it would as well.
func stayIn(ctx *sql.Context, database string, binding bool) bool {
	if strings.EqualFold(ctx.GetCurrentDatabase(), database) {
		return true
	}
	x := runningOf(ctx)
	if x == nil || x.programs.calls != 0 || x.connection.lent.session != nil {
		return false
	}
	x.connection.lent = lentDatabase{session: ctx.Session, before: ctx.GetCurrentDatabase(), binding: binding}
	ctx.SetCurrentDatabase(database)
	return true
}

// takeBack undoes stayIn.
func (conn *connection) takeBack() {
	if lent := conn.lent; lent.session != nil {
		conn.lent = lentDatabase{}
		lent.session.SetCurrentDatabase(lent.before)
	}
}

// bound is called when a statement's names have been found.
func (conn *connection) bound() {
	if conn.lent.binding {
		conn.takeBack()
	}
}

// runWhereNamed has a statement run in the database that it names where the engine
// would take the current one, or fail for want of one.
func (a *Adapter) runWhereNamed(ctx *sql.Context, stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.Analyze:
		database := ""
		for i, t := range s.Tables {
			named := t.DbQualifier.String()
			if named == "" {
				named = ctx.GetCurrentDatabase()
			}
			if i > 0 && !strings.EqualFold(named, database) {
				return sqlerr.NotSupportedYet("ANALYZE TABLE of several databases")
			}
			database = named
		}
		if database != "" && !stayIn(ctx, database, false) {
			return sqlerr.NotSupportedYet("ANALYZE TABLE of another database in a procedure")
		}
	case *sqlparser.Show:
		switch kind := strings.ToLower(s.Type); {
		case kind == "triggers" && s.Table.DbQualifier.IsEmpty() && s.ShowTablesOpt != nil && s.ShowTablesOpt.DbName != "":
			s.Table.DbQualifier = sqlparser.NewTableIdent(s.ShowTablesOpt.DbName)
		case kind == sqlparser.CreateEventStr && !s.Table.DbQualifier.IsEmpty() && ctx.GetCurrentDatabase() == "":
			stayIn(ctx, s.Table.DbQualifier.String(), false)
		}
	case *sqlparser.DDL:
		switch {
		case s.ViewSpec != nil && s.Action == sqlparser.CreateStr:
			named := s.ViewSpec.ViewName.DbQualifier.String()
			if named != "" {
				s.Table = s.ViewSpec.ViewName
			} else {
				named = sql.InformationSchemaDatabaseName // any that there is
			}
			if x := runningOf(ctx); x != nil && x.amended && ctx.GetCurrentDatabase() == "" {
				// The definition of a view that a statement uses is read as if
				// it were made now.
				stayIn(ctx, named, true)
			}
		case s.EventSpec != nil && s.Action == sqlparser.AlterStr && !s.EventSpec.EventName.Qualifier.IsEmpty() && ctx.GetCurrentDatabase() == "":
			stayIn(ctx, s.EventSpec.EventName.Qualifier.String(), false)
		}
	}
	return nil
}
