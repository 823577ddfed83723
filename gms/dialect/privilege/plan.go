package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
)

func init() {
	rewrite.BeforeChanges(rule.Of[analyzer.RuleFunc]{
		Rule: rule.Rule{
			Name: "rights-of-changes", Changes: rule.Plan, About: rule.Accounts,
			Why:      "The engine does not ask for the rights to columns that INSERT, UPDATE and DELETE read and set.",
			NeededBy: rule.Rights, Golden: "rights_statements",
		},
		Apply: authorizeChange,
	})
}

// authorizeChange is a rule of all engines that refuses an INSERT, UPDATE or
// DELETE, on one that has Rights, for rights the engine does not ask for.
func authorizeChange(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if h := handlerIn(an.Catalog.AuthHandler); h != nil && scope == nil && ctx.Session != nil {
		return n, transform.SameTree, h.rights.Authorize(ctx, n)
	}
	return n, transform.SameTree, nil
}

// handlerIn is the Rights' own handler among those that wrap each other; nil where there
// is none.
func handlerIn(h sql.AuthorizationHandler) *handler {
	for {
		if own, ok := h.(*handler); ok {
			return own
		}
		around, ok := h.(interface {
			Unwrap() sql.AuthorizationHandler
		})
		if !ok {
			return nil
		}
		h = around.Unwrap()
	}
}

// Authorize refuses a statement for rights that the engine does not ask for, by the root
// of its plan. The engine analyzes every statement by itself, wherever it comes from, but
// for those of a trigger or an event: their creator must have what they need.
func (r *Rights) Authorize(ctx *sql.Context, n sql.Node) error {
	switch n := n.(type) {
	case *plan.Set:
		return r.authorizeSet(ctx, n)
	case *plan.Into:
		if (n.Outfile != "" || n.Dumpfile != "") && !r.Of(ctx).Has(sql.PrivilegeType_File) {
			return sqlerr.Needs("FILE")
		}
	case *plan.InsertInto:
		return r.authorizeInsert(ctx, n)
	case *plan.Update:
		return r.authorizeUpdate(ctx, n)
	case *plan.DeleteFrom:
		return r.authorizeDelete(ctx, n)
	case *plan.CreateTable:
		for _, fk := range n.ForeignKeys() {
			if err := r.authorizeParent(ctx, fk); err != nil {
				return err
			}
		}
	case *plan.CreateForeignKey:
		return r.authorizeParent(ctx, n.FkDef)
	case *plan.Block: // of an ALTER TABLE
		for _, child := range n.Children() {
			if err := r.Authorize(ctx, child); err != nil {
				return err
			}
		}
	case *plan.CreateView:
		db := node.DatabaseName(n.Database())
		if n.IsReplace && !r.Of(ctx).onTable(db, n.Name, sql.PrivilegeType_Drop) {
			return sqlerr.DeniedTable(ctx, "DROP", n.Name)
		}
		return r.AuthorizeDefiner(ctx, n.Definer)
	case *plan.CreateTrigger:
		return r.authorizeProgram(ctx, n.Definer, n.Body)
	case *plan.CreateEvent:
		return r.authorizeProgram(ctx, n.Definer, n.DefinitionNode)
	case *plan.AlterEvent:
		return r.authorizeProgram(ctx, n.Definer, n.DefinitionNode)
	}
	return r.authorizeAccounts(ctx, n)
}

// authorizeInsert asks for what an INSERT needs of the table it changes: UPDATE
// too, where it may change rows that are there.
func (r *Rights) authorizeInsert(ctx *sql.Context, n *plan.InsertInto) error {
	held := r.Of(ctx)
	into := targetTable(ctx, n.Destination)
	if into.database == "" {
		into.database = baseDatabase(ctx, node.DatabaseName(n.Database()))
	}
	needed := tableNeeds[sqlparser.AuthType_INSERT]
	if n.IsReplace {
		needed = tableNeeds[sqlparser.AuthType_REPLACE]
	}
	if !r.allows(ctx, held, into, needed.privileges...) {
		return sqlerr.DeniedTable(ctx, needed.command, into.table)
	}
	if len(n.OnDupExprs) > 0 && !r.allows(ctx, held, into, sql.PrivilegeType_Update) {
		return sqlerr.DeniedTable(ctx, "UPDATE", into.table)
	}
	return nil
}

// authorizeUpdate asks for UPDATE on the tables that an UPDATE changes, and for
// SELECT on those it reads.
func (r *Rights) authorizeUpdate(ctx *sql.Context, n *plan.Update) error {
	held := r.Of(ctx)
	if held.Has(sql.PrivilegeType_Update, sql.PrivilegeType_Select) {
		return nil
	}
	source, ok := n.Child.(*plan.UpdateSource)
	if !ok {
		return r.authorizeAll(ctx, held, n, "UPDATE", sql.PrivilegeType_Update)
	}
	for _, e := range source.UpdateExprs {
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		f, ok := set.LeftChild.(*expression.GetField)
		if !ok {
			return r.authorizeAll(ctx, held, n, "UPDATE", sql.PrivilegeType_Update)
		}
		if t := namedTable(ctx, source.Child, f); !r.allows(ctx, held, t, sql.PrivilegeType_Update) {
			return sqlerr.DeniedTable(ctx, "UPDATE", t.table)
		}
	}
	return r.authorizeReading(ctx, held, n.Child)
}

