package amendment

import (
	"cmp"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
)

// IF NOT EXISTS of what is there, and IF EXISTS of what is not: the engine has errors for some.

// databaseOf is the database that a statement names, or else the one in use.
func databaseOf(ctx *sql.Context, named sqlparser.TableIdent) string {
	return cmp.Or(named.String(), ctx.GetCurrentDatabase())
}

// alreadyMade says of a procedure, a trigger, a temporary table or one that is made of a query,
// which is made unless there is one, whether there is.
func alreadyMade(ctx *sql.Context, catalog *analyzer.Catalog, tables computed.Tables, s *sqlparser.DDL) bool {
	if s == nil || !s.IfNotExists || s.Action != sqlparser.CreateStr {
		return false
	}
	switch {
	case s.Temporary:
		return definition.IsTemporary(ctx, catalog, databaseOf(ctx, s.Table.DbQualifier), s.Table.Name.String())
	case s.OptSelect != nil: // whose rows the engine would insert
		return definition.IsTable(ctx, catalog, tables, databaseOf(ctx, s.Table.DbQualifier), s.Table.Name.String())
	case s.TriggerSpec != nil:
		name := s.TriggerSpec.TrigName
		return definition.HasTrigger(ctx, catalog, databaseOf(ctx, name.Qualifier), name.Name.String())
	case s.ProcedureSpec != nil:
		name := s.ProcedureSpec.ProcName
		_, ok := definition.Procedure(ctx, catalog, databaseOf(ctx, name.Qualifier), name.Name.String())
		return ok
	}
	return false
}

// isNowhere says whether a database is named that is not there.
func isNowhere(ctx *sql.Context, catalog *analyzer.Catalog, named sqlparser.TableIdent) bool {
	return !named.IsEmpty() && catalog != nil && !catalog.HasDatabase(ctx, named.String())
}

// leaveNowhere takes out of a DROP IF EXISTS what it names of databases that are not there, for
// which the engine has an error, and reports whether anything is left.
func leaveNowhere(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.DDL) bool {
	if s.Action != sqlparser.DropStr || !s.IfExists {
		return true
	}
	nowhere := func(t sqlparser.TableName) bool { return isNowhere(ctx, catalog, t.DbQualifier) }
	switch {
	case slices.ContainsFunc(s.FromTables, nowhere):
		s.FromTables = slices.DeleteFunc(slices.Clone(s.FromTables), nowhere)
		return len(s.FromTables) > 0
	case slices.ContainsFunc(s.FromViews, nowhere):
		s.FromViews = slices.DeleteFunc(slices.Clone(s.FromViews), nowhere)
		return len(s.FromViews) > 0
	}
	return !(s.TriggerSpec != nil && isNowhere(ctx, catalog, s.TriggerSpec.TrigName.Qualifier) ||
		s.ProcedureSpec != nil && isNowhere(ctx, catalog, s.ProcedureSpec.ProcName.Qualifier) ||
		s.EventSpec != nil && isNowhere(ctx, catalog, s.EventSpec.EventName.Qualifier))
}
