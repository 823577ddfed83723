package rewrite

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/planshape"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Some of an analyzer's rules are wrapped, and others are added to them. For a plain
// statement ([IsPlain]) none of these has anything to do. They were a dozen functions, each
// called once in a statement and out of the caches by the next: a plain statement passes
// all of them by one.

// PassPlain says of a statement as it was bound whether it is plain, and then has it pass
// by what [PassRules] wraps. Nothing has to be settled for it ([query.SettleTransaction]).
func PassPlain(n sql.Node, scope *plan.Scope, flags *sql.QueryFlags) bool {
	if scope != nil || flags == nil || flags.IsSet(sql.QFlagDDL) || !IsPlain(n) {
		return false
	}
	if Unseen(scope, flags) {
		flags.Set(step.FlagLookedAt)
		if s, known := planshape.Of(n); known {
			planshape.Mark(flags, s, true)
		}
	}
	return true
}

// Unseen reports whether flags are those of a statement of which no plan has been looked at.
func Unseen(scope *plan.Scope, flags *sql.QueryFlags) bool {
	return scope == nil && flags != nil && !flags.IsSet(step.FlagLookedAt)
}

// MarkShape has a statement, of which no plan had been looked at before n, skip the rules that have no
// work for it.
func MarkShape(n sql.Node, flags *sql.QueryFlags) {
	if flags.IsSet(sql.QFlagDDL) {
		return
	}
	if s, known := planshape.Of(n); known {
		planshape.Mark(flags, s, false)
	}
}

// Rules are the rules of an analyzer's batches.
type Rules [][]analyzer.Rule

// RulesOf are those that an analyzer has now.
func RulesOf(a *analyzer.Analyzer) Rules {
	var rules Rules
	for _, b := range a.Batches {
		rules = append(rules, append([]analyzer.Rule(nil), b.Rules...))
	}
	return rules
}

// PassRules makes one rule of those of each batch of an analyzer. Queries skip the rules that have no
// work for them ([planshape]), but for those in told, and plain ones what has been wrapped around the
// rules since RulesOf gave before, and the rule that looks at changes.
func PassRules(a *analyzer.Analyzer, before, told Rules) {
	for i, b := range a.Batches {
		passed := *b
		rules := make([]planshape.Rule, len(b.Rules))
		for j, r := range b.Rules {
			rules[j] = planshape.Rule{Rule: r, Plain: r.Apply, Told: told.find(i, r.Id) != nil}
			switch own := before.find(i, r.Id); {
			case r.Id == changeRuleID || r.Id == rollupRuleID:
				rules[j].Plain = nil
			case own != nil && !sameFunction(own, r.Apply):
				rules[j].Plain = own
			}
		}
		passed.Rules = []analyzer.Rule{planshape.Combine(rules)}
		a.Batches[i] = &passed
	}
}

func (r Rules) find(batch int, id analyzer.RuleId) analyzer.RuleFunc {
	if batch >= len(r) {
		return nil
	}
	for i := range r[batch] {
		if r[batch][i].Id == id {
			return r[batch][i].Apply
		}
	}
	return nil
}

// sameFunction compares code: a wrapper's is never that of what it wraps.
func sameFunction(a, b analyzer.RuleFunc) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}
