// Package planshape says what a query's plan is made of, and which of the engine's rules can change
// such a plan.
//
// The engine's analyzer calls 69 rules for each statement. Most look for what a short query does not
// have: definitions, subqueries, set operations, joins. [Of] finds the shape of a plan in one walk, and
// [Mark] notes it in the statement's flags; the rule that [Combine] makes of a batch skips the rules
// without work for that shape. A plan with anything that [Of] does not know has no shape, and no rule
// is skipped.
//
// rule_work.go lists the shapes that each rule has work for. [Check] calls the rules that would be
// skipped and reports one that changes a plan: the engine's suites run with it.
package planshape
