package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// LikeNamesRule describes [LikeNames].
var LikeNamesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "like-of-show", Changes: rule.Plan, About: rule.Shows,
		Why:      "LIKE of SHOW DATABASES, TABLES and others compares bytes in the engine; MySQL ignores letter case.",
		NeededBy: rule.Tool, By: "MySQL Workbench", Golden: "show_like",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: LikeNames},
}

// LikeNames has LIKE of SHOW DATABASES, TABLES, TABLE STATUS, TRIGGERS, EVENTS, COLUMNS and
// CHARACTER SET compare names without regard to letter case. The engine compares their bytes.
func LikeNames(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	filter, column, pattern := patternOfShow(n)
	if filter == nil || filter.Expression.(*expression.Like).RightChild != sql.Expression(pattern) {
		return n, transform.SameTree, nil
	}
	collation, ok := likeCollation(filter.Child, column.Name())
	if !ok {
		return n, transform.SameTree, nil
	}
	folded := expression.NewLike(column, expression.NewCollatedExpression(pattern, collation), filter.Expression.(*expression.Like).Escape)
	return plan.NewFilter(folded, filter.Child), transform.NewTree, nil
}

// likeCollation returns the collation of the column that LIKE of a SHOW compares; ok is false
// where the engine's own comparison is right.
func likeCollation(shown sql.Node, column string) (collation sql.CollationID, ok bool) {
	switch shown.(type) {
	case *plan.ShowDatabases, *plan.ShowTables, *plan.ShowTableStatus, *plan.ShowTriggers, *node.Command:
		if isTableName(shown, column) {
			return tableNames, true
		}
	case *plan.ShowEvents:
		return sql.Collation_utf8mb4_general_ci, true
	}
	return sql.Collation_utf8mb4_general_ci, column == "Field" || column == "Charset"
}

// patternOfShow is what a SHOW with LIKE is filtered by; filter is nil for other plans.
func patternOfShow(n sql.Node) (filter *plan.Filter, column *expression.GetField, pattern *expression.Literal) {
	f, ok := n.(*plan.Filter)
	if !ok {
		return nil, nil, nil
	}
	like, ok := f.Expression.(*expression.Like)
	if !ok {
		return nil, nil, nil
	}
	// A column that a client names in WHERE has a number; that of LIKE has none.
	column, isColumn := like.LeftChild.(*expression.GetField)
	right := like.RightChild
	if collated, ok := right.(*expression.CollatedExpression); ok { // by LikeNames
		right = collated.Children()[0]
	}
	pattern, isLiteral := right.(*expression.Literal)
	if !isColumn || !isLiteral || column.Id() != 0 {
		return nil, nil, nil
	}
	return f, column, pattern
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
