package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// nodeRuleID is that of [Adapter.authorizeNode] among the engine's rules,
// changeRuleID that of authorizeChange. The engine's own are far below.
const (
	nodeRuleID   analyzer.RuleId = 1<<20 + 3
	changeRuleID analyzer.RuleId = 1<<20 + 4
)

// The engine analyzes simple changes by rules of their own, which one engine
// cannot have more of than another.
func init() {
	analyzer.AlwaysBeforeDefault = append([]analyzer.Rule{{Id: changeRuleID, Apply: authorizeChange}}, analyzer.AlwaysBeforeDefault...)
}

// authorizeChange is a rule of all engines that refuses an INSERT, UPDATE or
// DELETE, on one with an Adapter, for rights the engine does not ask for.
func authorizeChange(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom:
		h := an.Catalog.AuthHandler
		if staged, ok := h.(*stageAuthorization); ok {
			h = staged.AuthorizationHandler
		}
		if own, ok := h.(*authorizer); ok && scope == nil && ctx.Session != nil {
			return n, transform.SameTree, own.adapter.authorizeRoot(ctx, n)
		}
	}
	return n, transform.SameTree, nil
}

// authorizeNode is a rule of the analyzer that refuses a statement for rights
// the engine does not ask for. It looks at the root of a plan, before anything
// has been done, and has changes of accounts done whole. The engine analyzes every statement by itself, wherever it
// comes from, but for those of a trigger or an event: their creator must have
// what they need.
func (a *Adapter) authorizeNode(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if x := runningOf(ctx); x != nil {
		x.connection.bound()
	}
	if scope != nil || ctx.Session == nil {
		return n, transform.SameTree, nil
	}
	switch n.(type) {
	case *plan.Project, *plan.GroupBy, *plan.Limit, *plan.Sort, *plan.Distinct: // queries: the engine asks for all of it
		return n, transform.SameTree, nil
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom: // see authorizeChange
		return n, transform.SameTree, nil
	}
	if hidden, ok := a.hideProcedure(ctx, n, an); ok {
		return hidden, transform.NewTree, nil
	}
	if !a.held(ctx).onAnyDatabase() {
		if shown, ok := a.ownNames(n, an); ok {
			return shown, transform.NewTree, nil
		}
	}
	if p, ok := n.(*plan.CreateProcedure); ok {
		signed, err := a.signProcedure(ctx, p)
		return signed, transform.NewTree, err
	}
	if whole, ok, err := a.completeAccountChange(n, an); err != nil {
		return n, transform.SameTree, err
	} else if ok {
		return whole, transform.NewTree, nil
	}
	if err := a.authorizeRoot(ctx, n); err != nil {
		return n, transform.SameTree, err
	}
	if whole, ok := a.wholeAccountChange(n, an); ok {
		return whole, transform.NewTree, nil
	}
	return n, transform.SameTree, nil
}

func (a *Adapter) authorizeRoot(ctx *sql.Context, n sql.Node) error {
	switch n := n.(type) {
	case *plan.Set:
		return a.authorizeSet(ctx, n)
	case *plan.Into:
		if (n.Outfile != "" || n.Dumpfile != "") && !a.hasPrivilege(ctx, sql.PrivilegeType_File) {
			return needs("FILE")
		}
	case *plan.InsertInto:
		return a.authorizeInsert(ctx, n)
	case *plan.Update:
		return a.authorizeUpdate(ctx, n)
	case *plan.DeleteFrom:
		return a.authorizeDelete(ctx, n)
	case *plan.CreateTable:
		for _, fk := range n.ForeignKeys() {
			if err := a.authorizeParent(ctx, fk); err != nil {
				return err
			}
		}
	case *plan.CreateForeignKey:
		return a.authorizeParent(ctx, n.FkDef)
	case *plan.Block: // of an ALTER TABLE
		for _, child := range n.Children() {
			if err := a.authorizeRoot(ctx, child); err != nil {
				return err
			}
		}
	case *plan.CreateView:
		db := databaseName(n.Database())
		if n.IsReplace && !a.held(ctx).onTable(db, n.Name, sql.PrivilegeType_Drop) {
			return sqlerr.DeniedTable(ctx, "DROP", n.Name)
		}
		return a.authorizeDefiner(ctx, n.Definer)
	case *plan.CreateTrigger:
		return a.authorizeProgram(ctx, n.Definer, n.Body)
	case *plan.CreateEvent:
		return a.authorizeProgram(ctx, n.Definer, n.DefinitionNode)
	case *plan.AlterEvent:
		return a.authorizeProgram(ctx, n.Definer, n.DefinitionNode)
	}
	return nil
}

