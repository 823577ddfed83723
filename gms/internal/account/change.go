package account

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/privilege"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// Errors of statements about accounts.
const (
	errPrivilegeLevel = 3619 // ER_ILLEGAL_PRIVILEGE_LEVEL
	errNotRegistered  = 3929 // ER_DYNAMIC_PRIVILEGE_NOT_REGISTERED
)

// Complete gives a statement about accounts what the engine leaves
// out: CREATE USER ... ACCOUNT LOCK locks, GRANT and REVOKE know MySQL's dynamic
// privileges. ok is false for other statements.
func (a *Accounts) Complete(n sql.Node, an *analyzer.Analyzer) (whole sql.Node, ok bool, err error) {
	switch n := n.(type) {
	case *plan.AlterUser:
		if n.User.Auth1 == nil {
			return nil, false, nil
		}
		return nil, false, a.refuseOpen(n.User)
	case *plan.CreateUser:
		for _, u := range n.Users {
			if n.IfNotExists && len(a.existing([]plan.UserName{u.UserName})) > 0 {
				continue
			}
			if err := a.refuseOpen(u); err != nil {
				return nil, false, err
			}
		}
		if !n.Locked && len(n.DefaultRoles) == 0 {
			return nil, false, nil
		}
		names := make([]plan.UserName, len(n.Users))
		for i, u := range n.Users {
			names[i] = u.UserName
		}
		return a.creatingWhole(n, names, an), true, nil
	case *plan.Grant:
		static, dynamic, err := splitPrivileges(n.Privileges, n.PrivilegeLevel)
		if len(dynamic) == 0 || err != nil {
			return nil, false, err
		}
		engines := *n
		engines.Privileges = static
		return a.changingDynamic(&engines, len(static) > 0, n.Users, an, func(u *mysql_db.User) {
			u.PrivilegeSet.AddGlobalDynamic(n.WithGrantOption, dynamic...)
		}), true, nil
	case *plan.Revoke:
		static, dynamic, err := splitPrivileges(n.Privileges, n.PrivilegeLevel)
		if len(dynamic) == 0 || err != nil {
			return nil, false, err
		}
		engines := *n
		engines.Privileges = static
		return a.changingDynamic(&engines, len(static) > 0, n.Users, an, func(u *mysql_db.User) {
			u.PrivilegeSet.RemoveGlobalDynamic(dynamic...)
		}), true, nil
	}
	return nil, false, nil
}

// splitPrivileges separates the engine's privileges from the dynamic ones.
func splitPrivileges(all []plan.Privilege, level plan.PrivilegeLevel) (static []plan.Privilege, dynamic []string, err error) {
	for _, p := range all {
		if p.Type != plan.PrivilegeType_Dynamic {
			static = append(static, p)
			continue
		}
		if !privilege.Dynamic(p.Dynamic) {
			return nil, nil, mysql.NewSQLError(errNotRegistered, sqlerr.StateGeneral, "Dynamic privilege '%s' is not registered with the server.", strings.ToUpper(p.Dynamic))
		}
		if level.Database != "*" || level.TableRoutine != "*" {
			return nil, nil, mysql.NewSQLError(errPrivilegeLevel, sqlerr.StateGeneral, "Illegal privilege level specified for %s", strings.ToUpper(p.Dynamic))
		}
		dynamic = append(dynamic, strings.ToLower(p.Dynamic))
	}
	return static, dynamic, nil
}

// creatingWhole creates accounts, and gives those that were not there their lock and the
// roles that they are to have from their login on, which MySQL grants with it.
func (a *Accounts) creatingWhole(n *plan.CreateUser, names []plan.UserName, an *analyzer.Analyzer) sql.Node {
	return a.statement(n.String(), func(ctx *sql.Context) error {
		missing := names[:0:0]
		reader := a.db().Reader()
		for _, name := range names {
			if _, ok := reader.GetUser(privilege.AccountKey(name)); !ok {
				missing = append(missing, name)
			}
		}
		reader.Close()
		if err := runNode(ctx, an, n); err != nil {
			return err
		}
		if len(n.DefaultRoles) > 0 && len(missing) > 0 {
			grant := plan.NewGrantRole(n.DefaultRoles, missing, false)
			grant.MySQLDb = n.MySQLDb
			if err := a.refuseChain(grant); err != nil {
				return err
			}
			if err := runNode(ctx, an, grant); err != nil {
				return err
			}
		}
		if !n.Locked {
			return nil
		}
		return a.edit(ctx, "CREATE USER", missing, func(u *mysql_db.User) { u.Locked = true })
	})
}

