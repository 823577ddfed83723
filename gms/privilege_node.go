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
)

// nodeRuleID is that of [Adapter.authorizeNode] among the engine's rules, whose
// own are far below.
const nodeRuleID analyzer.RuleId = 1<<20 + 3

// authorizeNode is a rule of the analyzer that refuses a statement for rights
// the engine does not ask for. It looks at the root of a plan, before anything
// has been done. The engine analyzes every statement by itself, wherever it
// comes from, but for those of a trigger or an event: their creator must have
// what they need.
func (a *Adapter) authorizeNode(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if scope != nil || ctx.Session == nil {
		return n, transform.SameTree, nil
	}
	if shown, ok := a.ownDatabases(n, an); ok {
		return shown, transform.NewTree, nil
	}
	return n, transform.SameTree, a.authorizeRoot(ctx, n)
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
		return a.authorizeReading(ctx, n.Child)
	case *plan.DeleteFrom:
		return a.authorizeReading(ctx, n.Child)
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
			return deniedTable(ctx, "DROP", n.Name)
		}
		return a.authorizeDefiner(ctx, n.Definer)
	case *plan.CreateProcedure:
		return a.authorizeDefiner(ctx, procedureDefiner(n.StoredProcDetails.CreateStatement))
	case *plan.CreateTrigger:
		return a.authorizeProgram(ctx, n.Definer, n.Body)
	case *plan.CreateEvent:
		return a.authorizeProgram(ctx, n.Definer, n.DefinitionNode)
	case *plan.AlterEvent:
		return a.authorizeProgram(ctx, n.Definer, n.DefinitionNode)
	}
	return nil
}

// authorizeInsert asks for UPDATE where an INSERT may change rows that are there.
func (a *Adapter) authorizeInsert(ctx *sql.Context, n *plan.InsertInto) error {
	if len(n.OnDupExprs) == 0 {
		return nil
	}
	table := nodeName(n.Destination)
	if held := a.held(ctx); !held.everything && !held.onTable(baseDatabase(ctx, databaseName(n.Database())), table, sql.PrivilegeType_Update) {
		return deniedTable(ctx, "UPDATE", table)
	}
	return nil
}

// authorizeReading asks for SELECT on a table whose columns a change reads: what
// it changes would tell of them.
func (a *Adapter) authorizeReading(ctx *sql.Context, child sql.Node) (err error) {
	held := a.held(ctx)
	if held.has(sql.PrivilegeType_Select) {
		return nil
	}
	look := func(e sql.Expression) bool {
		f, ok := e.(*expression.GetField)
		if !ok || err != nil || f.Table() == "" {
			return err == nil
		}
		db := baseDatabase(ctx, f.Database())
		if table := tableOf(child, f.Table()); !held.onTable(db, table, sql.PrivilegeType_Select) {
			err = deniedColumn(ctx, f.Name(), table)
		}
		return err == nil
	}
	transform.InspectWithOpaque(child, func(n sql.Node) bool {
		if holder, ok := n.(sql.Expressioner); ok {
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

// tableOf is the table that a name in a statement stands for.
func tableOf(n sql.Node, name string) string {
	found := name
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		if alias, ok := n.(*plan.TableAlias); ok && strings.EqualFold(alias.Name(), name) {
			found = nodeName(alias.Child)
		}
		return true
	})
	return found
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
	return deniedTable(ctx, "REFERENCES", fk.ParentTable)
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
	return mysql.NewSQLError(errColumnDenied, stateAccess, "SELECT command denied to user %s for column '%s' in table '%s'", account(ctx), column, table)
}

// ownDatabases is SHOW DATABASES without those that the account has nothing to
// do with; the engine shows everybody the one of the accounts.
func (a *Adapter) ownDatabases(n sql.Node, an *analyzer.Analyzer) (sql.Node, bool) {
	switch n := n.(type) {
	case *plan.ShowDatabases:
		shown := &injected{text: "SHOW DATABASES", schema: n.Schema()}
		shown.rows = func(ctx *sql.Context) ([]sql.Row, error) {
			list := *n
			list.Catalog = an.Catalog
			iter, err := an.ExecBuilder.Build(ctx, &list, nil)
			if err != nil {
				return nil, err
			}
			rows, err := sql.RowIterToRows(ctx, iter)
			if err != nil {
				return nil, err
			}
			own := rows[:0]
			for _, r := range rows {
				if an.Catalog.AuthHandler.CheckDatabase(ctx, nil, columnText(r, 0)) == nil {
					own = append(own, r)
				}
			}
			return own, nil
		}
		return shown, true
	case *plan.Filter, *plan.Having:
		children := n.Children()
		child, ok := a.ownDatabases(children[0], an)
		if !ok {
			return nil, false
		}
		with, err := n.WithChildren(child)
		return with, err == nil
	}
	return nil, false
}
