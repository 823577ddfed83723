package table

import (
	"fmt"
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

// HeadPatternRule describes [HeadPattern].
var HeadPatternRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "heading-of-show-like", Changes: rule.Plan, About: rule.Shows,
		Why:      "The heading of SHOW TABLES LIKE names the pattern in MySQL.",
		NeededBy: rule.Unknown, Golden: "show_like",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: HeadPattern},
}

// HeadPattern has the heading of SHOW DATABASES LIKE and SHOW TABLES LIKE name the pattern,
// as MySQL's: Database (a%).
func HeadPattern(_ *sql.Context, an *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	filter, column, pattern := patternOfShow(n)
	if filter == nil {
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
