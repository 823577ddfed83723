package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// A simple INSERT, UPDATE or DELETE passes by all rules of an analyzer but those that stand
// in a list when the package's variables are set. That list is the process's: what is
// called here leaves engines alone that have no Adapter. All other statements come by too,
// so that there is one rule for all there is to do about a change.

// changeRuleID is that of the rule; the analyzer has none so high.
const changeRuleID analyzer.RuleId = 1<<20 + 4

// changeRules are called in turn with each change.
var changeRules = []analyzer.RuleFunc{checksOfChange, joinedSets, placeGenerated, enumsInChanges, spareOfChange, expressionsOfChange, numbersOfChange, timesOfChange, raiseNumbers}

func init() {
	analyzer.AlwaysBeforeDefault = append(analyzer.AlwaysBeforeDefault, analyzer.Rule{Id: changeRuleID, Apply: ruleOfChanges})
}

// BeforeChanges has a function see each INSERT, UPDATE and DELETE of any engine of the
// process before it is changed. It is for functions called init.
func BeforeChanges(rule analyzer.RuleFunc) {
	changeRules = append([]analyzer.RuleFunc{rule}, changeRules...)
}

func ruleOfChanges(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom:
	case *plan.Truncate: // not yet one that was made of a DELETE
		if of, ok := ctx.Value(ChangeKey{}).(Change); ok && scope == nil {
			of.Truncates()
		}
		return n, transform.SameTree, nil
	default:
		return n, transform.SameTree, nil
	}
	if of, ok := ctx.Value(ChangeKey{}).(Change); ok && scope == nil {
		of.Changes(ChangesRowsStrictly(n))
	}
	same := transform.SameTree
	for _, rule := range changeRules {
		out, unchanged, err := rule(ctx, a, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}

// expressionsOfChange puts right what is computed and compared in a change: one walk finds
// out whether there is work for any of the rules.
func expressionsOfChange(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	f := FeaturesOf(n, nil)
	collates := f.Collated || f.Compares && CollatesLiterals(ctx)
	if !f.Integers && !f.Rows && !f.Texts && !f.Mixed && !f.Likens && !collates {
		return n, transform.SameTree, nil
	}
	if _, ours := a.Catalog.Function(ctx, exactSumName); !ours {
		return n, transform.SameTree, nil
	}
	same := transform.SameTree
	for _, r := range [...]struct {
		wanted bool
		rule   analyzer.RuleFunc
	}{{f.Rows, CompareRows}, {collates, CollateTexts}, {f.Texts, TextsAsNumbers}, {f.Mixed, MakeComparable}, {f.Integers, CheckIntegers}, {f.Likens, EndingLikes}} {
		if !r.wanted {
			continue
		}
		out, unchanged, err := r.rule(ctx, a, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}
