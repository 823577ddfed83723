package sysvar

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// protective are variables that refuse something to somebody in MySQL, and that
// neither the engine nor the Adapter heeds. Who switches one on relies on it.
var protective = []string{
	"caching_sha2_password_enforce_storage_format", "default_password_lifetime", "mandatory_roles", sessionLimit, "offline_mode", "partial_revokes",
	"sql_require_primary_key",
	transactionInfo, "table_encryption_privilege_check",
}

// ofLogins are those that the Adapter heeds where it logs clients in.
var ofLogins = []string{"default_password_lifetime", sessionLimit}

// sessionLimit is a variable that sessions have and cannot set: error
// ER_VARIABLE_IS_READONLY.
const (
	sessionLimit       = "max_user_connections"
	errReadOnlySession = 1621
)

// transactionInfo is the variable by which clients are told of transactions.
const transactionInfo = "session_track_transaction_info"

// InstallRefused has SET refuse to switch them on, by error 1235. logsIn says
// whether the Adapter logs clients in.
func InstallRefused(logsIn func() bool) {
	var declared []sql.SystemVariable
	for _, name := range protective {
		known, _, ok := sql.SystemVariables.GetGlobal(name)
		engine, is := known.(*sql.MysqlSystemVariable)
		if !ok || !is {
			continue
		}
		v := *engine
		v.NotifyChanged = func(ctx *sql.Context, scope sql.SystemVariableScope, changed sql.SystemVarValue) error {
			if ctx == nil || ctx.Session == nil {
				return nil
			}
			if s, ok := scope.(*sql.MysqlScope); ok && s.Type == sql.SystemVariableScope_Session && name == sessionLimit {
				return mysql.NewSQLError(errReadOnlySession, sqlerr.StateGeneral, "SESSION variable '%s' is read-only. Use SET GLOBAL to assign the value", name)
			}
			return RefuseProtective(name, changed.Val, logsIn())
		}
		declared = append(declared, &v)
	}
	sql.SystemVariables.AddSystemVariables(declared)
}

// RefuseProtective is the error of setting a variable to a value, as it is kept, that
// would switch on what nothing gives.
func RefuseProtective(name string, value any, logsIn bool) error {
	name = strings.ToLower(name)
	if logsIn && slices.Contains(ofLogins, name) {
		return nil
	}
	if IsOff(value) || !slices.Contains(protective, name) || name == transactionInfo && value == "OFF" {
		return nil
	}
	without := "it would refuse nothing"
	switch name {
	case "mandatory_roles":
		without = "grant them"
	case transactionInfo:
		without = "it would tell of nothing"
	}
	return mysql.NewSQLError(mysql.ERNotSupportedYet, sqlerr.StateAccess, "This server does not support '%s': %s", name, without)
}

// IsOff says whether a value switches a variable off.
func IsOff(value any) bool {
	switch v := value.(type) {
	case int8:
		return v == 0
	case int64:
		return v == 0
	case uint64:
		return v == 0
	case string:
		return v == ""
	}
	return false
}

// IsGlobalOn reports whether a global variable is set, to whatever is not off.
func IsGlobalOn(name string) bool {
	_, v, ok := sql.SystemVariables.GetGlobal(name)
	return ok && !IsOff(v)
}
