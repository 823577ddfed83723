package rewrite

import (
	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/window"
)

// planRules are applied before any of the engine's.
var planRules = []rule.Of[step.PlanStep]{
	group.RollupAliasesRule,
	query.FinishedQueriesRule,
	collate.UnitedTypesRule,
	query.SortsByComputedRule,
	operand.RowComparisonsRule,
	collate.CollatedTextsRule,
	query.JoinLimitRule,
	builtin.EnumsAsTextRule,
	operand.TextsAsNumbersRule,
	operand.ComparedTypesRule,
	builtin.IntegerArithmeticRule,
	window.HavingBeforeWindowsRule,
	window.FramesOfPeersRule,
	window.WindowsBelowSubqueriesRule,
	query.NegatedSubqueriesRule,
	query.AssignedVariablesRule,
	collate.LikeRangesRule,
	builtin.LongLikesRule,
}

// planSteps are those of planRules in their order.
var planSteps = rule.Must(planRules...).Steps()

// PlanRules puts the rules of plans in order, with others.
func PlanRules(others ...rule.Of[step.PlanStep]) (*rule.Registry[step.PlanStep], error) {
	return rule.New(append(planRules[:len(planRules):len(planRules)], others...)...)
}