// changingDynamic has the engine change static privileges and changes the others
// itself.
func (a *Accounts) changingDynamic(n sql.Node, static bool, names []plan.UserName, an *analyzer.Analyzer, change func(*mysql_db.User)) sql.Node {
	return a.statement(n.String(), func(ctx *sql.Context) error {
		if static {
			if err := runNode(ctx, an, n); err != nil {
				return err
			}
		}
		return a.edit(ctx, "GRANT", names, change)
	})
}

// statement is a statement that changes accounts, whole or not at all.
func (a *Accounts) statement(text string, run func(ctx *sql.Context) error) *node.Command {
	return &node.Command{Text: text, Columns: types.OkResultSchema, Writes: true, Commits: true, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		if err := a.changes.whole(a.db(), func() error { return run(ctx) }); err != nil {
			return nil, err
		}
		return []sql.Row{{types.NewOkResult(0)}}, nil
	}}
}

// runNode has the engine run a statement to its end.
func runNode(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node) error {
	iter, err := an.ExecBuilder.Build(ctx, n, nil)
	if err != nil {
		return err
	}
	for err == nil {
		_, err = iter.Next(ctx)
	}
	if closing := iter.Close(ctx); closing != nil {
		return closing
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// edit changes accounts and has them written.
func (a *Accounts) edit(ctx *sql.Context, operation string, names []plan.UserName, change func(*mysql_db.User)) error {
	db := a.db()
	editor := db.Editor()
	defer editor.Close()
	for _, name := range names {
		found, ok := editor.GetUser(privilege.AccountKey(name))
		if !ok {
			return mysql.NewSQLError(sqlerr.ERCannotUser, sqlerr.StateGeneral, "Operation %s failed for %s", operation, name.String("'"))
		}
		u := copyUser(found)
		change(u)
		editor.RemoveUser(privilege.AccountKey(name))
		editor.PutUser(u)
	}
	if err := db.Persist(ctx, editor); err != nil {
		return fmt.Errorf("writing accounts: %w", err)
	}
	return nil
}

// MatchLock recognises ALTER USER ... ACCOUNT LOCK and UNLOCK, which the
// engine's grammar has in CREATE USER alone.
func (a *Accounts) MatchLock(query string) (sqlparser.Statement, bool) {
	list := words.Scanner{Text: query}
	alter, user := list.Next(), list.Next()
	if !alter.Is(query, "ALTER") || !user.Is(query, "USER") {
		return nil, false
	}
	var last [2]words.Token
	accounts, ifExists := user.End, false
	for i := 0; ; i++ {
		t := list.Next()
		if t.Kind == words.End || t.Of(query) == ";" {
			break
		}
		if i == 1 && last[1].Is(query, "IF") && t.Is(query, "EXISTS") {
			accounts, ifExists = t.End, true
		}
		last[0], last[1] = last[1], t
	}
	lock := last[1].Is(query, "LOCK")
	if !last[0].Is(query, "ACCOUNT") || !lock && !last[1].Is(query, "UNLOCK") || list.Invalid() || !list.AtEnd() {
		return nil, false
	}
	rest := query[accounts:last[1].End]
	stmt, err := sqlparser.Parse("CREATE USER " + rest)
	create, ok := stmt.(*sqlparser.CreateUser)
	if err != nil || !ok || create.TLSOptions != nil || create.AccountLimits != nil || setsPassword(create.PasswordOptions) {
		return nil, false
	}
	var names []plan.UserName
	for _, u := range create.Users {
		if u.Auth1 != nil {
			return nil, false
		}
		names = append(names, plan.UserName{Name: u.Name, Host: u.Host, AnyHost: u.AnyHost})
	}
	n := a.statement("ALTER USER", func(ctx *sql.Context) error {
		if ifExists {
			names = a.existing(names)
		}
		if err := a.mayChange(ctx, names...); err != nil {
			return err
		}
		if err := a.refuseOpening(names); err != nil && !lock {
			return err
		}
		return a.edit(ctx, "ALTER USER", names, func(u *mysql_db.User) { u.Locked = lock })
	})
	return n.Statement(sqlparser.AuthType_CREATE_USER), true
}

// setsPassword says whether an account is given more than a lock.
func setsPassword(o *sqlparser.PasswordOptions) bool {
	none := func(v *sqlparser.SQLVal) bool { return v == nil || string(v.Val) == "0" }
	return o != nil && (o.ExpirationTime != nil || o.History != nil || o.ReuseInterval != nil || !none(o.FailedAttempts) || !none(o.LockTime))
}

// existing are the accounts that are there.
func (a *Accounts) existing(names []plan.UserName) (found []plan.UserName) {
	reader := a.db().Reader()
	defer reader.Close()
	for _, name := range names {
		if _, ok := reader.GetUser(privilege.AccountKey(name)); ok {
			found = append(found, name)
		}
	}
	return found
}
