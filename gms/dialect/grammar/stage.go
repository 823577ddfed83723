package grammar

import "github.com/perfschema/perfschema/gms/dialect/rule"

// Stages lists the rules of this package, by the places in a statement's way where they apply.
func Stages() []rule.Stage {
	return []rule.Stage{
		{Name: "Statements that are read before the parser", Rules: frontRules.Rules()},
		{Name: "SHOW, within statements-of-show", Rules: showRules.Rules()},
		{Name: "Definitions that the parser refuses", Rules: definitionRules.Rules()},
		{Name: "Statements that the parser refuses", Rules: lateRules.Rules()},
	}
}
