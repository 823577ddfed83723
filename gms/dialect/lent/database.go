package lent

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Database is what the session's current database was before the running
// statement was given another one.
type Database struct {
	Session sql.Session // nil: none is lent
	before  string
	Binding bool // until the statement's names have been found, no longer
}

// Stayer has the running statement run in a database, as if the session had selected it: the engine
// runs some statements there, whatever database they name. It returns false if that cannot be.
// binding is until the statement's names have been found, no longer.
type Stayer func(ctx *sql.Context, database string, binding bool) bool

// Stay is the [stayer] of a statement that is no part of another.
func (l *Database) Stay(ctx *sql.Context, database string, binding bool) bool {
	if l.Session != nil {
		return false
	}
	*l = Database{Session: ctx.Session, before: ctx.GetCurrentDatabase(), Binding: binding}
	ctx.SetCurrentDatabase(database)
	return true
}

// TakeBack undoes stay.
func (l *Database) TakeBack() {
	if lent := *l; lent.Session != nil {
		*l = Database{}
		lent.Session.SetCurrentDatabase(lent.before)
	}
}

// Bound is called when a statement's names have been found.
func (l *Database) Bound() {
	if l.Binding {
		l.TakeBack()
	}
}

// RunWhereNamed has a statement run in the database that it names where the engine
// would take the current one, or fail for want of one. reads reports that the statement is the
// definition of something that another uses. An error means that stay cannot have it run there.
func RunWhereNamed(ctx *sql.Context, stmt sqlparser.Statement, reads bool, stay Stayer) error {
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
		if database != "" && !stay(ctx, database, false) {
			return sqlerr.NotSupportedYet("ANALYZE TABLE of another database in a procedure")
		}
	case *sqlparser.Show:
		switch kind := strings.ToLower(s.Type); {
		case kind == "triggers" && s.Table.DbQualifier.IsEmpty() && s.ShowTablesOpt != nil && s.ShowTablesOpt.DbName != "":
			s.Table.DbQualifier = sqlparser.NewTableIdent(s.ShowTablesOpt.DbName)
		case kind == sqlparser.CreateEventStr && !s.Table.DbQualifier.IsEmpty() && ctx.GetCurrentDatabase() == "":
			stay(ctx, s.Table.DbQualifier.String(), false)
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
			if reads && ctx.GetCurrentDatabase() == "" {
				// The definition of a view that a statement uses is read as if
				// it were made now.
				stay(ctx, named, true)
			}
		case s.EventSpec != nil && s.Action == sqlparser.AlterStr && !s.EventSpec.EventName.Qualifier.IsEmpty() && ctx.GetCurrentDatabase() == "":
			stay(ctx, s.EventSpec.EventName.Qualifier.String(), false)
		}
	}
	return nil
}

// Within has a statement that may run do so in the database it names, where the engine would take
// the current one.
func Within(ctx *sql.Context, auth sqlparser.AuthInformation, stay Stayer) error {
	switch auth.AuthType {
	case sqlparser.AuthType_RENAME:
		return renamesWithin(ctx, auth, stay)
	case privilege.ShowEvents:
		if db := auth.TargetNames[0]; db != "" && !stay(ctx, db, false) {
			return sqlerr.NotSupportedYet("SHOW EVENTS of another database in a procedure")
		}
	}
	return nil
}

// renamesWithin refuses to give tables names in another database: the engine
// would rename tables of the current one, whatever database the names are of.
func renamesWithin(ctx *sql.Context, auth sqlparser.AuthInformation, stay Stayer) error {
	if auth.TargetType == sqlparser.AuthTargetType_Global || len(auth.TargetNames)%2 != 0 {
		return nil // of accounts
	}
	database := ""
	for i := 0; i < len(auth.TargetNames); i += 2 {
		named := auth.TargetNames[i]
		if named == "" {
			named = ctx.GetCurrentDatabase()
		}
		if named == "" {
			return sql.ErrNoDatabaseSelected.New()
		}
		if i > 0 && !strings.EqualFold(named, database) {
			return sqlerr.NotSupportedYet("RENAME TABLE from one database to another")
		}
		database = named
	}
	if database != "" && !stay(ctx, database, false) {
		return sqlerr.NotSupportedYet("RENAME TABLE of another database in a procedure")
	}
	return nil
}
