package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// need is what a command needs of an object it names.
type need struct {
	command    string // as MySQL's error names it
	privileges []sql.PrivilegeType
	// whole: it is a matter of the database, which MySQL's error then names.
	whole bool
	// temporary: it is not asked of a temporary table of the session's.
	temporary bool
}

// tableNeeds are the needs of commands by the engine's name for them.
var tableNeeds = map[string]need{
	sqlparser.AuthType_SELECT:         {command: "SELECT", privileges: []sql.PrivilegeType{sql.PrivilegeType_Select}, temporary: true},
	authReadToDelete:                  {command: "SELECT", privileges: []sql.PrivilegeType{sql.PrivilegeType_Select}, temporary: true},
	sqlparser.AuthType_INSERT:         {command: "INSERT", privileges: []sql.PrivilegeType{sql.PrivilegeType_Insert}, temporary: true},
	sqlparser.AuthType_UPDATE:         {command: "UPDATE", privileges: []sql.PrivilegeType{sql.PrivilegeType_Update}, temporary: true},
	sqlparser.AuthType_DELETE:         {command: "DELETE", privileges: []sql.PrivilegeType{sql.PrivilegeType_Delete}, temporary: true},
	sqlparser.AuthType_REPLACE:        {command: "INSERT, DELETE", privileges: []sql.PrivilegeType{sql.PrivilegeType_Insert, sql.PrivilegeType_Delete}, temporary: true},
	sqlparser.AuthType_CREATE:         {command: "CREATE", privileges: []sql.PrivilegeType{sql.PrivilegeType_Create}},
	sqlparser.AuthType_CREATE_VIEW:    {command: "CREATE VIEW", privileges: []sql.PrivilegeType{sql.PrivilegeType_CreateView}},
	authShowView:                      {command: "SHOW VIEW", privileges: []sql.PrivilegeType{sql.PrivilegeType_ShowView}},
	sqlparser.AuthType_DROP:           {command: "DROP", privileges: []sql.PrivilegeType{sql.PrivilegeType_Drop}, temporary: true},
	sqlparser.AuthType_ALTER:          {command: "ALTER", privileges: []sql.PrivilegeType{sql.PrivilegeType_Alter}},
	sqlparser.AuthType_INDEX:          {command: "INDEX", privileges: []sql.PrivilegeType{sql.PrivilegeType_Index}},
	sqlparser.AuthType_FOREIGN_KEY:    {command: "REFERENCES", privileges: []sql.PrivilegeType{sql.PrivilegeType_References}},
	sqlparser.AuthType_TRIGGER:        {command: "TRIGGER", privileges: []sql.PrivilegeType{sql.PrivilegeType_Trigger}},
	sqlparser.AuthType_CREATE_TEMP:    {privileges: []sql.PrivilegeType{sql.PrivilegeType_CreateTempTable}, whole: true},
	sqlparser.AuthType_CREATE_ROUTINE: {privileges: []sql.PrivilegeType{sql.PrivilegeType_CreateRoutine}, whole: true},
	sqlparser.AuthType_ALTER_ROUTINE:  {privileges: []sql.PrivilegeType{sql.PrivilegeType_AlterRoutine}, whole: true},
	sqlparser.AuthType_EVENT:          {privileges: []sql.PrivilegeType{sql.PrivilegeType_Event}, whole: true},
}

// ShowEvents and others are commands that the engine's grammar does not tell from others; see
// [NameTargets].
const (
	authShowView      = "SHOW_VIEW"
	authShowTable     = "SHOW_TABLE"
	authDescribe      = "DESCRIBE"
	authLoad          = "LOAD"
	authDropProcedure = "DROP_PROCEDURE"
	authDropTrigger   = "DROP_TRIGGER"
	authShowTrigger   = "SHOW_TRIGGER"
	ShowEvents        = "SHOW_EVENTS"
	authUpdateOrRead  = "UPDATE_OR_SELECT"
	authReadToDelete  = "SELECT_TO_DELETE"
	authSpatial       = "SPATIAL"
)

// errRoutineDenied is ER_PROCACCESS_DENIED_ERROR, errKillDenied
// ER_KILL_DENIED_ERROR, errAccountDenied ER_ACCESS_DENIED_ERROR.
const (
	errAccountDenied = 1045
	errKillDenied    = 1095
	errRoutineDenied = 1370
	stateAccount     = "28000"
)

