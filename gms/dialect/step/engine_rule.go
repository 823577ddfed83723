package step

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql/analyzer"
)

// EachRule hands over the rules of an analyzer, with their names, to be changed. Its batches are
// copies then: those that the engine gave it are the process's.
func EachRule(a *analyzer.Analyzer, change func(name string, rule *analyzer.Rule)) {
	for i, b := range a.Batches {
		changed := *b
		changed.Rules = slices.Clone(b.Rules)
		for j := range changed.Rules {
			change(changed.Rules[j].Id.String(), &changed.Rules[j])
		}
		a.Batches[i] = &changed
	}
}
