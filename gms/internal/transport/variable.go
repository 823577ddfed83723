package transport

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// RequireSecure is the variable that refuses clients without TLS.
const RequireSecure = "require_secure_transport"

// RequireSecureVariable is @@require_secure_transport. SET GLOBAL takes effect with
// the next connection, of the server whose session sets it. running returns how that server's
// connections are secured, nil where no statement runs.
func RequireSecureVariable(running func(*sql.Context) *Security) sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: RequireSecure, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: types.NewSystemBoolType(RequireSecure), Default: int8(0),
		NotifyChanged: func(ctx *sql.Context, _ sql.SystemVariableScope, v sql.SystemVarValue) error {
			if ctx == nil {
				return nil
			}
			s := running(ctx)
			if s == nil {
				return nil
			}
			if err := s.MayRequire(ctx, v.Val); err != nil {
				return err
			}
			s.require(v.Val == int8(1))
			return nil
		},
	}
}

// require has connections from now on speak TLS, or need not.
func (s *Security) require(on bool) { s.Change(func(t *Terms) { t.Required = on }) }

// Change changes the transport of connections from now on.
func (s *Security) Change(as func(t *Terms)) {
	for {
		old := s.Terms.Load()
		var t Terms
		if old != nil {
			t = *old
		}
		as(&t)
		if s.Terms.CompareAndSwap(old, &t) {
			return
		}
	}
}

// MayRequire refuses to lock everybody out, as MySQL does. A nil s refuses nothing.
func (s *Security) MayRequire(ctx *sql.Context, value any) error {
	on, _, err := types.NewSystemBoolType(RequireSecure).Convert(ctx, value)
	if s == nil || err != nil || on != int8(1) {
		return err
	}
	if t := s.Terms.Load(); t != nil && t.TLS != nil {
		return nil
	}
	return mysql.NewSQLError(sqlerr.ERNoSecureTransport, sqlerr.StateGeneral,
		"No secure transports (SSL or Shared Memory) are configured, unable to set --require_secure_transport=ON.")
}