// authorizeHeld says whether what an account holds is enough for a command.
func (h *handler) authorizeHeld(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	if n, ok := tableNeeds[auth.AuthType]; ok {
		return h.authorizeTargets(ctx, held, n, auth)
	}
	switch auth.AuthType {
	case sqlparser.AuthType_SHOW:
		return nil
	case sqlparser.AuthType_VISIBLE:
		for _, name := range auth.TargetNames {
			if db := baseDatabase(ctx, name); !strings.EqualFold(db, sql.InformationSchemaDatabaseName) && !held.seesDatabase(db) {
				return sqlerr.DeniedDatabase(ctx, db)
			}
		}
		return nil
	case sqlparser.AuthType_LOCK:
		return authorizeLock(ctx, held, auth)
	case sqlparser.AuthType_RENAME:
		return authorizeRename(ctx, held, auth)
	case sqlparser.AuthType_CALL:
		return h.authorizeCall(ctx, held, auth)
	case authShowTable, authDescribe:
		return h.authorizeShow(ctx, held, auth)
	case authLoad:
		if !held.Has(sql.PrivilegeType_File) {
			return held.deniedAccount(ctx)
		}
		auth.AuthType = sqlparser.AuthType_INSERT
		return h.authorizeTargets(ctx, held, tableNeeds[auth.AuthType], auth)
	case authDropProcedure:
		db, name := baseDatabase(ctx, auth.TargetNames[0]), auth.TargetNames[1]
		if held.onDatabase(db, sql.PrivilegeType_AlterRoutine) || held.onRoutine(db, name, sql.PrivilegeType_AlterRoutine) {
			return nil
		}
		return deniedRoutine(ctx, "alter routine", db, name)
	case sqlparser.AuthType_SHOW_CREATE_PROCEDURE:
		return h.authorizeShowProcedure(ctx, held, auth)
	case authDropTrigger, authShowTrigger:
		return h.authorizeTrigger(ctx, held, auth)
	case ShowEvents:
		auth.AuthType = sqlparser.AuthType_EVENT
		return h.authorizeTargets(ctx, held, tableNeeds[auth.AuthType], auth)
	case authUpdateOrRead:
		db, table := baseDatabase(ctx, auth.TargetNames[0]), auth.TargetNames[1]
		if held.onTable(db, table, sql.PrivilegeType_Update) {
			return nil
		}
		auth.AuthType = sqlparser.AuthType_SELECT
		return h.authorizeTargets(ctx, held, tableNeeds[auth.AuthType], auth)
	case sqlparser.AuthType_GRANT_PRIVILEGE, sqlparser.AuthType_REVOKE_PRIVILEGE, sqlparser.AuthType_REVOKE_ALL,
		sqlparser.AuthType_GRANT_ROLE, sqlparser.AuthType_REVOKE_ROLE, sqlparser.AuthType_GRANT_PROXY, sqlparser.AuthType_REVOKE_PROXY:
		return h.authorizeGranting(ctx, held, auth)
	}
	return h.rights.authorizeServer(ctx, held, auth)
}

// authorizeTargets looks at every object that a command names.
func (h *handler) authorizeTargets(ctx *sql.Context, held Held, n need, auth sqlparser.AuthInformation) error {
	switch auth.TargetType {
	case sqlparser.AuthTargetType_Global:
		if held.Has(n.privileges...) {
			return nil
		}
		return sqlerr.Needs(n.command)
	case sqlparser.AuthTargetType_DatabaseIdentifiers:
		for _, name := range auth.TargetNames {
			db := baseDatabase(ctx, name)
			if db == "" {
				return sql.ErrNoDatabaseSelected.New()
			}
			if !held.onDatabase(db, n.privileges...) {
				return sqlerr.DeniedDatabase(ctx, db)
			}
		}
		return nil
	}
	names, step := auth.TargetNames, 2
	if auth.TargetType != sqlparser.AuthTargetType_MultipleTableIdentifiers {
		names = names[:min(len(names), 2)]
	}
	for i := 0; i+step <= len(names); i += step {
		db, table := baseDatabase(ctx, names[i]), names[i+1]
		switch {
		case auth.AuthType == sqlparser.AuthType_SELECT && strings.EqualFold(db, sql.InformationSchemaDatabaseName):
			if ofStorage(table) && !held.Has(sql.PrivilegeType_Process) {
				return sqlerr.Needs("PROCESS")
			}
		case held.onTable(db, table, n.privileges...):
		case n.temporary && h.rights.ownTemporary(ctx, &auth, names[i], table):
		case auth.AuthType == sqlparser.AuthType_SELECT && names[i] == "" && !definition.IsTable(ctx, h.rights.catalog.Load(), h.rights.running.Computed, ctx.GetCurrentDatabase(), table):
			// A common table expression, or what the engine does not find.
		case db == "":
			return sql.ErrNoDatabaseSelected.New()
		case n.whole || strings.EqualFold(db, sql.InformationSchemaDatabaseName):
			return sqlerr.DeniedDatabase(ctx, db)
		default:
			return sqlerr.DeniedTable(ctx, held.lacking(db, table, n), table)
		}
	}
	return nil
}

