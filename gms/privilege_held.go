package gms

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// held is what an account has been granted. The engine's own question, whether
// an account may do something, has SUPER stand for everything and takes a grant
// on the current database for one on all of them; this one does neither.
type held struct {
	// everything is set where there are no accounts: everybody may do all.
	everything bool
	set        mysql_db.PrivilegeSet
	grants     *mysql_db.MySQLDb
	// within is what the author of the running procedure has, nil outside of
	// one: nobody can be had to do what the author may not.
	within *held
}

// also asks the same of the author of the running procedure.
func (h held) also(ok bool, ask func(held) bool) bool {
	return ok && (h.within == nil || ask(*h.within))
}

// held is what the account of a session has. The engine keeps it with the
// session, so that it costs a comparison as long as no grant changes.
func (a *Adapter) held(ctx *sql.Context) held {
	grants := a.grants()
	if grants == nil {
		return held{everything: true}
	}
	h := held{set: grants.UserActivePrivilegeSet(ctx), grants: grants}
	if x := runningOf(ctx); x != nil {
		h.within = x.connection.author
	}
	return h
}

// grants is the engine's accounts and what they have been granted; nil where
// there are none.
func (a *Adapter) grants() *mysql_db.MySQLDb {
	engine := a.engine.Load()
	if engine == nil || !engine.Analyzer.Catalog.MySQLDb.Enabled() {
		return nil
	}
	return engine.Analyzer.Catalog.MySQLDb
}

// has says whether the account has privileges on everything.
func (h held) has(privileges ...sql.PrivilegeType) bool {
	return h.also(h.everything || h.set.Has(privileges...), func(w held) bool { return w.has(privileges...) })
}

// global says whether the account itself has a privilege on everything.
func (h held) global(p sql.PrivilegeType) bool { return h.everything || h.set.Has(p) }

// hasDynamic says whether the account has one of MySQL's dynamic privileges, by
// name or by what stands for it: SUPER for the older ones, and for all of them
// every static privilege together, which is what GRANT ALL gives.
func (h held) hasDynamic(name string) bool {
	return h.also(h.ownDynamic(name), func(w held) bool { return w.ownDynamic(name) })
}

func (h held) ownDynamic(name string) bool {
	if h.everything || h.set.HasDynamic(name) {
		return true
	}
	if dynamicPrivileges[strings.ToUpper(name)].super && h.set.Has(sql.PrivilegeType_Super) {
		return true
	}
	return h.set.Has(everyStatic...)
}

// everyStatic are the privileges that GRANT ALL ON *.* gives.
var everyStatic = []sql.PrivilegeType{
	sql.PrivilegeType_Select, sql.PrivilegeType_Insert, sql.PrivilegeType_Update, sql.PrivilegeType_Delete,
	sql.PrivilegeType_Create, sql.PrivilegeType_Drop, sql.PrivilegeType_Reload, sql.PrivilegeType_Shutdown,
	sql.PrivilegeType_Process, sql.PrivilegeType_File, sql.PrivilegeType_References, sql.PrivilegeType_Index,
	sql.PrivilegeType_Alter, sql.PrivilegeType_ShowDB, sql.PrivilegeType_Super, sql.PrivilegeType_CreateTempTable,
	sql.PrivilegeType_LockTables, sql.PrivilegeType_Execute, sql.PrivilegeType_ReplicationSlave,
	sql.PrivilegeType_ReplicationClient, sql.PrivilegeType_CreateView, sql.PrivilegeType_ShowView,
	sql.PrivilegeType_CreateRoutine, sql.PrivilegeType_AlterRoutine, sql.PrivilegeType_CreateUser,
	sql.PrivilegeType_Event, sql.PrivilegeType_Trigger, sql.PrivilegeType_CreateTablespace,
	sql.PrivilegeType_CreateRole, sql.PrivilegeType_DropRole,
}

// dynamicPrivilege is what is known of one of MySQL's dynamic privileges.
type dynamicPrivilege struct {
	super bool // SUPER, which it was split from, still stands for it
}

const (
	systemVariablesAdmin  = "SYSTEM_VARIABLES_ADMIN"
	sessionVariablesAdmin = "SESSION_VARIABLES_ADMIN"
	persistROAdmin        = "PERSIST_RO_VARIABLES_ADMIN"
	connectionAdmin       = "CONNECTION_ADMIN"
	roleAdmin             = "ROLE_ADMIN"
	setAnyDefiner         = "SET_ANY_DEFINER"
	spatialAdmin          = "CREATE_SPATIAL_REFERENCE_SYSTEM"
)

