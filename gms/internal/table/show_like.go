package table

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// LikeNames has SHOW COLUMNS LIKE and SHOW CHARACTER SET LIKE tell no capitals, in names
// that have none in MySQL either. The engine has the bytes compared.
func LikeNames(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	filter, column, pattern := patternOfShow(n)
	if filter == nil || column.Name() != "Field" && column.Name() != "Charset" {
		return n, transform.SameTree, nil
	}
	folded := expression.NewLike(column, expression.NewCollatedExpression(pattern, sql.Collation_utf8mb4_general_ci), filter.Expression.(*expression.Like).Escape)
	return plan.NewFilter(folded, filter.Child), transform.NewTree, nil
}