// lacking names those privileges of a command that the account lacks on a table, as
// MySQL's error does.
func (h Held) lacking(db, table string, n need) string {
	if len(n.privileges) == 0 {
		return ""
	}
	names := strings.Split(n.command, ", ")
	if len(names) != len(n.privileges) {
		return n.command
	}
	lacks := make([]string, 0, len(names))
	for i, p := range n.privileges {
		if !h.onTable(db, table, p) {
			lacks = append(lacks, names[i])
		}
	}
	return strings.Join(lacks, ", ")
}

// ofStorage says whether a table of information_schema tells of the storage
// engine: MySQL asks for PROCESS, but for a few that are views there.
func ofStorage(table string) bool {
	switch table = strings.ToUpper(table); table {
	case "INNODB_DATAFILES", "INNODB_FIELDS", "INNODB_FOREIGN", "INNODB_FOREIGN_COLS", "INNODB_TABLESPACES_BRIEF":
		return false
	}
	return strings.HasPrefix(table, "INNODB_")
}

// authorizeShow lets an account see the definition of a table that it may know
// of, and of a view with SHOW VIEW; for its columns and indexes alone it must be able
// to read the table, or have been granted something on it by name.
func (h *handler) authorizeShow(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	db, table := baseDatabase(ctx, auth.TargetNames[0]), auth.TargetNames[1]
	if auth.AuthType == authDescribe {
		if isPerformanceSchema(ctx, auth.TargetNames[0]) || strings.EqualFold(db, sql.InformationSchemaDatabaseName) || isProfiling(ctx, auth.TargetNames[0]) {
			if h.CheckTable(ctx, nil, auth.TargetNames[0], "", table) == nil {
				return nil
			}
		} else if held.onTable(db, table, sql.PrivilegeType_Select) || held.namesTable(db, table) || db == "" || h.rights.ownTemporary(ctx, &auth, auth.TargetNames[0], table) {
			return nil
		}
		return sqlerr.DeniedTable(ctx, "SELECT", table)
	}
	if !listsTable(ctx, h, held, auth.TargetNames[0], table) && !h.rights.ownTemporary(ctx, &auth, auth.TargetNames[0], table) {
		return sqlerr.DeniedTable(ctx, "SHOW", table)
	}
	if held.onTable(db, table, sql.PrivilegeType_Select, sql.PrivilegeType_ShowView) {
		return nil
	}
	if _, isView := definition.View(ctx, h.rights.catalog.Load(), db, table); isView {
		return sqlerr.DeniedTable(ctx, "SHOW VIEW", table)
	}
	return nil
}

func authorizeLock(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	if len(auth.TargetNames) < 2 {
		return sqlerr.Needs("LOCK TABLES")
	}
	db, table := baseDatabase(ctx, auth.TargetNames[0]), auth.TargetNames[1]
	switch {
	case !held.onDatabase(db, sql.PrivilegeType_LockTables):
		return sqlerr.DeniedDatabase(ctx, db)
	case !held.onTable(db, table, sql.PrivilegeType_Select):
		return sqlerr.DeniedTable(ctx, "SELECT", table)
	}
	return nil
}

// What RENAME TABLE needs of what a table is, and of what it becomes.
var (
	renamed = need{command: "DROP, ALTER", privileges: []sql.PrivilegeType{sql.PrivilegeType_Drop, sql.PrivilegeType_Alter}}
	named   = need{command: "INSERT, CREATE", privileges: []sql.PrivilegeType{sql.PrivilegeType_Insert, sql.PrivilegeType_Create}}
)

