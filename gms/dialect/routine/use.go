package routine

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// A stored function may not change a table that the statement uses which calls it.

// UsedTable is a table by its database, both in small letters.
type UsedTable struct{ database, table string }

// Call is a call of a stored function in an expression.
type Call interface {
	// Uses is where the call keeps the tables that the statement uses which has it.
	Uses() *[]UsedTable
}

// NoteUses tells the calls of stored functions in a plan which tables it uses, of which
// they may have been told some: what is inserted is planned by itself after the whole, and
// a trigger's statements in the scope of what the trigger is of.
func NoteUses(n sql.Node, scope *plan.Scope) {
	var u tableUses
	u.node(n)
	if len(u.calls) == 0 {
		return
	}
	for _, list := range [][]sql.Node{scope.InnerToOuter(), scope.MemoNodes()} {
		for _, outer := range list {
			u.node(outer)
		}
	}
	for _, call := range u.calls {
		for _, t := range u.tables {
			if uses := call.Uses(); !slices.Contains(*uses, t) {
				*uses = append(*uses, t)
			}
		}
	}
}

// tableUses are the tables of a plan, and its calls of stored functions.
type tableUses struct {
	tables []UsedTable
	calls  []Call
}

func (u *tableUses) node(n sql.Node) {
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok && !plan.IsDualTable(t.Table) {
			u.tables = append(u.tables, UsedTable{strings.ToLower(node.DatabaseName(t.SqlDatabase)), strings.ToLower(t.Name())})
		}
		if insert, ok := n.(*plan.InsertInto); ok { // whose source is not among its children
			u.node(insert.Source)
		}
		if e, ok := n.(sql.Expressioner); ok {
			for _, e := range e.Expressions() {
				u.expression(e)
			}
		}
		return true
	})
}

func (u *tableUses) expression(e sql.Expression) {
	sql.Inspect(e, func(e sql.Expression) bool {
		switch e := e.(type) {
		case Call:
			u.calls = append(u.calls, e)
		case *plan.Subquery:
			u.node(e.Query)
		}
		return true
	})
}

// RefuseUsed returns the error of a statement that changes a table for which used reports that
// another uses it, which has called the function that the statement is in.
func RefuseUsed(ctx *sql.Context, stmt ast.Statement, used func(UsedTable) bool) error {
	for _, t := range tablesChangedBy(stmt) {
		database := strings.ToLower(t.DbQualifier.String())
		if database == "" {
			database = strings.ToLower(ctx.GetCurrentDatabase())
		}
		if used(UsedTable{database, strings.ToLower(t.Name.String())}) {
			return sql.ErrTriggerTableInUse.New(t.Name.String())
		}
	}
	return nil
}

// tablesChangedBy are the tables that a statement changes, or may.
func tablesChangedBy(stmt ast.Statement) (out []ast.TableName) {
	var of ast.TableExprs
	switch s := stmt.(type) {
	case *ast.Insert:
		return []ast.TableName{s.Table}
	case *ast.Update:
		of = s.TableExprs
	case *ast.Delete:
		of = s.TableExprs
	}
	for _, e := range of {
		_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
			if t, ok := n.(ast.TableName); ok && !t.IsEmpty() {
				out = append(out, t)
			}
			_, query := n.(*ast.Subquery)
			return !query, nil
		}, e)
	}
	return out
}
