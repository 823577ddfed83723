package account

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// The plugins that accounts have.
const (
	Native = string(mysql.MysqlNativePassword)
	SHA2   = string(mysql.CachingSha2Password)
)

// policyVariable says by its first element which plugin accounts get that name
// none; "*" and nothing stand for the default.
const policyVariable = "authentication_policy"

// InstallPolicy declares authentication_policy, which the engine lacks.
func InstallPolicy() {
	if _, _, ok := sql.SystemVariables.GetGlobal(policyVariable); ok {
		return // of another Adapter in this process
	}
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{&sql.MysqlSystemVariable{
		Name: policyVariable, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: types.NewSystemStringType(policyVariable), Default: "*,,",
		NotifyChanged: func(_ *sql.Context, _ sql.SystemVariableScope, changed sql.SystemVarValue) error {
			text, _ := changed.Val.(string)
			if _, ok := policyPlugin(text); !ok {
				return mysql.NewSQLError(sqlerr.ERWrongValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of '%s'", policyVariable, text)
			}
			return nil
		},
	}})
}

// policyPlugin is the plugin that a policy names. There is one factor: of
// others, none may be asked for.
func policyPlugin(policy string) (plugin string, ok bool) {
	first, others, _ := strings.Cut(policy, ",")
	switch first = strings.ToLower(strings.TrimSpace(first)); first {
	case "", "*", SHA2:
		plugin = SHA2
	case Native:
		plugin = Native
	default:
		return "", false
	}
	return plugin, strings.Trim(others, ", ") == ""
}

// defaultPlugin is that of an account which is made without one.
func (a *Accounts) defaultPlugin() string {
	if _, v, ok := sql.SystemVariables.GetGlobal(policyVariable); ok {
		if text, ok := v.(string); ok {
			if plugin, ok := policyPlugin(text); ok {
				return plugin
			}
		}
	}
	return SHA2
}

// namePlugins names the plugin of accounts that are made without one, and keeps
// that of accounts which are given another password. The engine would take
// mysql_native_password, the only one it can do without TLS. Where the Adapter
// does not log clients in, that is right.
func (a *Accounts) namePlugins(stmt sqlparser.Statement) {
	if !a.logsIn() {
		return
	}
	switch s := stmt.(type) {
	case *sqlparser.CreateUser:
		for i := range s.Users {
			u := &s.Users[i]
			if u.Auth1 == nil {
				u.Auth1 = &sqlparser.Authentication{}
			}
			if u.Auth1.Plugin == "" && u.Auth1.Identity == "" {
				u.Auth1.Plugin = a.defaultPlugin()
			}
		}
	case *sqlparser.DDL:
		if auth := s.Authentication; auth != nil && auth.Plugin == "" && auth.Identity == "" {
			auth.Plugin = a.pluginOf(s.User)
		}
	}
}

// pluginOf is the plugin of an account.
func (a *Accounts) pluginOf(name sqlparser.AccountName) string {
	db := a.db()
	if db == nil || !db.Enabled() {
		return a.defaultPlugin()
	}
	k := mysql_db.UserPrimaryKey{User: name.Name, Host: name.Host}
	if name.AnyHost || k.Host == "" {
		k.Host = "%"
	}
	reader := db.Reader()
	defer reader.Close()
	if u, ok := reader.GetUser(k); ok && (u.Plugin == Native || u.Plugin == SHA2) {
		return u.Plugin
	}
	return a.defaultPlugin()
}
