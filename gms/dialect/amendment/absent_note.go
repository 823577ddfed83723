package amendment

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// What IF EXISTS has nothing of, and IF NOT EXISTS has already, MySQL tells of in notes. The
// engine tells of some, in words of its own, and mixes those of the statement before with
// them: whatever it warns of while it binds a statement comes out as the oldest there are.

// conditional is a definition that may do nothing; nil for other statements.
func conditional(stmt sqlparser.Statement) *sqlparser.DDL {
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok || !ddl.IfExists && !ddl.IfNotExists {
		return nil
	}
	return ddl
}

// noteTriggerExists is ER_IF_NOT_EXISTS_TRIGGER_EXISTS.
const noteTriggerExists = 4099

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
// which the engine has an error. whole is the statement as it was, nil where nothing is taken
// out; rest says whether anything is left.
func leaveNowhere(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.DDL) (rest bool, whole *sqlparser.DDL) {
	if s.Action != sqlparser.DropStr || !s.IfExists {
		return true, nil
	}
	copied := *s
	nowhere := func(t sqlparser.TableName) bool { return isNowhere(ctx, catalog, t.DbQualifier) }
	switch {
	case slices.ContainsFunc(s.FromTables, nowhere):
		s.FromTables = slices.DeleteFunc(slices.Clone(s.FromTables), nowhere)
		return len(s.FromTables) > 0, &copied
	case slices.ContainsFunc(s.FromViews, nowhere):
		s.FromViews = slices.DeleteFunc(slices.Clone(s.FromViews), nowhere)
		return len(s.FromViews) > 0, &copied
	case s.TriggerSpec != nil && isNowhere(ctx, catalog, s.TriggerSpec.TrigName.Qualifier),
		s.ProcedureSpec != nil && isNowhere(ctx, catalog, s.ProcedureSpec.ProcName.Qualifier),
		s.EventSpec != nil && isNowhere(ctx, catalog, s.EventSpec.EventName.Qualifier):
		return false, &copied
	}
	return true, nil
}

// noteAbsent raises the notes of a definition that may do nothing.
func noteAbsent(ctx *sql.Context, catalog *analyzer.Catalog, tables computed.Tables, s *sqlparser.DDL) {
	note := func(number int, message string) {
		ctx.Session.Warn(&sql.Warning{Level: "Note", Code: number, Message: message})
	}
	switch {
	case s.Action == sqlparser.CreateStr && (s.TableSpec != nil || s.OptLike != nil || s.OptSelect != nil) && !s.Temporary:
		if name := s.Table.Name.String(); definition.IsTable(ctx, catalog, tables, databaseOf(ctx, s.Table.DbQualifier), name) {
			note(mysql.ERTableExists, "Table '"+name+"' already exists")
		}
	case s.Temporary && alreadyMade(ctx, catalog, tables, s):
		note(mysql.ERTableExists, "Table '"+s.Table.Name.String()+"' already exists")
	case s.TriggerSpec != nil && alreadyMade(ctx, catalog, tables, s):
		note(noteTriggerExists, "Trigger '"+s.TriggerSpec.TrigName.Name.String()+"' already exists on the table '"+databaseOf(ctx, s.Table.DbQualifier)+"'.'"+s.Table.Name.String()+"'.")
	case s.ProcedureSpec != nil && alreadyMade(ctx, catalog, tables, s):
		note(sqlerr.ERProgramExists, "PROCEDURE "+s.ProcedureSpec.ProcName.Name.String()+" already exists")
	case s.Action != sqlparser.DropStr:
	case len(s.FromTables) > 0:
		ctx.Session.ClearWarnings() // the engine's, or others in their place
		for _, t := range s.FromTables {
			db := databaseOf(ctx, t.DbQualifier)
			if _, _, err := catalog.Table(ctx, db, t.Name.String()); sql.ErrTableNotFound.Is(err) || sql.ErrDatabaseNotFound.Is(err) {
				note(mysql.ERBadTable, "Unknown table '"+db+"."+t.Name.String()+"'")
			}
		}
	case len(s.FromViews) > 0:
		for _, v := range s.FromViews {
			db := databaseOf(ctx, v.DbQualifier)
			if _, ok := definition.View(ctx, catalog, db, v.Name.String()); !ok {
				note(mysql.ERBadTable, "Unknown table '"+db+"."+v.Name.String()+"'")
			}
		}
	case s.TriggerSpec != nil:
		if name := s.TriggerSpec.TrigName; !definition.HasTrigger(ctx, catalog, databaseOf(ctx, name.Qualifier), name.Name.String()) {
			note(sqlerr.ERNoTrigger, "Trigger does not exist")
		}
	case s.EventSpec != nil:
		if name := s.EventSpec.EventName; isNowhere(ctx, catalog, name.Qualifier) { // of others the engine tells
			note(mysql.ERSPDoesNotExist, "Event "+name.Name.String()+" does not exist")
		}
	case s.ProcedureSpec != nil:
		name := s.ProcedureSpec.ProcName
		db := databaseOf(ctx, name.Qualifier)
		if _, ok := definition.Procedure(ctx, catalog, db, name.Name.String()); !ok {
			note(mysql.ERSPDoesNotExist, "PROCEDURE "+db+"."+name.Name.String()+" does not exist")
		}
	}
}

// warnLogarithm is ER_INVALID_ARGUMENT_FOR_LOGARITHM.
const warnLogarithm = 3020

// Reword writes warnings in the engine's words in MySQL's.
func Reword(w *sql.Warning) {
	var rest string
	switch w.Code {
	case mysql.ERBadNullError: // of IGNORE
		if name, ok := strings.CutPrefix(w.Message, "column name '"); ok {
			if name, ok := strings.CutSuffix(name, "' is non-nullable but attempted to set a value of null"); ok {
				w.Level, w.Message = "Warning", "Column '"+name+"' cannot be null"
			}
		}
		return
	case warnLogarithm:
		if strings.HasPrefix(w.Message, "invalid argument value for logarithm") {
			w.Message = "Invalid argument for logarithm"
		}
		return
	case mysql.ERDbCreateExists:
		rest = "; database exists"
	case mysql.ERDbDropExists:
		rest = "; database doesn't exist"
	default:
		return
	}
	for _, verb := range [...]string{"create", "drop"} {
		before := "Can't " + verb + " database "
		if name, ok := strings.CutPrefix(w.Message, before); ok && strings.HasSuffix(name, rest+" ") {
			w.Message = before + "'" + strings.TrimSuffix(name, rest+" ") + "'" + rest
		}
	}
}