// authorizeAll asks for a privilege on every table of a plan: for one whose parts
// do not tell which they change.
func (r *Rights) authorizeAll(ctx *sql.Context, held Held, n sql.Node, command string, p sql.PrivilegeType) (err error) {
	transform.Inspect(n, func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok && err == nil {
			if of := targetTable(ctx, t); !r.allows(ctx, held, of, p) {
				err = sqlerr.DeniedTable(ctx, command, of.table)
			}
		}
		return err == nil
	})
	return err
}

// authorizeDelete asks for DELETE on the tables that a DELETE changes, and for
// SELECT on those it reads.
func (r *Rights) authorizeDelete(ctx *sql.Context, n *plan.DeleteFrom) error {
	held := r.Of(ctx)
	if held.Has(sql.PrivilegeType_Delete, sql.PrivilegeType_Select) {
		return nil
	}
	for _, target := range n.GetDeleteTargets() {
		if t := targetTable(ctx, target); t.table != "" && !r.allows(ctx, held, t, sql.PrivilegeType_Delete) {
			return sqlerr.DeniedTable(ctx, "DELETE", t.table)
		}
	}
	return r.authorizeReading(ctx, held, n.Child)
}

// targetTable is the table at the bottom of a node that stands for one.
func targetTable(ctx *sql.Context, n sql.Node) boundTable {
	for n != nil {
		if t, ok := n.(*plan.ResolvedTable); ok {
			return boundTable{baseDatabase(ctx, node.DatabaseName(t.SqlDatabase)), t.Name(), t}
		}
		children := n.Children()
		if len(children) != 1 {
			break
		}
		n = children[0]
	}
	return boundTable{table: nodeName(n)}
}

// namedTable is the table that a column of a statement is of.
func namedTable(ctx *sql.Context, n sql.Node, f *expression.GetField) boundTable {
	of := boundTable{database: baseDatabase(ctx, f.Database()), table: f.Table()}
	transform.Inspect(n, func(n sql.Node) bool {
		switch t := n.(type) {
		case *plan.TableAlias:
			if strings.EqualFold(t.Name(), f.Table()) {
				of = targetTable(ctx, t)
			}
			return false
		case *plan.ResolvedTable:
			if strings.EqualFold(t.Name(), f.Table()) && (f.Database() == "" || strings.EqualFold(node.DatabaseName(t.SqlDatabase), f.Database())) {
				of = targetTable(ctx, t)
			}
		}
		return true
	})
	return of
}

// authorizeReading asks for SELECT on a table whose columns a change reads: what
// it changes would tell of them.
func (r *Rights) authorizeReading(ctx *sql.Context, held Held, child sql.Node) (err error) {
	if held.Has(sql.PrivilegeType_Select) {
		return nil
	}
	inspect := func(e sql.Expression) bool {
		f, ok := e.(*expression.GetField)
		if !ok || err != nil || f.Table() == "" {
			return err == nil
		}
		if t := namedTable(ctx, child, f); !r.allows(ctx, held, t, sql.PrivilegeType_Select) {
			err = deniedColumn(ctx, f.Name(), t.table)
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
				sql.Inspect(e, func(e sql.Expression) bool { return e != nil && inspect(e) })
			}
		}
		return err == nil
	})
	return err
}

// authorizeParent asks for REFERENCES on the table that a foreign key is to.
func (r *Rights) authorizeParent(ctx *sql.Context, fk *sql.ForeignKeyConstraint) error {
	db := fk.ParentDatabase
	if db == "" {
		db = fk.Database
	}
	if r.Of(ctx).onTable(baseDatabase(ctx, db), fk.ParentTable, sql.PrivilegeType_References) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "REFERENCES", fk.ParentTable)
}

// authorizeProgram says whether the account may make a program: whether it may name that
// definer, and whether it has the rights that the nodes of the body need, as far as they
// are decided here and not by the engine.
func (r *Rights) authorizeProgram(ctx *sql.Context, definer string, body sql.Node) error {
	if err := r.AuthorizeDefiner(ctx, definer); err != nil || body == nil {
		return err
	}
	var err error
	transform.InspectWithOpaque(body, func(n sql.Node) bool {
		if err == nil {
			err = r.Authorize(ctx, n)
		}
		return err == nil
	})
	return err
}

// errColumnDenied is ER_COLUMNACCESS_DENIED_ERROR.
const errColumnDenied = 1143

func deniedColumn(ctx *sql.Context, column, table string) error {
	user, host := acting.FromHost(ctx)
	return mysql.NewSQLError(errColumnDenied, sqlerr.StateAccess, "SELECT command denied to user '%s'@'%s' for column '%s' in table '%s'", user, host, column, table)
}
