package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// secureTransport is the variable that refuses clients without TLS.
const secureTransport = "require_secure_transport"

// secureTransportVariable is @@require_secure_transport. SET GLOBAL takes effect with
// the next connection, of the server whose session sets it. running returns how that server's
// connections are secured, nil where no statement runs.
func secureTransportVariable(running func(*sql.Context) *securing) sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: secureTransport, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: types.NewSystemBoolType(secureTransport), Default: int8(0),
		NotifyChanged: func(ctx *sql.Context, _ sql.SystemVariableScope, v sql.SystemVarValue) error {
			if ctx == nil {
				return nil
			}
			s := running(ctx)
			if s == nil {
				return nil
			}
			if err := s.mayRequire(ctx, v.Val); err != nil {
				return err
			}
			s.require(v.Val == int8(1))
			return nil
		},
	}
}

// require has connections from now on speak TLS, or need not.
func (s *securing) require(on bool) { s.change(func(t *terms) { t.Required = on }) }

// change changes the transport of connections from now on.
func (s *securing) change(as func(t *terms)) {
	for {
		old := s.by.Load()
		var t terms
		if old != nil {
			t = *old
		}
		as(&t)
		if s.by.CompareAndSwap(old, &t) {
			return
		}
	}
}

// mayRequire refuses to lock everybody out, as MySQL does. A nil s refuses nothing.
func (s *securing) mayRequire(ctx *sql.Context, value any) error {
	on, _, err := types.NewSystemBoolType(secureTransport).Convert(ctx, value)
	if s == nil || err != nil || on != int8(1) {
		return err
	}
	if t := s.by.Load(); t != nil && t.TLS != nil {
		return nil
	}
	return mysql.NewSQLError(sqlerr.ERNoSecureTransport, sqlerr.StateGeneral,
		"No secure transports (SSL or Shared Memory) are configured, unable to set --require_secure_transport=ON.")
}
