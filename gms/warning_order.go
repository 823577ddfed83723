package gms

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// warningsInOrder has SHOW WARNINGS list warnings as they were raised; the engine lists the
// last one first.
func warningsInOrder(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		list, ok := n.(plan.ShowWarnings)
		if !ok || len(list) < 2 {
			return n, transform.SameTree, nil
		}
		inOrder := slices.Clone(list)
		slices.Reverse(inOrder)
		return inOrder, transform.NewTree, nil
	})
}
