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
	filter, ok := n.(*plan.Filter)
	if !ok {
		return n, transform.SameTree, nil
	}
	like, ok := filter.Expression.(*expression.Like)
	if !ok {
		return n, transform.SameTree, nil
	}
	// A column that a client names in WHERE has a number; that of LIKE has none.
	column, ok := like.LeftChild.(*expression.GetField)
	if !ok || column.Id() != 0 || column.Name() != "Field" && column.Name() != "Charset" {
		return n, transform.SameTree, nil
	}
	pattern, ok := like.RightChild.(*expression.Literal)
	if !ok {
		return n, transform.SameTree, nil
	}
	folded := expression.NewLike(like.LeftChild, expression.NewCollatedExpression(pattern, sql.Collation_utf8mb4_general_ci), like.Escape)
	return plan.NewFilter(folded, filter.Child), transform.NewTree, nil
}
