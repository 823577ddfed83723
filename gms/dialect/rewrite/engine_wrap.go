package rewrite

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql/analyzer"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/trigger"
)

// The wrappers, each list from the inside out.
var (
	// firstWraps are those of an analyzer that has no other rules yet.
	firstWraps = rule.Must(column.FulltextRule, column.FulltextOrderRule, query.LargeTopsRule)
	// lateWraps go around what is around the rules of rights.
	lateWraps = rule.Must(group.OnlyFullGroupByRule)
	// watchedWraps are inside the check whether the statement is to end.
	watchedWraps = rule.Must(query.JoinOrdersRule, column.CreateSelectRule, query.NestedExistsRule)
	// processWraps are of the rules that all analyzers of the process share, and of the one
	// that loads triggers.
	processWraps = rule.Must(trigger.TriggerOrderRule, trigger.TemporaryTriggersRule, trigger.ReplacedTriggersRule, trigger.DatabaseTriggersRule, trigger.DroppedTriggersRule, change.DuplicateSubqueriesRule)
)

// WrapFirst wraps rules of an analyzer before any rule is added to it.
func WrapFirst(a *analyzer.Analyzer) { wrapAll(a, firstWraps) }

// WrapLate wraps rules of an analyzer after all others are.
func WrapLate(a *analyzer.Analyzer) { wrapAll(a, lateWraps) }

func wrapAll(a *analyzer.Analyzer, wraps *rule.Registry[step.WrapStep]) {
	step.EachRule(a, func(_ string, r *analyzer.Rule) { wrap(r, wraps) })
}

// wrap wraps a rule of an analyzer by each of the wraps that name it. It reports whether any does.
func wrap(r *analyzer.Rule, wraps *rule.Registry[step.WrapStep]) (wrapped bool) {
	name := r.Id.String()
	for _, s := range wraps.Steps() {
		if slices.Contains(s.Engine, name) {
			r.Apply, wrapped = s.Wrap(r.Apply), true
		}
	}
	return wrapped
}
