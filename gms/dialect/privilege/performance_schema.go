package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// authorizePerformanceSchema applies the rules of performance_schema that no grant changes. granted
// says that none is needed.
func (h *handler) authorizePerformanceSchema(ctx *sql.Context, auth sqlparser.AuthInformation, name string) (granted bool, err error) {
	t := h.rights.running.Computed(performanceSchema, name)
	if t == nil && changesRows(auth) {
		return false, nil // who may is told that there is no such table
	}
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW:
		return true, nil
	case sqlparser.AuthType_SELECT:
		return t.Allows(computed.PublicRead), nil
	}
	return false, refuseChange(ctx, auth, performanceSchema, name, t)
}

// changesRows says whether a statement needs a table that is there already: it changes its
// rows, locks it or drops it.
func changesRows(auth sqlparser.AuthInformation) bool {
	switch auth.AuthType {
	case sqlparser.AuthType_INSERT, sqlparser.AuthType_UPDATE, sqlparser.AuthType_DELETE, sqlparser.AuthType_REPLACE, sqlparser.AuthType_LOCK:
		return true
	case sqlparser.AuthType_DROP:
		return auth.TargetType == sqlparser.AuthTargetType_SingleTableIdentifier || auth.TargetType == sqlparser.AuthTargetType_MultipleTableIdentifiers
	}
	return false
}

// refuseChange refuses what a statement does to a table that does not allow it, or to the
// database. A nil table allows nothing.
func refuseChange(ctx *sql.Context, auth sqlparser.AuthInformation, database, name string, t *computed.Table) error {
	allowedIf := func(command string, need computed.Access) error {
		if !t.Allows(need) {
			return sqlerr.DeniedTable(ctx, command, name)
		}
		return nil
	}
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW, sqlparser.AuthType_SELECT, authShowTable, authShowView, authDescribe, ShowEvents:
		return nil
	case sqlparser.AuthType_INSERT:
		return allowedIf("INSERT", computed.Insert)
	case sqlparser.AuthType_UPDATE:
		return allowedIf("UPDATE", computed.Update)
	case sqlparser.AuthType_DELETE:
		return allowedIf("DELETE", computed.Delete)
	case sqlparser.AuthType_REPLACE:
		return allowedIf("INSERT, DELETE", computed.Insert|computed.Delete)
	case sqlparser.AuthType_LOCK:
		return allowedIf("SELECT, LOCK TABLES", computed.Update)
	case sqlparser.AuthType_DROP:
		// TRUNCATE names one table, DROP TABLE a list, DROP VIEW databases.
		switch auth.TargetType {
		case sqlparser.AuthTargetType_SingleTableIdentifier:
			return allowedIf("DROP", computed.Truncate)
		case sqlparser.AuthTargetType_MultipleTableIdentifiers:
			return sqlerr.DeniedTable(ctx, "DROP", name)
		}
	case sqlparser.AuthType_CALL, sqlparser.AuthType_SHOW_CREATE_PROCEDURE:
		return nil
	}
	return sqlerr.DeniedDatabase(ctx, database)
}

// backupAdmin is what log_status asks for besides SELECT.
const backupAdmin = "BACKUP_ADMIN"

// readsLogs says whether a statement reads where the logs are, for a backup.
func readsLogs(auth sqlparser.AuthInformation, name string) bool {
	return auth.AuthType == sqlparser.AuthType_SELECT && strings.EqualFold(name, "log_status")
}

// authorizeLogs asks for SELECT, and then for BACKUP_ADMIN.
func (h *handler) authorizeLogs(ctx *sql.Context, auth sqlparser.AuthInformation) error {
	held := h.rights.Of(ctx)
	if held.everything {
		return nil
	}
	if err := h.authorizeHeld(ctx, held, auth); err != nil {
		return err
	}
	if !held.HasDynamic(backupAdmin) {
		return sqlerr.Needs(backupAdmin)
	}
	return nil
}

