package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// accountBounds is what a session may not do because of its account: more than the account's
// limits, or anything at all but to set another password where that has expired. Sessions of
// other accounts have none.
type accountBounds struct {
	usage   *account.Usage // nil: there are no limits
	expired bool
	asked   bool // the statement that runs has been counted
}

// restrict puts a session under the restrictions of an account, in the place of those it was
// under before.
func (conn *connection) restrict(usage *account.Usage, expired bool) {
	if conn.restricted != nil {
		conn.restricted.usage.Leave()
		conn.restricted = nil
	}
	if usage != nil || expired {
		conn.restricted = &accountBounds{usage: usage, expired: expired}
	}
}

// refuses is the error of a text that the session may not run; nil is allowed. Whose password
// has expired may send those that set one, which look at their rights themselves.
func (r *accountBounds) refuses(text string, ansiQuotes bool) error {
	if r == nil {
		return nil
	}
	r.asked = false
	if !r.expired {
		return nil
	}
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	first, second := s.Next(), s.Next()
	if first.Is(text, "ALTER") && second.Is(text, "USER") || first.Is(text, "SET") && second.Is(text, "PASSWORD") {
		return nil
	}
	return account.ErrMustChange()
}

// refusesCommand is refuses for a command that is no query.
func (r *accountBounds) refusesCommand() error {
	if r != nil && r.expired {
		return account.ErrMustChange()
	}
	return nil
}

// counted is a statement that has been parsed, or the error of one too many: MySQL counts a
// text once it is known to be a statement, and executions of what a client has prepared not
// at all.
func counted(ctx context.Context, stmt ast.Statement, err error) ast.Statement {
	conn := connectionOf(ctx)
	if conn == nil || conn.restricted == nil || err != nil || stmt == nil || !conn.busy.Load() {
		return stmt
	}
	r := conn.restricted
	if r.asked || !conn.x.query {
		return stmt
	}
	r.asked = true
	if err := r.usage.Ask(isUpdate(stmt)); err != nil {
		return node.Refuse(err)
	}
	return stmt
}

// isUpdate says whether a statement is one of those that MAX_UPDATES_PER_HOUR counts.
func isUpdate(stmt ast.Statement) bool {
	switch s := stmt.(type) {
	case *ast.Insert, *ast.Update, *ast.Delete, *ast.DDL, *ast.DBDDL, *ast.AlterTable, *ast.Load, *ast.Analyze,
		*ast.CreateUser, *ast.RenameUser, *ast.DropUser, *ast.CreateRole, *ast.DropRole,
		*ast.GrantPrivilege, *ast.GrantRole, *ast.RevokePrivilege, *ast.RevokeRole:
		return true
	case ast.InjectedStatement:
		n, ok := s.Statement.(*node.Command)
		return ok && n.Writes
	}
	return false
}

// accountSessions implements account.Sessions.
type accountSessions struct{}

var _ account.Sessions = accountSessions{}

// Expired implements account.Sessions.
func (accountSessions) Expired(ctx *sql.Context) bool {
	x := runningOf(ctx)
	return x != nil && x.connection.restricted != nil && x.connection.restricted.expired
}

// Renewed implements account.Sessions.
func (accountSessions) Renewed(ctx *sql.Context) {
	if x := runningOf(ctx); x != nil && x.connection.restricted != nil {
		x.connection.restricted.expired = false
	}
}

// clientExpiredPasswords says of a client that it knows what to do when a password has
// expired.
const clientExpiredPasswords = 1 << 22

// tried tells of a login, whether the client has proved that it has the password, and why it
// is not let in if its account is locked.
func (x *attempt) tried(proved bool) error {
	if !x.known {
		return nil
	}
	return x.server.adapter.accounts.Tried(&x.account, x.host, proved)
}

// enter puts the client's session under the restrictions of its account.
func (x *attempt) enter() error {
	conn := x.login.wire.connection
	if conn == nil || x.open {
		return nil
	}
	usage, expired, err := x.server.adapter.accounts.Admit(&x.account, x.login.response.Flags&clientExpiredPasswords != 0)
	if err != nil {
		return err
	}
	conn.restrict(usage, expired)
	conn.roles.Named(clientAddress(x.conn.RemoteAddr()))
	return nil
}
