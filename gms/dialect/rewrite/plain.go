package rewrite

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/query"
)

// Some of an analyzer's rules are wrapped, and others are added to them. For a plain
// statement ([IsPlain]) none of these has anything to do. They were a dozen functions, each
// called once in a statement and out of the caches by the next: a plain statement passes
// all of them by one.

// flagPlain is set in the flags of a statement that passes them by. The engine's own flags
// are half as many.
const flagPlain = 62

// PassPlain says of a statement as it was bound whether it is plain, and then has it pass
// by what [PassRules] wraps. Nothing has to be settled for it ([query.SettleTransaction]).
func PassPlain(n sql.Node, scope *plan.Scope, flags *sql.QueryFlags) bool {
	if scope != nil || flags == nil || flags.IsSet(sql.QFlagDDL) || !IsPlain(n) {
		return false
	}
	flags.Set(query.FlagLookedAt)
	flags.Set(flagPlain)
	return true
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

// PassRules has plain statements pass by what has been wrapped around an analyzer's rules
// since RulesOf gave before, and by the rule that looks at changes. What finds triggers they pass by
// as a whole.
func PassRules(a *analyzer.Analyzer, before Rules) {
	for i, b := range a.Batches {
		passed := *b
		passed.Rules = append([]analyzer.Rule(nil), b.Rules...)
		for j := range passed.Rules {
			rule := &passed.Rules[j]
			switch name := rule.Id.String(); {
			case rule.Id == changeRuleID || rule.Id == rollupRuleID || name == "loadTriggers" || name == "applyTriggers":
				rule.Apply = pass(nil, rule.Apply)
			default:
				if apply := before.find(i, rule.Id); apply != nil && !sameFunction(apply, rule.Apply) {
					rule.Apply = pass(apply, rule.Apply)
				}
			}
		}
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

// pass is a rule that does what plain does for plain statements, nothing if that is nil,
// and what other does for all others.
func pass(plain, other analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if flags == nil || !flags.IsSet(flagPlain) {
			return other(ctx, a, n, scope, sel, flags)
		}
		if plain == nil {
			return n, transform.SameTree, nil
		}
		return plain(ctx, a, n, scope, sel, flags)
	}
}
