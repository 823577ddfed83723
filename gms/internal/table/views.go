package table

import (
	"fmt"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/view/catalog"
)

// To the engine the views of sys are tables, whose rows are computed without SQL. Where it
// lists them they are made views, as they are MySQL's.

// Why these values: as MySQL has them of the views of sys.
const (
	sysDefiner  = "mysql.sys@localhost"
	sysSecurity = "INVOKER"
)

// isView says whether a table of sys is a view to who asks.
func isView(name any) bool {
	text, _ := name.(string)
	v := catalog.LookupSys(text)
	return v != nil && v.View
}

// viewRow changes rows of information_schema.TABLES that are of views of sys: of a view
// MySQL tells its names, that it is a view, and when it was made.
func viewRow(schema sql.Schema) func(sql.Row) sql.Row {
	at := schema.IndexOfColName
	name, kind, comment := at("TABLE_NAME"), at("TABLE_TYPE"), at("TABLE_COMMENT")
	kept := []int{at("TABLE_CATALOG"), at("TABLE_SCHEMA"), name, kind, at("CREATE_TIME"), comment}
	if slices.Contains(kept, -1) {
		return func(r sql.Row) sql.Row { return r }
	}
	return func(r sql.Row) sql.Row {
		if !isView(r[name]) {
			return r
		}
		out := make(sql.Row, len(r))
		for _, i := range kept {
			out[i] = r[i]
		}
		out[kind], out[comment] = "VIEW", "VIEW"
		return out
	}
}

// ListViews makes information_schema.VIEWS have the views of all databases, those of sys
// too. They have no definition in SQL: theirs is empty, as MySQL's is for who may not see
// it.
func ListViews(infoSchema sql.Database) error {
	views, err := information.Table(infoSchema, information_schema.ViewsTableName)
	if err != nil || views == nil {
		return err
	}
	collation := sql.Collation_utf8mb4_0900_ai_ci
	values := map[string]any{
		"TABLE_CATALOG": "def", "TABLE_SCHEMA": computed.Sys, "VIEW_DEFINITION": "", "CHECK_OPTION": "NONE", "IS_UPDATABLE": "NO",
		"DEFINER": sysDefiner, "SECURITY_TYPE": sysSecurity, "CHARACTER_SET_CLIENT": collation.CharacterSet().String(), "COLLATION_CONNECTION": collation.String(),
	}
	var rows []sql.Row
	for _, v := range catalog.SysTables() {
		if !v.View {
			continue
		}
		row := make(sql.Row, len(views.TableSchema))
		for i, c := range views.TableSchema {
			row[i] = values[c.Name]
			if c.Name == "TABLE_NAME" {
				row[i] = v.Name
			}
		}
		rows = append(rows, row)
	}
	read := storedViews(views.TableSchema)
	views.Reader = func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) {
		own, err := read(ctx, c)
		if err != nil {
			return nil, err
		}
		return sql.RowsToRowIter(append(own, rows...)...), nil
	}
	return nil
}

// ShowViewsRule describes [ShowViews].
var ShowViewsRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "show-full-tables-of-sys", Changes: rule.Plan, About: rule.Shows,
		Why:      "To the engine the views of sys are tables; SHOW FULL TABLES and SHOW TABLE STATUS list them as views.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "sys",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: ShowViews},
}

// ShowViews makes SHOW FULL TABLES say which tables of sys are views, and SHOW TABLE STATUS
// find those of mysql, and views.
func ShowViews(_ *sql.Context, an *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if status, ok := n.(*plan.ShowTableStatus); ok {
			return StatusWithViews(status, an), transform.NewTree, nil
		}
		show, ok := n.(*plan.ShowTables)
		if !ok || !show.Full || node.DatabaseName(show.Database()) != computed.Sys {
			return n, transform.SameTree, nil
		}
		return &node.Command{Text: "SHOW FULL TABLES", Columns: show.Schema(), Rows: func(ctx *sql.Context) ([]sql.Row, error) {
			iter, err := an.ExecBuilder.Build(ctx, show, nil)
			if err != nil {
				return nil, fmt.Errorf("list the views of %s: %w", computed.Sys, err)
			}
			rows, err := sql.RowIterToRows(ctx, iter)
			for _, r := range rows {
				if isView(r[0]) {
					r[1] = "VIEW"
				}
			}
			return rows, err
		}}, transform.NewTree, nil
	})
}
