package change

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// ReadOnlyChangesRule is the rule changes-in-read-only-transactions.
var ReadOnlyChangesRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "changes-in-read-only-transactions", Changes: rule.Plan, About: rule.Changes,
		Why:      "The engine panics at a change of a table with virtual columns in a transaction that reads alone, which rolls it back, and takes a change of joined tables for one of the last.",
		NeededBy: rule.Data, Golden: "read_only_virtual",
	},
	Apply: readOnlyChange,
}

// readOnlyChange refuses a change of stored tables in a transaction that reads alone.
func readOnlyChange(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if t := ctx.GetTransaction(); t == nil || !t.IsReadOnly() || effect.OwnTables(n) {
		return n, transform.SameTree, nil
	}
	return nil, transform.SameTree, sql.ErrReadOnlyTransaction.New()
}
