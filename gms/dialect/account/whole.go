package account

import (
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
)

// changes has statements about accounts done whole or not at all. The
// engine changes the accounts in memory one after another and writes them at the
// end: what it finds wrong with the second account of a statement, or with the
// disk, would leave the first one changed until the server ends.
//
// The mutex is no instrument: statements about accounts are few, and each writes
// all accounts to a file, which is one.
type changes struct {
	mu sync.Mutex
	// within is the session whose statement holds mu.
	within atomic.Pointer[sql.Session]
}

// whole runs a change of accounts, and takes back what it has done if it fails.
// One runs at a time, so that what is taken back is nobody else's. It copies all
// accounts, as writing them does. A change may run others of the same session within:
// one that fails is taken back, and so are all if the outer one does.
func (c *changes) whole(ctx *sql.Context, db *mysql_db.MySQLDb, change func() error) error {
	if within := c.within.Load(); within == nil || *within != ctx.Session {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.within.Store(&ctx.Session)
		defer c.within.Store(nil)
	}
	before := copyAll(db)
	done := false
	defer func() { // also of a panic
		if !done {
			before.restore(db)
		}
	}()
	err := change()
	done = err == nil
	return err
}

// copied is all accounts as they were.
type copied struct {
	users []*mysql_db.User
	roles []*mysql_db.RoleEdge
}

func copyAll(db *mysql_db.MySQLDb) (c copied) {
	reader := db.Reader()
	defer reader.Close()
	reader.VisitUsers(func(u *mysql_db.User) { c.users = append(c.users, copyUser(u)) })
	reader.VisitRoleEdges(func(e *mysql_db.RoleEdge) {
		edge := *e
		c.roles = append(c.roles, &edge)
	})
	return c
}

// copyUser copies what statements change in place.
func copyUser(u *mysql_db.User) *mysql_db.User {
	c := *u
	c.PrivilegeSet = u.PrivilegeSet.Copy()
	return &c
}

// restore makes the accounts what they were. Sessions see it with their next
// statement.
func (c *copied) restore(db *mysql_db.MySQLDb) {
	editor := db.Editor()
	defer editor.Close()
	var users []mysql_db.UserPrimaryKey
	editor.VisitUsers(func(u *mysql_db.User) {
		users = append(users, mysql_db.UserPrimaryKey{User: u.User, Host: u.Host})
	})
	for _, u := range users {
		editor.RemoveUser(u)
	}
	var roles []mysql_db.RoleEdgesPrimaryKey
	editor.VisitRoleEdges(func(e *mysql_db.RoleEdge) {
		roles = append(roles, mysql_db.RoleEdgesPrimaryKey{FromHost: e.FromHost, FromUser: e.FromUser, ToHost: e.ToHost, ToUser: e.ToUser})
	})
	for _, e := range roles {
		editor.RemoveRoleEdge(e)
	}
	for _, u := range c.users {
		editor.PutUser(u)
	}
	for _, e := range c.roles {
		editor.PutRoleEdge(e)
	}
}

// drop takes accounts away, and the roles that they have or are. The engine's takes another
// account for one at 127.0.0.1.
func (a *Accounts) drop(ctx *sql.Context, names []plan.UserName) error {
	db := a.db()
	editor := db.Editor()
	defer editor.Close()
	for _, name := range names {
		key := privilege.AccountKey(name)
		if _, ok := editor.GetUser(key); !ok {
			return sql.ErrUserDeletionFailure.New(name.String("'"))
		}
		editor.RemoveUser(key)
		editor.RemoveRoleEdgesFromKey(mysql_db.RoleEdgesFromKey{FromHost: key.Host, FromUser: key.User})
		editor.RemoveRoleEdgesToKey(mysql_db.RoleEdgesToKey{ToHost: key.Host, ToUser: key.User})
	}
	return persist(ctx, db, editor)
}

// forget takes what is remembered of accounts that are gone.
func (a *Accounts) forget(names []plan.UserName) {
	for _, name := range names {
		key := privilege.AccountKey(name)
		a.usages.forget(key)
		a.lockouts.forget(key)
	}
}

// Whole has the engine run a statement about accounts, whole or not
// at all. ok is false for other statements.
func (a *Accounts) Whole(n sql.Node, an *analyzer.Analyzer) (whole sql.Node, ok bool) {
	switch n := n.(type) {
	case *plan.RenameUser:
		return a.renaming(n), true
	case *plan.DropUser:
		return a.statement(n.String(), func(ctx *sql.Context) error {
			if err := a.drop(ctx, n.Users); err != nil {
				return err
			}
			a.forget(n.Users)
			return a.forgetRoles(ctx)
		}), true
	case *plan.GrantRole:
		return a.statement(n.String(), func(ctx *sql.Context) error { return a.grantRoles(ctx, n.Roles, n.TargetUsers, n.WithAdminOption) }), true
	case *plan.RevokeRole:
		return a.statement(n.String(), func(ctx *sql.Context) error {
			if err := a.revokeRoles(ctx, n.Roles, n.TargetUsers); err != nil {
				return err
			}
			return a.forgetRoles(ctx)
		}), true
	case *plan.DropRole:
		return a.statement(n.String(), func(ctx *sql.Context) error {
			if err := runNode(ctx, an, n); err != nil {
				return err
			}
			return a.forgetRoles(ctx)
		}), true
	case *plan.CreateRole:
		return a.statement(n.String(), func(ctx *sql.Context) error { return runNode(ctx, an, n) }), true
	}
	return nil, false
}