// authorizeRename looks at pairs of tables, what each is and what it becomes.
func authorizeRename(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	if auth.TargetType == sqlparser.AuthTargetType_Global || len(auth.TargetNames)%4 != 0 || len(auth.TargetNames) == 0 {
		return sqlerr.Needs("CREATE USER")
	}
	for names := auth.TargetNames; len(names) >= 4; names = names[4:] {
		if lacks := held.lacking(baseDatabase(ctx, names[0]), names[1], renamed); lacks != "" {
			return sqlerr.DeniedTable(ctx, lacks, names[1])
		}
		if lacks := held.lacking(baseDatabase(ctx, names[2]), names[3], named); lacks != "" {
			return sqlerr.DeniedTable(ctx, lacks, names[3])
		}
	}
	return nil
}

// authorizeCall asks for EXECUTE; a procedure of the storage's that changes a database,
// for what would change it by statements, too; one that changes the server, and one
// that its author keeps for administrators, for SUPER. EXECUTE on the procedure itself
// is enough for each.
func (h *handler) authorizeCall(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	if len(auth.TargetNames) < 2 {
		return sqlerr.Needs("EXECUTE")
	}
	db, name := baseDatabase(ctx, auth.TargetNames[0]), auth.TargetNames[1]
	if held.onRoutine(db, name, sql.PrivilegeType_Execute) {
		return nil
	}
	if h.reserved(ctx, name) {
		if held.Has(sql.PrivilegeType_Super) {
			return nil
		}
	} else if held.onDatabase(db, sql.PrivilegeType_Execute) && held.lacking(db, "", h.asksFor(ctx, name)) == "" {
		return nil
	}
	return deniedRoutine(ctx, "execute", db, name)
}

// reserved says whether a procedure of the storage's is for administrators. Its
// own word counts; but for what reads, the statistics' are too, which are the
// server's.
func (h *handler) reserved(ctx *sql.Context, name string) bool {
	name = strings.ToLower(name)
	if strings.HasPrefix(name, "dolt_stats_") && name != "dolt_stats_info" && name != "dolt_stats_wait" {
		return true
	}
	p := h.external(ctx, name)
	return p != nil && p.AdminOnly
}

// external is a procedure of the storage's, nil if there is none of the name.
func (h *handler) external(ctx *sql.Context, name string) *sql.ExternalStoredProcedureDetails {
	catalog := h.rights.catalog.Load()
	if catalog == nil {
		return nil
	}
	for n := -1; n < 10; n++ { // by the number of parameters
		if p, err := catalog.ExternalStoredProcedure(ctx, name, n); err != nil || p != nil {
			return p
		}
	}
	return nil
}

// What procedures of the storage's ask for on the database. What keeps the work of all
// as a commit or gives one a name loses nothing; what sets tables to what they were
// elsewhere or at another time changes and drops any of them.
var (
	keepsTables = need{command: "INSERT, UPDATE, DELETE", privileges: []sql.PrivilegeType{
		sql.PrivilegeType_Insert, sql.PrivilegeType_Update, sql.PrivilegeType_Delete,
	}}
	setsTables = need{command: "SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP", privileges: []sql.PrivilegeType{
		sql.PrivilegeType_Select, sql.PrivilegeType_Insert, sql.PrivilegeType_Update, sql.PrivilegeType_Delete,
		sql.PrivilegeType_Create, sql.PrivilegeType_Alter, sql.PrivilegeType_Drop,
	}}
)

// asksFor is what a procedure asks for besides EXECUTE: nothing unless it is the
// storage's and changes something.
func (h *handler) asksFor(ctx *sql.Context, name string) need {
	p := h.external(ctx, name)
	if p == nil {
		return need{}
	}
	switch strings.ToLower(name) {
	case "dolt_add", "dolt_commit", "dolt_commit_hash_out", "dolt_tag":
		return keepsTables
	case "dolt_checkout": // which says that it reads, and sets tables back
		return setsTables
	}
	if p.ReadOnly || strings.HasPrefix(strings.ToLower(name), "dolt_stats_") {
		return need{}
	}
	return setsTables
}

func deniedRoutine(ctx *sql.Context, command, database, name string) error {
	return mysql.NewSQLError(errRoutineDenied, sqlerr.StateAccess, "%s command denied to user %s for routine '%s.%s'", command, sqlerr.Account(ctx), database, name)
}
