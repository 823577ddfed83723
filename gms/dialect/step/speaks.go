package step

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// Speaker is implemented by information_schema of an engine that has the dialect.
type Speaker interface {
	sql.Database
	SpeaksDialect()
}

// Speaks reports whether an engine has the dialect. A rule in a list of the process sees the
// statements of every engine, and must leave an engine without the dialect alone: a program may
// have several engines, and may import the dialect without using it.
func Speaks(a *analyzer.Analyzer) bool {
	_, ok := a.Catalog.InfoSchema.(Speaker)
	return ok
}

// OfDialect returns a rule that applies dialect on engines that have the dialect, and others elsewhere.
func OfDialect(dialect, others analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if Speaks(a) {
			return dialect(ctx, a, n, scope, sel, flags)
		}
		return others(ctx, a, n, scope, sel, flags)
	}
}