// dynamicPrivileges are those of MySQL.
var dynamicPrivileges = map[string]dynamicPrivilege{
	"ALLOW_NONEXISTENT_DEFINER":    {super: true},
	"APPLICATION_PASSWORD_ADMIN":   {},
	"AUDIT_ABORT_EXEMPT":           {},
	"AUDIT_ADMIN":                  {super: true},
	"AUTHENTICATION_POLICY_ADMIN":  {},
	"BACKUP_ADMIN":                 {},
	"BINLOG_ADMIN":                 {super: true},
	"BINLOG_ENCRYPTION_ADMIN":      {super: true},
	"CLONE_ADMIN":                  {},
	connectionAdmin:                {super: true},
	spatialAdmin:                   {super: true},
	"ENCRYPTION_KEY_ADMIN":         {super: true},
	"FIREWALL_EXEMPT":              {},
	"FLUSH_OPTIMIZER_COSTS":        {},
	"FLUSH_PRIVILEGES":             {},
	"FLUSH_STATUS":                 {},
	"FLUSH_TABLES":                 {},
	"FLUSH_USER_RESOURCES":         {},
	"GROUP_REPLICATION_ADMIN":      {super: true},
	"GROUP_REPLICATION_STREAM":     {},
	"INNODB_REDO_LOG_ARCHIVE":      {},
	"INNODB_REDO_LOG_ENABLE":       {},
	"OPTIMIZE_LOCAL_TABLE":         {},
	"PASSWORDLESS_USER_ADMIN":      {},
	persistROAdmin:                 {},
	"REPLICATION_APPLIER":          {super: true},
	"REPLICATION_SLAVE_ADMIN":      {super: true},
	"RESOURCE_GROUP_ADMIN":         {},
	"RESOURCE_GROUP_USER":          {},
	roleAdmin:                      {super: true},
	"SENSITIVE_VARIABLES_OBSERVER": {},
	"SERVICE_CONNECTION_ADMIN":     {},
	sessionVariablesAdmin:          {super: true},
	setAnyDefiner:                  {super: true},
	"SHOW_ROUTINE":                 {},
	"SYSTEM_USER":                  {},
	systemVariablesAdmin:           {super: true},
	"TABLE_ENCRYPTION_ADMIN":       {super: true},
	"TELEMETRY_LOG_ADMIN":          {},
	"TRANSACTION_GTID_TAG":         {},
	"XA_RECOVER_ADMIN":             {},
}

// errSpecificAccess is ER_SPECIFIC_ACCESS_DENIED_ERROR.
const errSpecificAccess = 1227

// needs is what an account gets that lacks all of some privileges, written as
// MySQL lists them: "SUPER or SYSTEM_VARIABLES_ADMIN".
func needs(privileges string) error {
	return mysql.NewSQLError(errSpecificAccess, sqlerr.StateAccess,
		"Access denied; you need (at least one of) the %s privilege(s) for this operation", privileges)
}

const informationSchema = sql.InformationSchemaDatabaseName

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
func (h held) onDatabase(database string, privileges ...sql.PrivilegeType) bool {
	for _, p := range privileges {
		if !h.global(p) && !h.set.Database(database).Has(p) {
			return false
		}
	}
	return h.also(true, func(w held) bool { return w.onDatabase(database, privileges...) })
}

// onTable says whether the account has privileges on a table.
func (h held) onTable(database, table string, privileges ...sql.PrivilegeType) bool {
	for _, p := range privileges {
		if !h.global(p) && !h.set.Database(database).Has(p) && !h.set.Database(database).Table(table).Has(p) {
			return false
		}
	}
	return h.also(true, func(w held) bool { return w.onTable(database, table, privileges...) })
}

// onRoutine says whether the account has a privilege on a procedure by name.
func (h held) onRoutine(database, name string, p sql.PrivilegeType) bool {
	own := h.everything || h.set.Database(database).Routine(name, true).Has(p)
	return h.also(own, func(w held) bool { return w.onDatabase(database, p) || w.onRoutine(database, name, p) })
}

// seesDatabase says whether the account may know of a database: by any privilege
// on it or in it.
func (h held) seesDatabase(database string) bool {
	own := h.seesAll() || strings.EqualFold(database, informationSchema) || h.set.Database(database).HasPrivileges()
	return h.also(own, func(w held) bool { return w.seesDatabase(database) })
}

// seesTable says whether the account may know of a table.
func (h held) seesTable(database, table string) bool {
	db := h.set.Database(database)
	own := h.onAnyDatabase() || db.Count() > 0 || db.Table(table).HasPrivileges() || strings.EqualFold(database, informationSchema)
	return h.also(own, func(w held) bool { return w.seesTable(database, table) })
}

// listsTable says whether a table is among those that the account is shown: by a
// privilege on tables, not by one on what else a database has.
func (h held) listsTable(database, table string) bool {
	db := h.set.Database(database)
	own := slices.ContainsFunc(onTables, h.global) || slices.ContainsFunc(onTables, func(p sql.PrivilegeType) bool { return db.Has(p) }) ||
		db.Table(table).HasPrivileges()
	return h.also(own, func(w held) bool { return w.listsTable(database, table) })
}

// namesTable says whether something has been granted on a table by its name.
func (h held) namesTable(database, table string) bool {
	return h.also(h.everything || h.set.Database(database).Table(table).HasPrivileges(), func(w held) bool { return w.namesTable(database, table) })
}

// seesAll says whether the account may know of all databases.
func (h held) seesAll() bool { return h.global(sql.PrivilegeType_ShowDB) || h.onAnyDatabase() }

// onAnyDatabase says whether the account has a privilege on every database that
// concerns what is in it.
func (h held) onAnyDatabase() bool {
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
