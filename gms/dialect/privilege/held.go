package privilege

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// Held is what an account has been granted. The engine's own question, whether
// an account may do something, has SUPER stand for everything and takes a grant
// on the current database for one on all of them; this one does neither.
type Held struct {
	// everything is set where there are no accounts: everybody may do all.
	everything bool
	heldHere
	grants *mysql_db.MySQLDb
	// engines: the set is the engine's own, which has those dynamic privileges alone that are
	// granted by name.
	engines bool
	// all: the set has every privilege on everything; known of an author alone.
	all bool
	// roles are those that an author has active.
	roles []mysql_db.UserPrimaryKey
}

// Has says whether the account has privileges on everything.
func (h Held) Has(privileges ...sql.PrivilegeType) bool {
	return h.everything || h.set.Has(privileges...)
}

// global says whether the account itself has a privilege on everything.
func (h Held) global(p sql.PrivilegeType) bool { return h.everything || h.set.Has(p) }

// HasDynamic says whether the account has one of MySQL's dynamic privileges, by
// name or by what stands for it: SUPER for the older ones.
func (h Held) HasDynamic(name string) bool {
	if h.everything || h.set.HasDynamic(name) {
		return true
	}
	if dynamicPrivileges[strings.ToUpper(name)].super && h.set.Has(sql.PrivilegeType_Super) {
		return true
	}
	return h.engines && h.set.Has(everyStatic...)
}

// baseDatabase is the database that a name is of, which may be that of a branch
// or a commit of it; the current one for an empty name.
func baseDatabase(ctx *sql.Context, name string) string {
	if name == "" && ctx != nil {
		name = ctx.GetCurrentDatabase()
	}
	if i := strings.IndexAny(name, "/@"); i > 0 {
		name = name[:i]
	}
	return name
}

// onDatabase says whether the account has privileges on a whole database.
func (h Held) onDatabase(database string, privileges ...sql.PrivilegeType) bool {
	db := h.database(database)
	for _, p := range privileges {
		if !h.global(p) && !db.Has(p) {
			return false
		}
	}
	return true
}

// onTable says whether the account has privileges on a table.
func (h Held) onTable(database, table string, privileges ...sql.PrivilegeType) bool {
	db := h.database(database)
	for _, p := range privileges {
		if !h.global(p) && !db.Has(p) && !h.set.Database(database).Table(table).Has(p) {
			return false
		}
	}
	return true
}

// Reads says whether the account may SELECT from a table of performance_schema.
func (h Held) Reads(table string) bool {
	return h.onTable(performanceSchema, table, sql.PrivilegeType_Select)
}

// onRoutine says whether the account has a privilege on a procedure by name.
func (h Held) onRoutine(database, name string, p sql.PrivilegeType) bool {
	return h.everything || h.set.Database(database).Routine(name, true).Has(p)
}

// seesDatabase says whether the account may know of a database: by any privilege
// on it or in it.
func (h Held) seesDatabase(database string) bool {
	return h.seesAll() || strings.EqualFold(database, sql.InformationSchemaDatabaseName) || h.set.Database(database).HasPrivileges() || h.database(database).Count() > 0
}

// seesTable says whether the account may know of a table.
func (h Held) seesTable(database, table string) bool {
	db := h.set.Database(database)
	return h.onAnyDatabase() || h.database(database).Count() > 0 || db.Table(table).HasPrivileges() || strings.EqualFold(database, sql.InformationSchemaDatabaseName)
}

// listsTable says whether a table is among those that the account is shown: by a
// privilege on tables, not by one on what else a database has.
func (h Held) listsTable(database, table string) bool {
	db := h.database(database)
	return slices.ContainsFunc(onTables, h.global) || slices.ContainsFunc(onTables, func(p sql.PrivilegeType) bool { return db.Has(p) }) ||
		h.set.Database(database).Table(table).HasPrivileges()
}

// namesTable says whether something has been granted on a table by its name.
func (h Held) namesTable(database, table string) bool {
	return h.everything || h.set.Database(database).Table(table).HasPrivileges()
}

// seesAll says whether the account may know of all databases.
func (h Held) seesAll() bool { return h.global(sql.PrivilegeType_ShowDB) || h.onAnyDatabase() }

// onAnyDatabase says whether the account has a privilege on every database that
// concerns what is in it.
func (h Held) onAnyDatabase() bool {
	for _, p := range inDatabase {
		if h.global(p) {
			return true
		}
	}
	return false
}

// inDatabase are the privileges that can be granted on a database.
var inDatabase = []sql.PrivilegeType{
	sql.PrivilegeType_Select, sql.PrivilegeType_Insert, sql.PrivilegeType_Update, sql.PrivilegeType_Delete,
	sql.PrivilegeType_Create, sql.PrivilegeType_Drop, sql.PrivilegeType_GrantOption, sql.PrivilegeType_References,
	sql.PrivilegeType_Index, sql.PrivilegeType_Alter, sql.PrivilegeType_CreateTempTable, sql.PrivilegeType_LockTables,
	sql.PrivilegeType_Execute, sql.PrivilegeType_CreateView, sql.PrivilegeType_ShowView, sql.PrivilegeType_CreateRoutine,
	sql.PrivilegeType_AlterRoutine, sql.PrivilegeType_Event, sql.PrivilegeType_Trigger,
}

// onTables are the privileges that can be granted on a table.
var onTables = []sql.PrivilegeType{
	sql.PrivilegeType_Select, sql.PrivilegeType_Insert, sql.PrivilegeType_Update, sql.PrivilegeType_Delete,
	sql.PrivilegeType_Create, sql.PrivilegeType_Drop, sql.PrivilegeType_GrantOption, sql.PrivilegeType_References,
	sql.PrivilegeType_Index, sql.PrivilegeType_Alter, sql.PrivilegeType_CreateView, sql.PrivilegeType_ShowView,
	sql.PrivilegeType_Trigger,
}

// OnDatabases are the privileges that GRANT ALL gives on a database, OnTables on a table.
var (
	OnDatabases = withoutOption(inDatabase)
	OnTables    = withoutOption(onTables)
)

func withoutOption(all []sql.PrivilegeType) []sql.PrivilegeType {
	return slices.DeleteFunc(slices.Clone(all), func(p sql.PrivilegeType) bool { return p == sql.PrivilegeType_GrantOption })
}
