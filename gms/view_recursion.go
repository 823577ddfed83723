package gms

import (
	"context"
	"runtime"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/definition"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// errViewRecursive is ER_VIEW_RECURSIVE.
const errViewRecursive = 1462

// maxNestedCalls is how deep a stack may be where the definition of a view or a
// stored program is read for a statement that uses it. A view that selects from
// another is some thirty calls deeper, a procedure that calls another a hundred.
const maxNestedCalls = 15_000

// nestsTooDeeply says whether a text that defines something is read by a
// statement that has come too deep already: short texts that use one another nest
// as deeply as a long one. For other texts it costs a comparison.
func nestsTooDeeply(text string) bool {
	const create = "CREATE"
	if text = strings.TrimLeft(text, " \t\r\n"); len(text) < len(create) || !strings.EqualFold(text[:len(create)], create) {
		return false
	}
	var caller [1]uintptr
	return runtime.Callers(maxNestedCalls, caller[:]) > 0
}

// nestedTooDeeply gives the error of a definition that is read too deep down. If
// it is a view's that selects from itself, that is why.
func (a *Adapter) nestedTooDeeply(ctx context.Context, text string) error {
	c, ok := ctx.(*sql.Context)
	if !ok {
		return sqlerr.TooDeep()
	}
	view, ok := definition.ViewIn(text)
	if !ok {
		return sqlerr.TooDeep()
	}
	db := c.GetCurrentDatabase()
	if q := view.ViewName.DbQualifier.String(); q != "" {
		db = q
	}
	name := view.ViewName.Name.String()
	if a.selectsFrom(c, db, view.ViewExpr, db, name) {
		return viewRecursion(db, name)
	}
	return sqlerr.TooDeep()
}

func viewRecursion(db, name string) error {
	return mysql.NewSQLError(errViewRecursive, sqlerr.StateGeneral, "`%s`.`%s` contains view recursion", db, name)
}

// refuseRecursiveView gives the error of a statement that replaces a view by one
// that selects from it, if by others.
func (a *Adapter) refuseRecursiveView(ctx *sql.Context, s *sqlparser.DDL) error {
	if s.ViewSpec == nil || s.ViewSpec.ViewExpr == nil || !s.OrReplace && s.Action != sqlparser.AlterStr {
		return nil
	}
	if x := executionOf(ctx); x != nil && x.known {
		return nil // its definition is read for another statement
	}
	db, name := ctx.GetCurrentDatabase(), s.ViewSpec.ViewName.Name.String()
	if q := s.ViewSpec.ViewName.DbQualifier.String(); q != "" {
		db = q
	}
	if _, exists := definition.View(ctx, a.catalog(), db, name); exists && a.selectsFrom(ctx, db, s.ViewSpec.ViewExpr, db, name) {
		return viewRecursion(db, name)
	}
	return nil
}

// selectsFrom says whether a SELECT of a view in database db, or a view it selects
// from, selects from the view wantedDB.wanted.
func (a *Adapter) selectsFrom(ctx *sql.Context, db string, from sqlparser.SQLNode, wantedDB, wanted string) bool {
	type view struct{ db, name string }
	target := view{strings.ToLower(wantedDB), strings.ToLower(wanted)}
	seen := make(map[view]bool)
	type query struct {
		db   string
		node sqlparser.SQLNode
	}
	for open := []query{{db, from}}; len(open) > 0; {
		q := open[len(open)-1]
		open = open[:len(open)-1]
		var found bool
		_ = sqlparser.Walk(func(n sqlparser.SQLNode) (bool, error) {
			t, ok := n.(sqlparser.TableName)
			if !ok || found {
				return !found, nil
			}
			v := view{strings.ToLower(q.db), strings.ToLower(t.Name.String())}
			if named := t.DbQualifier.String(); named != "" {
				v.db = strings.ToLower(named)
			}
			if found = v == target; found || seen[v] {
				return !found, nil
			}
			seen[v] = true
			if text, ok := definition.View(ctx, a.catalog(), v.db, v.name); ok {
				if definition, ok := definition.ViewIn(text); ok {
					open = append(open, query{v.db, definition.ViewExpr})
				}
			}
			return true, nil
		}, q.node)
		if found {
			return true
		}
	}
	return false
}
