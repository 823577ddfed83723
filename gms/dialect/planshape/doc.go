// Package planshape says what a query's plan is made of, and which of the engine's rules have work
// for such a plan.
//
// The engine's analyzer calls some hundred rules for each statement. Most look for what a short
// query does not have: definitions, subqueries, set operations, joins. [Of] finds the shape of a
// plan in one walk; [Select] leaves out the rules that have no work for it. A plan with anything
// that [Of] does not know has no shape, and passes through all rules.
//
// What has work for what is written down in engine_rule.go. [Check] runs the rules that would be
// left out all the same and says of one that changes a plan: the tests of the dialect run with it.
package planshape
