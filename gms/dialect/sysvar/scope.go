package sysvar

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine gives a variable in whatever scope it is asked for, and looks at the value that
// one is set to before it asks whether it may be set there.

// RefuseScope is the error of a statement that reads or sets a system variable in a scope in
// which there is none, or sets one that cannot be set; nil for most. text is the statement's,
// or longer.
func RefuseScope(stmt sqlparser.Statement, text string) error {
	set, isSet := stmt.(*sqlparser.Set)
	if stmt == nil || !isSet && !strings.Contains(text, "@@") {
		return nil
	}
	if !isSet {
		return refuseRead(stmt)
	}
	for _, e := range set.Exprs {
		if err := refuseRead(e.Expr); err != nil {
			return err
		}
		if err := refuseSet(e); err != nil {
			return err
		}
	}
	return nil
}

// refuseRead is the error of the first variable that is read in a scope which it does not have.
func refuseRead(n sqlparser.SQLNode) error {
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		c, ok := n.(*sqlparser.ColName)
		if !ok {
			return true, nil
		}
		name, scope, written, err := sqlparser.VarScopeForColName(c)
		if err != nil || written == "" {
			return true, nil //nolint:nilerr // the engine refuses a name that has no scope
		}
		is, ok := scopesOf(name.Name.String())
		switch {
		case !ok:
		case scope == sqlparser.SetScope_Global && is.sessionOnly:
			return false, mysql.NewSQLError(sqlerr.ERReadOnlyVar, sqlerr.StateGeneral, "Variable '%s' is a SESSION variable", is.name)
		case scope == sqlparser.SetScope_Session && is.globalOnly:
			return false, mysql.NewSQLError(sqlerr.ERReadOnlyVar, sqlerr.StateGeneral, "Variable '%s' is a GLOBAL variable", is.name)
		}
		return true, nil
	}, n)
}

// refuseSet is the error of an assignment that no value makes right.
func refuseSet(e *sqlparser.SetVarExpr) error {
	name, scope := e.Name, e.Scope
	if scope == sqlparser.SetScope_None || scope == "" {
		named, inName, _, err := sqlparser.VarScopeForColName(e.Name)
		switch {
		case err != nil, inName == sqlparser.SetScope_User:
			return nil //nolint:nilerr // the engine refuses such a name
		case inName != sqlparser.SetScope_None:
			name, scope = named, inName
		case !e.Name.Qualifier.IsEmpty(): // a column of a trigger's row
			return nil
		}
	}
	is, ok := scopesOf(name.Name.String())
	if !ok {
		return nil
	}
	inGlobal := scope == sqlparser.SetScope_Global || scope == sqlparser.SetScope_Persist
	inSession := scope == sqlparser.SetScope_Session || scope == sqlparser.SetScope_None || scope == ""
	switch _, toDefault := e.Expr.(*sqlparser.Default); {
	case is.readOnly && (inGlobal || inSession), slices.Contains(readByMySQL, is.name) && scope != sqlparser.SetScope_Persist && (inGlobal || inSession):
		return sql.ErrSystemVariableReadOnly.New(is.name)
	case is.sessionOnly && inGlobal:
		return sql.ErrSystemVariableSessionOnly.New(is.name)
	case is.globalOnly && inSession:
		return sql.ErrSystemVariableGlobalOnly.New(is.name)
	case inSession && slices.Contains(ofPackets, is.name):
		return mysql.NewSQLError(errReadOnlySession, sqlerr.StateGeneral, "SESSION variable '%s' is read-only. Use SET GLOBAL to assign the value", is.name)
	case toDefault && slices.Contains(withoutDefault, is.name):
		return mysql.NewSQLError(errNoDefault, sqlerr.StateAccess, "Variable '%s' doesn't have a default value", is.name)
	}
	return nil
}

// readByMySQL are those that MySQL only reads and the engine would set: they are kept for the
// next start, if at all.
var readByMySQL = []string{"innodb_open_files", "log_bin", "log_replica_updates", "log_slave_updates", "server_uuid", "ssl_fips_mode"}

// ofPackets are those that a session has had since it began and cannot set.
var ofPackets = []string{MaxAllowedPacket, "net_buffer_length"}

// withoutDefault are those that SET ... = DEFAULT cannot set.
var withoutDefault = []string{"identity", "insert_id", "last_insert_id", "rand_seed1", "rand_seed2"}

// errNoDefault is ER_NO_DEFAULT.
const errNoDefault = 1230

// scopes are where a variable has a value.
type scopes struct {
	name                              string
	globalOnly, sessionOnly, readOnly bool
}

// scopesOf are those of a variable; ok is false where there is none.
func scopesOf(name string) (s scopes, ok bool) {
	name = strings.ToLower(name)
	v, _, ok := sql.SystemVariables.GetGlobal(name)
	if !ok {
		return s, false
	}
	return scopes{name: name, globalOnly: v.IsGlobalOnly() || slices.Contains(ofServer, name), sessionOnly: OfSessions(name), readOnly: v.IsReadOnly()}, true
}

// ofServer are those of the server alone that are declared as of sessions, too.
var ofServer = []string{"log_bin", "log_replica_updates", "log_slave_updates", "server_id", "server_uuid"}
