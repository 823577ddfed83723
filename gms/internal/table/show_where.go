package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// CompareShownRule describes [CompareShown].
var CompareShownRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "where-of-show", Changes: rule.Plan, About: rule.Shows,
		Why:      "WHERE of a SHOW compares each column by a collation of its own in the engine; MySQL ignores letter case, but for names and types of tables.",
		NeededBy: rule.Unknown, Golden: "show_where",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: CompareShown},
}

// CompareShown has WHERE of a SHOW compare its columns as MySQL does: names of databases and
// tables by [tableNames], types of tables by their bytes, all other texts without regard to
// letter case and accents. To the engine each column has a collation of its own. What is shown
// from information_schema has that one's.
func CompareShown(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	f, ok := n.(*plan.Filter)
	if like, _, _ := patternOfShow(n); !ok || like != nil {
		return n, transform.SameTree, nil
	}
	switch f.Child.(type) {
	case *plan.ShowTables, *plan.ShowColumns, *plan.ShowCharset, *plan.ShowStatus, *plan.ShowTriggers, *plan.ShowEvents, *plan.ShowTableStatus, *plan.ShowDatabases:
	default:
		return n, transform.SameTree, nil
	}
	condition, same, err := compareShown(f.Expression, f.Child)
	if same || err != nil {
		return n, same, err
	}
	return plan.NewFilter(condition, f.Child), transform.NewTree, nil
}

// compareShown is a condition on the columns that a node shows.
func compareShown(condition sql.Expression, shown sql.Node) (sql.Expression, transform.TreeIdentity, error) {
	condition, _, err := transform.Expr(condition, asEquals)
	if err != nil {
		return condition, transform.SameTree, err
	}
	return transform.Expr(condition, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		f, ok := e.(*expression.GetField)
		if !ok || !types.IsTextOnly(f.Type()) {
			return e, transform.SameTree, nil
		}
		t, ok := f.Type().(sql.StringType)
		if !ok || t.CharacterSet() != sql.CharacterSet_utf8mb4 {
			return e, transform.SameTree, nil
		}
		collation := sql.Collation_utf8mb4_general_ci
		switch name := strings.ToLower(f.Name()); {
		case isTableName(shown, name):
			collation = tableNames
		case name == "table_type", name == "type":
			collation = sql.Collation_utf8mb4_bin
		}
		return expression.NewCollatedExpression(f, collation), transform.NewTree, nil
	})
}

// asEquals has a list that a column is looked for in be comparisons: by a list the engine looks
// for it without regard to its collation.
func asEquals(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
	in, ok := e.(*expression.InTuple)
	if !ok {
		return e, transform.SameTree, nil
	}
	list, ok := in.Right().(expression.Tuple)
	if _, column := in.Left().(*expression.GetField); !column || !ok || len(list) == 0 {
		return e, transform.SameTree, nil
	}
	each := make([]sql.Expression, len(list))
	for i, value := range list {
		each[i] = expression.NewEquals(in.Left(), value)
	}
	return expression.JoinOr(each...), transform.NewTree, nil
}

// tableNames is the collation that names of databases and tables are compared by: without regard
// to letter case, but with accents.
const tableNames = sql.Collation_utf8mb4_0900_as_ci

// isTableName reports whether a column that a SHOW gives has names of databases or tables.
func isTableName(shown sql.Node, column string) bool {
	column = strings.ToLower(column)
	_, ofTables := shown.(*plan.ShowTableStatus)
	if with, ok := shown.(*node.Command); ok {
		ofTables = with.Text == showTableStatus
	}
	return column == "database" || column == "db" || column == "table" || strings.HasPrefix(column, "tables_in_") || ofTables && column == "name"
}
