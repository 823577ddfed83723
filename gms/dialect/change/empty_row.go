package change

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// EmptyRowsRule is the rule generated-columns-of-empty-rows.
var EmptyRowsRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "generated-columns-of-empty-rows", Changes: rule.Plan, About: rule.Changes,
		Why:      "The generated columns of a row without values, VALUES (), read the wrong columns in the engine.",
		NeededBy: rule.Data, Golden: "generated_values",
	},
	Apply: placeGenerated,
}

// placeGenerated tells the generated columns of a row without values, VALUES (), where the
// columns are that they are made of: the engine does so for a row that says DEFAULT alone. Of a
// table without generated columns it looks at each column once.
func placeGenerated(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	insert, ok := n.(*plan.InsertInto)
	if !ok {
		return n, transform.SameTree, nil
	}
	values, ok := insert.Source.(*plan.Values)
	if !ok || len(values.ExpressionTuples) == 0 || !isRowOfDefaults(values.ExpressionTuples[0]) {
		return n, transform.SameTree, nil
	}
	schema := insert.Destination.Schema()
	if !slices.ContainsFunc(schema, func(c *sql.Column) bool { return c.Generated != nil }) {
		return n, transform.SameTree, nil
	}
	places := make(map[string]int, len(schema))
	for i, name := range insert.ColumnNames {
		places[strings.ToLower(name)] = i
	}
	if len(places) == 0 {
		for i, c := range schema {
			places[strings.ToLower(c.Name)] = i
		}
	}
	out := *values
	out.ExpressionTuples = slices.Clone(values.ExpressionTuples)
	for i, row := range out.ExpressionTuples {
		placed, _, err := transform.Exprs(row, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			if f, ok := e.(*expression.GetField); ok {
				if at, ok := places[strings.ToLower(f.Name())]; ok {
					return f.WithIndex(at), transform.NewTree, nil
				}
			}
			return e, transform.SameTree, nil
		})
		if err != nil {
			return n, transform.SameTree, err
		}
		out.ExpressionTuples[i] = placed
	}
	return insert.WithSource(&out), transform.NewTree, nil
}

// isRowOfDefaults says of a row that it has the default values of all of its columns.
func isRowOfDefaults(row []sql.Expression) bool {
	return !slices.ContainsFunc(row, func(e sql.Expression) bool {
		_, ok := e.(*expression.Wrapper)
		return !ok
	})
}
