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

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Errors of statements about accounts.
const (
	errPrivilegeLevel = 3619 // ER_ILLEGAL_PRIVILEGE_LEVEL
	errNotRegistered  = 3929 // ER_DYNAMIC_PRIVILEGE_NOT_REGISTERED
)

// Complete gives a statement about accounts what the engine leaves
// out: CREATE USER and ALTER USER of stored programs are done as outside of them, GRANT and
// REVOKE know MySQL's dynamic privileges. ok is false for other statements.
func (a *Accounts) Complete(ctx *sql.Context, n sql.Node, an *analyzer.Analyzer) (whole sql.Node, ok bool, err error) {
	switch n := n.(type) {
	case *plan.AlterUser:
		d, err := a.alterationOf(ctx, n)
		if err != nil {
			return nil, false, err
		}
		return a.defining(d), true, nil
	case *plan.CreateUser:
		d, err := definitionOf(n)
		if err != nil {
			return nil, false, err
		}
		return a.defining(d), true, nil
	case *plan.Grant:
		whole, err := a.grant(ctx, n)
		return whole, err == nil, err
	case *plan.Revoke:
		whole, err := a.revoke(ctx, n)
		return whole, err == nil, err
	}
	return nil, false, nil
}

// splitPrivileges separates the engine's privileges from the dynamic ones.
func splitPrivileges(all []plan.Privilege, level plan.PrivilegeLevel) (static []plan.Privilege, dynamic []string, err error) {
	for _, p := range all {
		if len(p.Columns) > 0 {
			return nil, nil, sqlerr.NotSupportedYet("privileges on columns")
		}
		if p.Type != plan.PrivilegeType_Dynamic {
			static = append(static, p)
			continue
		}
		if p.Dynamic != privilege.IfExists && !privilege.Dynamic(p.Dynamic) {
			return nil, nil, mysql.NewSQLError(errNotRegistered, sqlerr.StateGeneral, "Dynamic privilege '%s' is not registered with the server.", strings.ToUpper(p.Dynamic))
		}
		if p.Dynamic != privilege.IfExists && (level.Database != "*" || level.TableRoutine != "*") {
			return nil, nil, mysql.NewSQLError(errPrivilegeLevel, sqlerr.StateGeneral, "Illegal privilege level specified for %s", strings.ToUpper(p.Dynamic))
		}
		dynamic = append(dynamic, strings.ToLower(p.Dynamic))
	}
	return static, dynamic, nil
}

// statement is a statement that changes accounts, whole or not at all.
func (a *Accounts) statement(text string, run func(ctx *sql.Context) error) *node.Command {
	return &node.Command{Text: text, Columns: types.OkResultSchema, Writes: true, Commits: true, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		if err := a.changes.whole(ctx, a.db(), func() error { return run(ctx) }); err != nil {
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
func (a *Accounts) edit(ctx *sql.Context, operation string, names []plan.UserName, change func(*mysql_db.User) error) error {
	db := a.db()
	editor := db.Editor()
	defer editor.Close()
	for _, name := range names {
		found, ok := editor.GetUser(privilege.AccountKey(name))
		if !ok {
			return mysql.NewSQLError(sqlerr.ERCannotUser, sqlerr.StateGeneral, "Operation %s failed for %s", operation, name.String("'"))
		}
		u := copyUser(found)
		if err := change(u); err != nil {
			return err
		}
		editor.RemoveUser(privilege.AccountKey(name))
		editor.PutUser(u)
	}
	return persist(ctx, db, editor)
}

// persist has accounts written. An error that has a number keeps it.
func persist(ctx *sql.Context, db *mysql_db.MySQLDb, editor *mysql_db.Editor) error {
	err := db.Persist(ctx, editor)
	if numbered := (*mysql.SQLError)(nil); err == nil || errors.As(err, &numbered) {
		return err //nolint:wrapcheck // the engine's own
	}
	return fmt.Errorf("writing accounts: %w", err)
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
