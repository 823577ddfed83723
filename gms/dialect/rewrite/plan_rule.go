package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// PlanStep changes a plan as it was bound.
type PlanStep struct {
	Features Features // all of which a plan has where there is work
	// Also reports whether there is work, if Features alone do not say; nil if they do.
	Also  func(*sql.Context, Features) bool
	Apply analyzer.RuleFunc
	// change is Features for an INSERT, UPDATE or DELETE, 0 if the step is for queries.
	change Features
}

// planRules are applied before any of the engine's.
var planRules = []rule.Of[PlanStep]{
	rollupAliasesRule,
	finishedQueriesRule,
	unitedTypesRule,
	sortsByComputedRule,
	rowComparisonsRule,
	collatedTextsRule,
	joinLimitRule,
	enumsAsTextRule,
	textsAsNumbersRule,
	comparedTypesRule,
	integerArithmeticRule,
	havingBeforeWindowsRule,
	framesOfPeersRule,
	windowsBelowSubqueriesRule,
	negatedSubqueriesRule,
	assignedVariablesRule,
	likeRangesRule,
	longLikesRule,
}

// planSteps are those of planRules in their order.
var planSteps = rule.Must(planRules...).Steps()

// PlanRules puts the rules of plans in order, with others.
func PlanRules(others ...rule.Of[PlanStep]) (*rule.Registry[PlanStep], error) {
	return rule.New(append(planRules[:len(planRules):len(planRules)], others...)...)
}

// collates reports whether a plan that compares texts has such as are not told apart by their
// bytes.
func collates(ctx *sql.Context, f Features) bool { return f.Has(Collated) || CollatesLiterals(ctx) }

func markRollups(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return n, transform.SameTree, MarkRollups(n, flags)
}

func markQueries(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags != nil {
		MarkQueries(flags)
	}
	return n, transform.SameTree, nil
}
