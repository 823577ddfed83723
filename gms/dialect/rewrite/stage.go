package rewrite

import (
	"slices"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// Stages describes the rules of this package by the stages that they run in. Those of the plan
// stage are in [PlanRules], with rules of other packages.
func Stages() []rule.Stage {
	return []rule.Stage{
		{Name: "checks of the syntax tree", Rules: treeChecks.Rules()},
		{Name: "syntax tree", Rules: treeRules.Rules()},
		{Name: "changes", Rules: rule.Must(changeRules...).Rules()},
		{Name: "around the engine's rules", Rules: slices.Concat(firstWraps.Rules(), processWraps.Rules(), lateWraps.Rules(), watchedWraps.Rules())},
		{Name: "finish", Rules: finishRules.Rules()},
	}
}
