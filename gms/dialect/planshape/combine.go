package planshape

import (
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

// common is the most frequent shape: rows by a condition. One flag stands for it, so it is read fastest.
const common = Filters

// Mark notes the shape of a statement's plan in its flags. A plain plan skips all that is wrapped
// around the rules of the engine, see [Rule].
func Mark(flags *sql.QueryFlags, s Shape, plain bool) {
	flags.Set(step.FlagShaped)
	if plain {
		flags.Set(step.FlagPlain)
	}
	if s == common {
		flags.Set(step.FlagCommonShape)
		return
	}
	for i := range step.ShapeFlags {
		if s&(1<<i) != 0 {
			flags.Set(step.FlagShape + i)
		}
	}
}

// marked returns what [Mark] has noted.
func marked(flags *sql.QueryFlags) (s Shape, plain, known bool) {
	if flags == nil || !flags.IsSet(step.FlagShaped) {
		return 0, false, false
	}
	if flags.IsSet(step.FlagCommonShape) {
		return common, flags.IsSet(step.FlagPlain), true
	}
	for i := range step.ShapeFlags {
		if flags.IsSet(step.FlagShape + i) {
			s |= 1 << i
		}
	}
	return s, flags.IsSet(step.FlagPlain), true
}

// Rule is a rule of an analyzer's batch.
type Rule struct {
	analyzer.Rule
	// Plain is called for plain statements instead; nil if they skip the rule.
	Plain analyzer.RuleFunc
	// Told: progress is reported before this rule, so that only plain statements skip it.
	Told bool
}

// hasWork reports whether a rule is called for queries of a shape.
func (r *Rule) hasWork(s Shape, plain bool) bool {
	switch {
	case plain && r.Plain == nil:
		return false
	case r.Told && !plain:
		return true
	}
	shapes, listed := work[r.Id.String()]
	return !listed || shapes&s != 0
}

// batchRuleID is that of the one rule that a batch has; the analyzer has none so high.
const batchRuleID analyzer.RuleId = 1<<20 + 9

// batch is the rules of a batch, as one.
type batch struct {
	rules []Rule
	every []analyzer.Rule
	// chosen are those for the queries of a shape, of plain ones in the upper half. Each list is
	// made by the first query of its kind.
	chosen [2 << step.ShapeFlags]atomic.Pointer[[]analyzer.Rule]
}

// Combine makes one rule of those of a batch. It calls them in turn, and skips those that have no work
// for the statement. All statements are spared what the engine does around the call of each rule.
//
// After an error the engine goes on with the plan that the batch was given, where it had the one before
// the rule that failed. A selector of rules has to name those that it excludes: one that names those it
// wants excludes the whole batch.
func Combine(rules []Rule) analyzer.Rule {
	b := &batch{rules: rules}
	for i := range rules {
		b.every = append(b.every, rules[i].Rule)
	}
	return analyzer.Rule{Id: batchRuleID, Apply: b.apply}
}

// choose gives the rules that have work for a statement.
func (b *batch) choose(s Shape, plain bool) []analyzer.Rule {
	i := int(s)
	if plain {
		i |= 1 << step.ShapeFlags
	}
	if list := b.chosen[i].Load(); list != nil {
		return *list
	}
	list := []analyzer.Rule{}
	for i := range b.rules {
		r := &b.rules[i]
		if !r.hasWork(s, plain) {
			continue
		}
		chosen := r.Rule
		if plain {
			chosen.Apply = r.Plain
		}
		list = append(list, chosen)
	}
	b.chosen[i].Store(&list)
	return list
}

// apply implements analyzer.RuleFunc.
func (b *batch) apply(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	rules := b.every
	if s, plain, known := marked(flags); known {
		if c := checking.Load(); c != nil {
			return b.applyChecked(ctx, a, n, scope, sel, flags, c)
		}
		rules = b.choose(s, plain)
	}
	same := transform.SameTree
	for i := range rules {
		r := &rules[i]
		if !sel(r.Id) {
			continue
		}
		if a.Verbose || a.Debug {
			a.Log("Evaluating rule %s", r.Id)
		}
		out, unchanged, err := r.Apply(ctx, a, n, scope, sel, flags)
		if err != nil {
			return n, same, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}
