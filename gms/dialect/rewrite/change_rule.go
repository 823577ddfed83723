package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// A simple INSERT, UPDATE or DELETE passes by all rules of an analyzer but those that stand
// in a list when the package's variables are set. That list is the process's: what is
// called here leaves engines alone that have no Adapter. All other statements come by too,
// so that there is one rule for all there is to do about a change.

// changeRuleID is that of the rule; the analyzer has none so high.
const changeRuleID analyzer.RuleId = 1<<20 + 4

// changeRules are called in turn with each change.
var changeRules = []rule.Of[analyzer.RuleFunc]{
	change.ReadOnlyChangesRule,
	change.ChecksOfVirtualRule,
	change.JoinedUpdatesRule,
	change.EmptyRowsRule,
	enumsInChangesRule,
	column.FulltextOfChangesRule,
	expressionsOfChangesRule,
	change.AssignedNumbersRule,
	change.OnUpdateTimesRule,
	change.RaisedNumbersRule,
}

// changeSteps are those of changeRules in their order.
var changeSteps = rule.Must(changeRules...).Steps()

func init() {
	analyzer.AlwaysBeforeDefault = append(analyzer.AlwaysBeforeDefault, analyzer.Rule{Id: changeRuleID, Apply: ruleOfChanges})
}

// BeforeChanges adds a rule that sees each INSERT, UPDATE and DELETE of any engine of the
// process before it is changed. It is for functions called init.
func BeforeChanges(r rule.Of[analyzer.RuleFunc]) {
	changeRules = append([]rule.Of[analyzer.RuleFunc]{r}, changeRules...)
	changeSteps = rule.Must(changeRules...).Steps()
}

func ruleOfChanges(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom:
	case *plan.Truncate: // not yet one that was made of a DELETE
		if of, ok := ctx.Value(operand.ChangeKey{}).(operand.Change); ok && scope == nil {
			of.Truncates()
		}
		return n, transform.SameTree, nil
	default:
		return n, transform.SameTree, nil
	}
	if of, ok := ctx.Value(operand.ChangeKey{}).(operand.Change); ok && scope == nil {
		of.Changes(change.ChangesRowsStrictly(n))
	}
	if !step.Speaks(a) {
		return n, transform.SameTree, nil
	}
	same := transform.SameTree
	for _, apply := range changeSteps {
		out, unchanged, err := apply(ctx, a, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}

var expressionsOfChangesRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "expressions-of-changes", Changes: rule.Plan, About: rule.Changes,
		Why:      "What an UPDATE or a DELETE computes and compares gets the rules of plans that a change can need, in their order: rows, collations, texts, types, integers and LIKE.",
		NeededBy: rule.Data, Golden: "compared_changes",
	},
	Apply: expressionsOfChange,
}

// expressionsOfChange puts right what is computed and compared in a change: one walk finds
// out whether there is work for any of the rules.
func expressionsOfChange(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	f := FeaturesOf(n, nil)
	same := transform.SameTree
	for i := range planSteps {
		s := &planSteps[i]
		if s.Change == 0 || f&s.Change != s.Change || s.Also != nil && !s.Also(ctx, f) {
			continue
		}
		out, unchanged, err := s.Apply(ctx, a, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}

var enumsInChangesRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "enums-in-changes", Changes: rule.Plan, About: rule.Changes,
		Why:      "UPDATE and DELETE that pass by the other rules take ENUMs and LIKE as the engine does: see enums-as-texts and like-ranges.",
		NeededBy: rule.Data, Golden: "enum_look_ups",
	},
	Apply: enumsInChanges,
}

// enumsInChanges is EnumsAsText and LikesAsRanges for statements that pass by the other rules.
func enumsInChanges(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if _, ours := a.Overrides.SchemaFormatter.(operand.Formatter); ours && FeaturesOf(n, scope).Has(step.Converts) {
		out, sameEnums, err := builtin.EnumsAsText(ctx, a, n, scope, sel, flags)
		if err != nil {
			return out, sameEnums, err
		}
		out, sameLikes, err := collate.LikesAsRanges(ctx, a, out, scope, sel, flags)
		return out, sameEnums && sameLikes, err
	}
	return n, transform.SameTree, nil
}
