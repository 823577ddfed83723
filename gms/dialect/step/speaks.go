package step

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// Speaker is information_schema of an engine that speaks the dialect.
type Speaker interface {
	sql.Database
	SpeaksDialect()
}

// Speaks says whether an engine speaks the dialect. Rules that stand in lists of the process see
// the statements of all engines, and leave those alone that do not: a program may have several,
// and one that imports the dialect need not use it.
func Speaks(a *analyzer.Analyzer) bool {
	_, ok := a.Catalog.InfoSchema.(Speaker)
	return ok
}

// OfDialect is a rule that does one thing on engines that speak the dialect, and another on others.
func OfDialect(dialect, others analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if Speaks(a) {
			return dialect(ctx, a, n, scope, sel, flags)
		}
		return others(ctx, a, n, scope, sel, flags)
	}
}
