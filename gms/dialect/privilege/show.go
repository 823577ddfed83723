package privilege

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Fenced is a SHOW statement without what is not the account's to see; ok is false for
// other statements, and for an account that may see it all.
func (r *Rights) Fenced(ctx *sql.Context, n sql.Node, an *analyzer.Analyzer) (shown sql.Node, ok bool) {
	if hidden, ok := r.hideProcedure(ctx, n, an); ok {
		return hidden, true
	}
	if _, ok := n.(*plan.ShowDatabases); slices.ContainsFunc(onTables, r.Of(ctx).global) && !(ok && r.running.Dumps(ctx)) {
		return nil, false
	}
	return r.ownNames(n, an)
}

// ownNames is SHOW DATABASES, SHOW TABLES or SHOW TABLE STATUS without what the account has nothing
// to do with: the engine shows everybody the database of the accounts, and all
// views. ok is false for other statements.
func (r *Rights) ownNames(n sql.Node, an *analyzer.Analyzer) (shown sql.Node, ok bool) {
	auth := an.Catalog.AuthHandler
	switch n := n.(type) {
	case *plan.ShowDatabases:
		list := *n
		list.Catalog = an.Catalog
		return fencedNames("SHOW DATABASES", &list, an, func(ctx *sql.Context, name string) bool {
			return auth.CheckDatabase(ctx, nil, name) == nil && !(r.running.Dumps(ctx) && (name == profiling || name == computed.Sys || r.isReadOnly(name)))
		}), true
	case *plan.ShowTables:
		db := node.DatabaseName(n.Database())
		return fencedNames("SHOW TABLES", n, an, func(ctx *sql.Context, name string) bool {
			return listsTable(ctx, auth, r.Of(ctx), db, name)
		}), true
	case *plan.ShowTableStatus:
		db := node.DatabaseName(n.Database())
		return fencedNames("SHOW TABLE STATUS", r.running.TableStatus(n, an), an, func(ctx *sql.Context, name string) bool {
			return listsTable(ctx, auth, r.Of(ctx), db, name)
		}), true
	case *plan.Filter, *plan.Having:
		children := n.Children()
		child, ok := r.ownNames(children[0], an)
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

// hideProcedure is SHOW CREATE PROCEDURE for an account that may run the procedure
// and not see what it does: the text is NULL. ok is false for other statements and
// accounts.
func (r *Rights) hideProcedure(ctx *sql.Context, n sql.Node, an *analyzer.Analyzer) (shown sql.Node, ok bool) {
	show, ok := n.(*plan.ShowCreateProcedure)
	if !ok {
		return nil, false
	}
	v := viewer{held: r.Of(ctx), ctx: ctx}
	database := node.DatabaseName(show.Database())
	if _, own := definition.Procedure(ctx, r.catalog.Load(), database, show.ProcedureName); !own || v.readsRoutines() || r.isAuthor(ctx, database, show.ProcedureName) {
		return nil, false
	}
	const text = 2
	hidden := changedRows("SHOW CREATE PROCEDURE", n, an, func(_ *sql.Context, r sql.Row) bool {
		r[text] = nil
		return true
	})
	hidden.Columns = hidden.Columns.Copy()
	hidden.Columns[text].Nullable = true
	return hidden, true
}