// checkGrant refuses, as MySQL does, to grant on performance_schema what nobody
// can do there, on the whole of it or on one of its tables.
func (h *handler) checkGrant(ctx *sql.Context, g *plan.Grant) error {
	if !isPerformanceSchema(ctx, g.PrivilegeLevel.Database) {
		return nil
	}
	table := strings.ToLower(g.PrivilegeLevel.TableRoutine)
	of := h.rights.running.Computed(performanceSchema, table)
	commands := ""
	denied := false
	for _, p := range g.Privileges {
		name, allowed := grantable(p.Type, of, table == "*")
		if name == "" { // on no table of it
			return sqlerr.DeniedDatabase(ctx, performanceSchema)
		}
		commands += name + ", "
		denied = denied || !allowed
	}
	switch {
	case !denied:
		return nil
	case of == nil:
		return sqlerr.DeniedDatabase(ctx, performanceSchema)
	}
	return sqlerr.DeniedTable(ctx, commands+"GRANT", table)
}

// grantable says whether a privilege can be granted on a table, or on any table; name is "" for
// one that can on none.
func grantable(p plan.PrivilegeType, t *computed.Table, any bool) (name string, ok bool) {
	var need computed.Access
	switch p {
	case plan.PrivilegeType_Select:
		return "SELECT", true
	case plan.PrivilegeType_GrantOption:
		return "GRANT", true
	case plan.PrivilegeType_Usage:
		return "USAGE", true
	case plan.PrivilegeType_LockTables:
		return "LOCK TABLES", any
	case plan.PrivilegeType_Insert:
		name, need = "INSERT", computed.Insert
	case plan.PrivilegeType_Update:
		name, need = "UPDATE", computed.Update
	case plan.PrivilegeType_Delete:
		name, need = "DELETE", computed.Delete
	case plan.PrivilegeType_Drop:
		name, need = "DROP", computed.Truncate
	default:
		return "", false
	}
	return name, any || t.Allows(need)
}

// privilegeName is a privilege as MySQL's errors name it.
func privilegeName(p plan.PrivilegeType) string {
	if name, ok := privilegeNames[p]; ok {
		return name
	}
	return "SELECT"
}

var privilegeNames = map[plan.PrivilegeType]string{
	plan.PrivilegeType_All: "ALL", plan.PrivilegeType_Alter: "ALTER", plan.PrivilegeType_AlterRoutine: "ALTER ROUTINE",
	plan.PrivilegeType_Create: "CREATE", plan.PrivilegeType_CreateRole: "CREATE ROLE", plan.PrivilegeType_CreateRoutine: "CREATE ROUTINE",
	plan.PrivilegeType_CreateTablespace: "CREATE TABLESPACE", plan.PrivilegeType_CreateTemporaryTables: "CREATE TEMPORARY TABLES",
	plan.PrivilegeType_CreateUser: "CREATE USER", plan.PrivilegeType_CreateView: "CREATE VIEW", plan.PrivilegeType_Delete: "DELETE",
	plan.PrivilegeType_Drop: "DROP", plan.PrivilegeType_DropRole: "DROP ROLE", plan.PrivilegeType_Event: "EVENT",
	plan.PrivilegeType_Execute: "EXECUTE", plan.PrivilegeType_File: "FILE", plan.PrivilegeType_GrantOption: "GRANT",
	plan.PrivilegeType_Index: "INDEX", plan.PrivilegeType_Insert: "INSERT", plan.PrivilegeType_LockTables: "LOCK TABLES",
	plan.PrivilegeType_Process: "PROCESS", plan.PrivilegeType_References: "REFERENCES", plan.PrivilegeType_Reload: "RELOAD",
	plan.PrivilegeType_ReplicationClient: "REPLICATION CLIENT", plan.PrivilegeType_ReplicationSlave: "REPLICATION SLAVE",
	plan.PrivilegeType_Select: "SELECT", plan.PrivilegeType_ShowDatabases: "SHOW DATABASES", plan.PrivilegeType_ShowView: "SHOW VIEW",
	plan.PrivilegeType_Shutdown: "SHUTDOWN", plan.PrivilegeType_Super: "SUPER", plan.PrivilegeType_Trigger: "TRIGGER",
	plan.PrivilegeType_Update: "UPDATE", plan.PrivilegeType_Usage: "USAGE",
}
