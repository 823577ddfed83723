package privilege

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

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
	systemVariablesAdmin    = "SYSTEM_VARIABLES_ADMIN"
	sessionVariablesAdmin   = "SESSION_VARIABLES_ADMIN"
	persistROAdmin          = "PERSIST_RO_VARIABLES_ADMIN"
	ConnectionAdmin         = "CONNECTION_ADMIN"
	roleAdmin               = "ROLE_ADMIN"
	setAnyDefiner           = "SET_ANY_DEFINER"
	allowNonexistentDefiner = "ALLOW_NONEXISTENT_DEFINER"
	spatialAdmin            = "CREATE_SPATIAL_REFERENCE_SYSTEM"
)

// Dynamic says whether MySQL has a dynamic privilege of a name, in any letter case.
func Dynamic(name string) bool {
	_, ok := dynamicPrivileges[strings.ToUpper(name)]
	return ok
}

// DynamicNames are the dynamic privileges of MySQL.
func DynamicNames() iter.Seq[string] { return maps.Keys(dynamicPrivileges) }

// dynamicPrivileges are those of MySQL.
var dynamicPrivileges = map[string]dynamicPrivilege{
	allowNonexistentDefiner:        {super: true},
	"APPLICATION_PASSWORD_ADMIN":   {},
	"AUDIT_ABORT_EXEMPT":           {},
	"AUDIT_ADMIN":                  {super: true},
	"AUTHENTICATION_POLICY_ADMIN":  {},
	"BACKUP_ADMIN":                 {},
	"BINLOG_ADMIN":                 {super: true},
	"BINLOG_ENCRYPTION_ADMIN":      {super: true},
	"CLONE_ADMIN":                  {},
	ConnectionAdmin:                {super: true},
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
	"MANAGE_DATA_MASKING_POLICY":   {},
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
	systemUser:                     {},
	systemVariablesAdmin:           {super: true},
	"TABLE_ENCRYPTION_ADMIN":       {super: true},
	"TELEMETRY_LOG_ADMIN":          {},
	"TRANSACTION_GTID_TAG":         {},
	"XA_RECOVER_ADMIN":             {},
}

// IfExists stands among the privileges of a REVOKE IF EXISTS, of which the engine keeps
// nothing else; none has such a name.
const IfExists = "if exists"

// ImpliesDynamic says whether a set has every static privilege on everything: GRANT ALL, which
// gives them, gives all dynamic ones.
func ImpliesDynamic(set mysql_db.PrivilegeSet) bool { return set.Has(everyStatic...) }

// Static is a static privilege as sets of them have it; ok is false for others.
func Static(p plan.PrivilegeType) (sql.PrivilegeType, bool) {
	if p == plan.PrivilegeType_GrantOption {
		return sql.PrivilegeType_GrantOption, true
	}
	name, ok := privilegeNames[p]
	i := slices.IndexFunc(everyStatic, func(s sql.PrivilegeType) bool { return s.String() == name })
	if !ok || i < 0 {
		return 0, false
	}
	return everyStatic[i], true
}
