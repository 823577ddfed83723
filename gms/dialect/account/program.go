package account

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The body of a stored program is read by the engine's grammar. What that takes of accounts
// is done here as outside of programs; what it loses is refused.

// InProgram refuses an ALTER USER in a stored program of which the engine would lose what it
// sets, or would take the password away, and names the plugins of accounts that name none.
func (a *Accounts) InProgram(stmt sqlparser.Statement) error {
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok {
		return nil
	}
	var body sqlparser.SQLNode
	switch {
	case ddl.ProcedureSpec != nil && ddl.ProcedureSpec.Body != nil:
		body = ddl.ProcedureSpec.Body
	case ddl.EventSpec != nil && ddl.EventSpec.Body != nil:
		body = ddl.EventSpec.Body
	default: // triggers change no accounts
		return nil
	}
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.CreateUser:
			a.namePlugins(n)
		case *sqlparser.DDL:
			if n.Authentication == nil {
				return true, nil
			}
			if n.AccountLimits != nil || *n.Authentication == (sqlparser.Authentication{}) {
				return false, sqlerr.NotSupportedYet("ALTER USER in a stored program with more than a password")
			}
			a.namePlugins(n)
		}
		return true, nil
	}, body)
}

// definitionOf is a CREATE USER that the engine's grammar has read.
func definitionOf(n *plan.CreateUser) (*definition, error) {
	d := definition{operation: "CREATE USER", creates: true, tolerant: n.IfNotExists, roles: n.DefaultRoles}
	for _, u := range n.Users {
		d.accounts = append(d.accounts, defined{UserName: u.UserName, hashed: u.Auth1})
	}
	if t := n.TLSOptions; t != nil {
		d.tls = &sqlparser.TLSOptions{SSL: t.SSL, X509: t.X509, Cipher: t.Cipher, Issuer: t.Issuer, Subject: t.Subject}
	}
	if n.Locked {
		d.locked = &n.Locked
	}
	if l := n.AccountLimits; l != nil {
		d.limited = true
		for i, v := range [...]*int64{l.MaxQueriesPerHour, l.MaxUpdatesPerHour, l.MaxConnectionsPerHour, l.MaxUserConnections} {
			if v != nil {
				most := uint32(*v) //nolint:gosec // as outside of programs
				d.limits[i] = &most
			}
		}
	}
	if o := n.PasswordOptions; o != nil {
		if o.ExpirationTime != nil {
			d.days = valueOf(uint16(*o.ExpirationTime)) //nolint:gosec // of days
		}
		if o.History != nil {
			d.history = valueOf(uint32(*o.History)) //nolint:gosec // of passwords
		}
		if o.ReuseInterval != nil {
			d.reuse = valueOf(uint32(*o.ReuseInterval)) //nolint:gosec // of days
		}
		if o.RequireCurrentOptional {
			d.current = valueOf(false)
		}
		attempts, days := 0, unbounded
		if o.FailedAttempts != nil {
			attempts = int(*o.FailedAttempts)
		}
		if o.LockTime != nil {
			days = int(*o.LockTime)
		}
		if attempts != 0 || days != 0 {
			d.attempts, d.lockDays = &attempts, &days
		}
	}
	if n.Attribute != "" {
		if decodeJSON(n.Attribute, &d.attribute) != nil || d.attribute == nil {
			return nil, mysql.NewSQLError(errAttribute, sqlerr.StateGeneral, "The user attribute must be a valid JSON object")
		}
	}
	return &d, nil
}

// alterationOf is an ALTER USER that the engine's grammar has read, of a password alone.
// What the password is nobody knows any more: where rules look at it, it is refused.
func (a *Accounts) alterationOf(ctx *sql.Context, n *plan.AlterUser) (*definition, error) {
	key := privilege.AccountKey(n.User.UserName)
	if u := a.account(key); u != nil {
		rules := RulesOf(u)
		own := key == privilege.OwnKey(ctx)
		if most, days := rules.reuse(); most != 0 || days != 0 || own && a.requiresCurrent(&rules) {
			return nil, sqlerr.NotSupportedYet("ALTER USER in a stored program, of an account with rules for passwords")
		}
	}
	return &definition{operation: "ALTER USER", tolerant: n.IfExists, accounts: []defined{{UserName: n.User.UserName, hashed: n.User.Auth1}}}, nil
}