// authorizeInsert asks for what an INSERT needs of the table it changes: UPDATE
// too, where it may change rows that are there.
func (a *Adapter) authorizeInsert(ctx *sql.Context, n *plan.InsertInto) error {
	held := a.held(ctx)
	db, table := targetTable(ctx, n.Destination)
	if db == "" {
		db = baseDatabase(ctx, databaseName(n.Database()))
	}
	needed := tableNeeds[sqlparser.AuthType_INSERT]
	if n.IsReplace {
		needed = tableNeeds[sqlparser.AuthType_REPLACE]
	}
	if !held.onTable(db, table, needed.privileges...) {
		return sqlerr.DeniedTable(ctx, needed.command, table)
	}
	if len(n.OnDupExprs) > 0 && !held.onTable(db, table, sql.PrivilegeType_Update) {
		return sqlerr.DeniedTable(ctx, "UPDATE", table)
	}
	return nil
}

// authorizeUpdate asks for UPDATE on the tables that an UPDATE changes, and for
// SELECT on those it reads.
func (a *Adapter) authorizeUpdate(ctx *sql.Context, n *plan.Update) error {
	held := a.held(ctx)
	if held.has(sql.PrivilegeType_Update, sql.PrivilegeType_Select) {
		return nil
	}
	source, ok := n.Child.(*plan.UpdateSource)
	if !ok {
		return a.authorizeAll(ctx, held, n, "UPDATE", sql.PrivilegeType_Update)
	}
	for _, e := range source.UpdateExprs {
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		f, ok := set.LeftChild.(*expression.GetField)
		if !ok {
			return a.authorizeAll(ctx, held, n, "UPDATE", sql.PrivilegeType_Update)
		}
		db, table := namedTable(ctx, source.Child, f)
		if !held.onTable(db, table, sql.PrivilegeType_Update) {
			return sqlerr.DeniedTable(ctx, "UPDATE", table)
		}
	}
	return a.authorizeReading(ctx, held, n.Child)
}

// authorizeAll asks for a privilege on every table of a plan: for one whose parts
// do not tell which they change.
func (a *Adapter) authorizeAll(ctx *sql.Context, held held, n sql.Node, command string, p sql.PrivilegeType) (err error) {
	transform.Inspect(n, func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok && err == nil {
			if db, table := targetTable(ctx, t); !held.onTable(db, table, p) {
				err = sqlerr.DeniedTable(ctx, command, table)
			}
		}
		return err == nil
	})
	return err
}

// authorizeDelete asks for DELETE on the tables that a DELETE changes, and for
// SELECT on those it reads.
func (a *Adapter) authorizeDelete(ctx *sql.Context, n *plan.DeleteFrom) error {
	held := a.held(ctx)
	if held.has(sql.PrivilegeType_Delete, sql.PrivilegeType_Select) {
		return nil
	}
	for _, target := range n.GetDeleteTargets() {
		if db, table := targetTable(ctx, target); table != "" && !held.onTable(db, table, sql.PrivilegeType_Delete) {
			return sqlerr.DeniedTable(ctx, "DELETE", table)
		}
	}
	return a.authorizeReading(ctx, held, n.Child)
}

// targetTable is the table at the bottom of a node that stands for one.
func targetTable(ctx *sql.Context, n sql.Node) (database, table string) {
	for n != nil {
		if t, ok := n.(*plan.ResolvedTable); ok {
			return baseDatabase(ctx, databaseName(t.SqlDatabase)), t.Name()
		}
		children := n.Children()
		if len(children) != 1 {
			break
		}
		n = children[0]
	}
	return "", nodeName(n)
}

// namedTable is the table that a column of a statement is of.
func namedTable(ctx *sql.Context, n sql.Node, f *expression.GetField) (database, table string) {
	database, table = baseDatabase(ctx, f.Database()), f.Table()
	transform.Inspect(n, func(n sql.Node) bool {
		switch t := n.(type) {
		case *plan.TableAlias:
			if strings.EqualFold(t.Name(), f.Table()) {
				database, table = targetTable(ctx, t)
			}
			return false
		case *plan.ResolvedTable:
			if strings.EqualFold(t.Name(), f.Table()) && (f.Database() == "" || strings.EqualFold(databaseName(t.SqlDatabase), f.Database())) {
				database, table = targetTable(ctx, t)
			}
		}
		return true
	})
	return database, table
}

// authorizeReading asks for SELECT on a table whose columns a change reads: what
// it changes would tell of them.
func (a *Adapter) authorizeReading(ctx *sql.Context, held held, child sql.Node) (err error) {
	if held.has(sql.PrivilegeType_Select) {
		return nil
	}
	look := func(e sql.Expression) bool {
		f, ok := e.(*expression.GetField)
		if !ok || err != nil || f.Table() == "" {
			return err == nil
		}
		if db, table := namedTable(ctx, child, f); !held.onTable(db, table, sql.PrivilegeType_Select) {
			err = deniedColumn(ctx, f.Name(), table)
		}
		return err == nil
	}
	transform.Inspect(child, func(n sql.Node) bool {
		if holder, ok := n.(sql.Expressioner); ok {
			if _, table := n.(*plan.ResolvedTable); table {
				return true
			}
			for _, e := range holder.Expressions() {
				if set, ok := e.(*expression.SetField); ok { // what is set is not read
					e = set.RightChild
				}
				sql.Inspect(e, func(e sql.Expression) bool { return e != nil && look(e) })
			}
		}
		return err == nil
	})
	return err
}

