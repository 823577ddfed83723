package account

import (
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Bounds is what a session may not do because of its account: more than the account's
// limits, or anything at all but to set another password where that has expired. Sessions of
// other accounts have none.
type Bounds struct {
	usage   *Usage // nil: there are no limits
	expired bool
	asked   bool // the statement that runs has been counted
}

// NewBounds returns what a session may not do, nil if there is nothing. usage is nil where there
// are no limits.
func NewBounds(usage *Usage, expired bool) *Bounds {
	if usage == nil && !expired {
		return nil
	}
	return &Bounds{usage: usage, expired: expired}
}

// Leave is called when the session is under them no more.
func (r *Bounds) Leave() {
	if r != nil {
		r.usage.Leave()
	}
}

// IsExpired reports whether the account's password has expired; renew that it has been set anew.
func (r *Bounds) IsExpired() bool { return r != nil && r.expired }
func (r *Bounds) Renew() {
	if r != nil {
		r.expired = false
	}
}

// Count returns a statement that has been parsed, or the error of one too many: MySQL counts a
// text once it is known to be a statement, and executions of what a client has prepared not
// at all.
func (r *Bounds) Count(stmt ast.Statement) ast.Statement {
	if r.asked {
		return stmt
	}
	r.asked = true
	if err := r.usage.Ask(isUpdate(stmt)); err != nil {
		return node.Refuse(err)
	}
	return stmt
}

// Refuses is the error of a text that the session may not run; nil is allowed. Whose password
// has expired may send those that set one, which look at their rights themselves.
func (r *Bounds) Refuses(text string, ansiQuotes bool) error {
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
	return ErrMustChange()
}

// RefusesCommand is refuses for a command that is no query.
func (r *Bounds) RefusesCommand() error {
	if r != nil && r.expired {
		return ErrMustChange()
	}
	return nil
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
