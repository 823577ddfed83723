package table

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// CompareShown has WHERE of a SHOW compare its columns as MySQL does: names of databases and
// tables by their bytes, all other texts without regard to capitals. To the engine each column
// has a collation of its own. What is shown from information_schema has that one's.
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
	_, ofTables := shown.(*plan.ShowTableStatus)
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
		if name := strings.ToLower(f.Name()); slices.Contains(namesShown, name) || strings.HasPrefix(name, "tables_in_") || ofTables && name == "name" {
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

// namesShown are the columns that are compared by their bytes.
var namesShown = []string{"database", "db", "table", "table_type", "type"}
