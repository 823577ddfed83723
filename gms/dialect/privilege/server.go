package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// authorizeServer decides on commands that concern the server and its accounts.
// One that nobody has thought of is refused.
func (r *Rights) authorizeServer(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	allowed, privileges := false, "SUPER"
	switch auth.AuthType {
	case sqlparser.AuthType_CREATE_USER:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser), "CREATE USER"
	case sqlparser.AuthType_ALTER_USER:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser) || held.onDatabase("mysql", sql.PrivilegeType_Update), "CREATE USER"
	case sqlparser.AuthType_CREATE_ROLE:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser) || held.Has(sql.PrivilegeType_CreateRole), "CREATE USER, CREATE ROLE"
	case sqlparser.AuthType_DROP_ROLE:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser) || held.Has(sql.PrivilegeType_DropRole), "CREATE USER, DROP ROLE"
	case sqlparser.AuthType_PROCESS:
		allowed, privileges = held.Has(sql.PrivilegeType_Process), "PROCESS"
	case sqlparser.AuthType_RELOAD:
		allowed, privileges = held.reloads(auth.TargetNames)
	case sqlparser.AuthType_REPLICATION_CLIENT:
		allowed, privileges = held.Has(sql.PrivilegeType_Super) || held.Has(sql.PrivilegeType_ReplicationClient), "SUPER, REPLICATION CLIENT"
	case sqlparser.AuthType_REPLICATION:
		allowed, privileges = held.HasDynamic("REPLICATION_SLAVE_ADMIN"), "SUPER or REPLICATION_SLAVE_ADMIN"
	case sqlparser.AuthType_BINLOG:
		allowed, privileges = held.HasDynamic("BINLOG_ADMIN") || held.HasDynamic("REPLICATION_APPLIER"), "SUPER, BINLOG_ADMIN or REPLICATION_APPLIER"
	case authSpatial:
		allowed, privileges = held.HasDynamic(spatialAdmin), "SUPER or "+spatialAdmin
	case sqlparser.AuthType_FILE:
		if held.Has(sql.PrivilegeType_File) {
			return nil
		}
		return held.deniedAccount(ctx)
	case sqlparser.AuthType_SUPER:
		if len(auth.TargetNames) == 1 {
			return r.authorizeKill(ctx, held, auth.TargetNames[0])
		}
		allowed, privileges = held.HasDynamic(ConnectionAdmin), "SUPER or "+ConnectionAdmin
	}
	if allowed {
		return nil
	}
	return sqlerr.Needs(privileges)
}

// reloads says whether an account may FLUSH something. The engine names the
// database of accounts; what is flushed stands behind it.
func (h Held) reloads(names []string) (allowed bool, privileges string) {
	if h.Has(sql.PrivilegeType_Reload) {
		return true, ""
	}
	dynamic := ""
	if len(names) > 2 { // several at once
		for _, name := range names[1:] {
			if allowed, privileges = h.reloads([]string{names[0], name}); !allowed {
				return false, privileges
			}
		}
		return true, ""
	}
	if len(names) == 2 {
		dynamic = map[string]string{
			"privileges": "FLUSH_PRIVILEGES", "status": "FLUSH_STATUS", "table": "FLUSH_TABLES", "tables": "FLUSH_TABLES",
			"user_resources": "FLUSH_USER_RESOURCES", "optimizer_costs": "FLUSH_OPTIMIZER_COSTS",
		}[strings.ToLower(names[1])]
	}
	if dynamic == "" {
		return false, "RELOAD"
	}
	return h.HasDynamic(dynamic), "RELOAD or " + dynamic
}

// grantChecker answers the engine's nodes that check rights by themselves.
type grantChecker struct {
	held    Held
	pattern bool // a database is named by a pattern
}

var _ sql.PrivilegedOperationChecker = grantChecker{}

// UserHasPrivileges implements sql.PrivilegedOperationChecker. An operation that
// names nothing is one on everything.
func (c grantChecker) UserHasPrivileges(ctx *sql.Context, operations ...sql.PrivilegedOperation) bool {
	for _, o := range operations {
		for _, p := range o.StaticPrivileges {
			if !c.holds(ctx, o, p) {
				return false
			}
		}
		for _, p := range o.DynamicPrivileges {
			if !c.held.HasDynamic(p) {
				return false
			}
		}
	}
	return true
}

func (c grantChecker) holds(ctx *sql.Context, o sql.PrivilegedOperation, p sql.PrivilegeType) bool {
	if o.Database == "" && o.Table == "" && o.Routine == "" {
		return c.held.Has(p)
	}
	db := baseDatabase(ctx, o.Database)
	if o.Routine != "" {
		return c.held.onDatabase(db, p) || c.held.onRoutine(db, o.Routine, p)
	}
	if c.pattern && o.Table == "" {
		return c.held.onPattern(db, p)
	}
	return c.held.onTable(db, o.Table, p)
}

// RoutineAdminCheck implements sql.PrivilegedOperationChecker.
func (c grantChecker) RoutineAdminCheck(ctx *sql.Context, operations ...sql.PrivilegedOperation) bool {
	if c.held.Has(sql.PrivilegeType_Super) {
		return true
	}
	for _, o := range operations {
		for _, p := range o.StaticPrivileges {
			if !c.held.onRoutine(baseDatabase(ctx, o.Database), o.Routine, p) {
				return false
			}
		}
	}
	return true
}