// authorizeParent asks for REFERENCES on the table that a foreign key is to.
func (a *Adapter) authorizeParent(ctx *sql.Context, fk *sql.ForeignKeyConstraint) error {
	db := fk.ParentDatabase
	if db == "" {
		db = fk.Database
	}
	if a.held(ctx).onTable(baseDatabase(ctx, db), fk.ParentTable, sql.PrivilegeType_References) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "REFERENCES", fk.ParentTable)
}

// authorizeProgram looks at a program that runs by itself: for whom it says it
// does, and at what the engine asks for nowhere.
func (a *Adapter) authorizeProgram(ctx *sql.Context, definer string, body sql.Node) error {
	if err := a.authorizeDefiner(ctx, definer); err != nil || body == nil {
		return err
	}
	var err error
	transform.InspectWithOpaque(body, func(n sql.Node) bool {
		if err == nil {
			err = a.authorizeRoot(ctx, n)
		}
		return err == nil
	})
	return err
}

// authorizeDefiner refuses to make something that runs in another account's
// name.
func (a *Adapter) authorizeDefiner(ctx *sql.Context, definer string) error {
	if definer == "" || ctx.Session.Client().User == "" {
		return nil
	}
	user, host := splitDefiner(definer)
	client := ctx.Session.Client()
	if user == client.User && strings.EqualFold(host, client.Address) || a.held(ctx).hasDynamic(setAnyDefiner) {
		return nil
	}
	return needs("SUPER or " + setAnyDefiner)
}

// splitDefiner takes apart an account as it stands in a DEFINER clause.
func splitDefiner(text string) (user, host string) {
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return unquote(text), "%"
	}
	return unquote(text[:at]), unquote(text[at+1:])
}

func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && strings.IndexByte("`'\"", s[0]) >= 0 && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// procedureDefiner is the DEFINER clause of a CREATE PROCEDURE; empty if it has
// none.
func procedureDefiner(text string) string {
	stmt, err := sqlparser.Parse(text)
	if err != nil {
		return ""
	}
	if ddl, ok := stmt.(*sqlparser.DDL); ok && ddl.ProcedureSpec != nil {
		return ddl.ProcedureSpec.Definer
	}
	return ""
}

// errColumnDenied is ER_COLUMNACCESS_DENIED_ERROR.
const errColumnDenied = 1143

func deniedColumn(ctx *sql.Context, column, table string) error {
	return mysql.NewSQLError(errColumnDenied, sqlerr.StateAccess, "SELECT command denied to user %s for column '%s' in table '%s'", sqlerr.Account(ctx), column, table)
}

// ownNames is SHOW DATABASES or SHOW TABLES without what the account has nothing
// to do with: the engine shows everybody the database of the accounts, and all
// views. ok is false for other statements.
func (a *Adapter) ownNames(n sql.Node, an *analyzer.Analyzer) (shown sql.Node, ok bool) {
	auth := an.Catalog.AuthHandler
	switch n := n.(type) {
	case *plan.ShowDatabases:
		list := *n
		list.Catalog = an.Catalog
		return fencedNames("SHOW DATABASES", &list, an, func(ctx *sql.Context, name string) bool {
			return auth.CheckDatabase(ctx, nil, name) == nil
		}), true
	case *plan.ShowTables:
		db := databaseName(n.Database())
		return fencedNames("SHOW TABLES", n, an, func(ctx *sql.Context, name string) bool {
			return listsTable(ctx, auth, a.held(ctx), db, name)
		}), true
	case *plan.Filter, *plan.Having:
		children := n.Children()
		child, ok := a.ownNames(children[0], an)
		if !ok {
			return nil, false
		}
		with, err := n.WithChildren(child)
		return with, err == nil
	}
	return nil, false
}

// fencedNames runs a node whose first column is a name and keeps some rows.
func fencedNames(text string, n sql.Node, an *analyzer.Analyzer, keep func(ctx *sql.Context, name string) bool) sql.Node {
	return changedRows(text, n, an, func(ctx *sql.Context, r sql.Row) bool { return keep(ctx, columnText(r, 0)) })
}

// changedRows runs a node and keeps some rows, which keep may change.
func changedRows(text string, n sql.Node, an *analyzer.Analyzer, keep func(ctx *sql.Context, r sql.Row) bool) *node.Command {
	return &node.Command{Text: text, Columns: n.Schema(), Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		iter, err := an.ExecBuilder.Build(ctx, n, nil)
		if err != nil {
			return nil, err
		}
		rows, err := sql.RowIterToRows(ctx, iter)
		if err != nil {
			return nil, err
		}
		own := rows[:0]
		for _, r := range rows {
			if keep(ctx, r) {
				own = append(own, r)
			}
		}
		return own, nil
	}}
}
