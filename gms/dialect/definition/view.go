package definition

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// View is the statement that made a view; ok is false if there is no such view.
func View(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) (text string, ok bool) {
	v, ok := ViewOf(ctx, catalog, database, name)
	return v.CreateViewStatement, ok
}

// ViewOf is what is kept of a view; ok is false if there is no such view.
func ViewOf(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) (v sql.ViewDefinition, ok bool) {
	if catalog == nil {
		return v, false
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return v, false
	}
	views, ok := db.(sql.ViewDatabase)
	if !ok {
		return v, false
	}
	v, ok, err = views.GetViewDefinition(ctx, name)
	return v, ok && err == nil
}

// ViewIn parses the statement that makes a view; ok is false for other texts.
func ViewIn(text string) (view *sqlparser.ViewSpec, ok bool) {
	stmt, err := sqlparser.Parse(text)
	if err != nil {
		return nil, false
	}
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok || ddl.ViewSpec == nil || ddl.ViewSpec.ViewExpr == nil {
		return nil, false
	}
	return ddl.ViewSpec, true
}

// SelectsFrom says whether a SELECT of a view in database db, or a view it selects
// from, selects from the view wantedDB.wanted. It reads the definitions of them all.
func SelectsFrom(ctx *sql.Context, catalog *analyzer.Catalog, db string, from sqlparser.SQLNode, wantedDB, wanted string) bool {
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
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
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
			if text, ok := View(ctx, catalog, v.db, v.name); ok {
				if definition, ok := ViewIn(text); ok {
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
