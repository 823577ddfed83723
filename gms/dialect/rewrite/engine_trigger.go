package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql/analyzer"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

// The triggers of a table are found, and what they name, whichever database is selected:
// the engine reads their definitions as if they were made now, and passes over those that
// name a table it does not find. Simple changes pass by an analyzer's own rules, and so
// this is for all engines of the process.
func init() {
	for i := range analyzer.OnceAfterAll {
		r := &analyzer.OnceAfterAll[i]
		own := r.Apply
		if wrap(r, processWraps) {
			r.Apply = step.OfDialect(r.Apply, own)
		}
	}
}

// FindTriggers is that for the statements that do not pass by an analyzer's rules.
func FindTriggers(an *analyzer.Analyzer) {
	step.EachRule(an, func(name string, rule *analyzer.Rule) {
		if name == "loadTriggers" {
			wrap(rule, processWraps)
		}
	})
}
