package table

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// HeadPattern has the heading of SHOW DATABASES LIKE and SHOW TABLES LIKE name the pattern,
// as MySQL's: Database (a%).
func HeadPattern(_ *sql.Context, an *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	filter, ok := n.(*plan.Filter)
	if !ok {
		return n, transform.SameTree, nil
	}
	like, ok := filter.Expression.(*expression.Like)
	if !ok {
		return n, transform.SameTree, nil
	}
	// A column that a client names in WHERE has a number; that of LIKE has none.
	column, isColumn := like.LeftChild.(*expression.GetField)
	pattern, isLiteral := like.RightChild.(*expression.Literal)
	if !isColumn || !isLiteral || column.Id() != 0 {
		return n, transform.SameTree, nil
	}
	columns := filter.Schema().Copy()
	if len(columns) == 0 || columns[0].Name != column.Name() {
		return n, transform.SameTree, nil
	}
	text := "SHOW TABLES"
	switch {
	case column.Name() == "Database":
		text = "SHOW DATABASES"
	case !strings.HasPrefix(column.Name(), "Tables_in_"):
		return n, transform.SameTree, nil // MySQL's other headings are always the same
	}
	columns[0].Name = fmt.Sprintf("%s (%v)", columns[0].Name, pattern.Value())
	return &node.Command{Text: text, Columns: columns, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		iter, err := an.ExecBuilder.Build(ctx, filter, nil)
		if err != nil {
			return nil, fmt.Errorf("%s LIKE: %w", text, err)
		}
		return sql.RowIterToRows(ctx, iter) //nolint:wrapcheck // the engine's own error
	}}, transform.NewTree, nil
}
