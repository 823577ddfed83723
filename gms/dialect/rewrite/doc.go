// Package rewrite puts the rules of statements in order. The packages of rules by subject
// (collate, operand, builtin, window, group, change, trigger, column, query) declare each rule
// beside its function; the lists of this package name them by stage, so that a rule is one file
// and one line here. [Statement] applies those of syntax trees, [PlanRules] gives those of plans,
// [WrapFirst], [Watch] and [FindTriggers] go around rules of the engine.
//
// [FeaturesOf] looks at a plan once and says which rules have work for it. The rules know
// nothing of how a statement runs.
package rewrite
