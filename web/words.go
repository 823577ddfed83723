package web

import (
	"slices"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// resourceWords are what is shown of a resource: one of the Snowset's by the name that
// charts have for its kind, others by their own.
func resourceWords(name string) string {
	switch name {
	case activity.RunQueue:
		return "waiting for a core"
	case activity.UnknownWait:
		return "waiting, for what is not known"
	}
	for _, k := range kinds {
		if slices.ContainsFunc(k.of, func(r snowset.Resource) bool { return r.Column() == name }) {
			return k.name
		}
	}
	return name
}

// operatorNames say what operators do.
var operatorNames = map[snowset.Operator]string{
	snowset.OperatorScan: "reading tables", snowset.OperatorExternalScan: "reading what is no table", snowset.OperatorProjection: "computing columns",
	snowset.OperatorSort: "sorting", snowset.OperatorFilter: "filtering", snowset.OperatorResult: "handing over the result", snowset.OperatorDML: "writing rows",
	snowset.OperatorHashJoin: "joining", snowset.OperatorBuffer: "keeping rows", snowset.OperatorFlatten: "unfolding rows", snowset.OperatorBloom: "filtering",
	snowset.OperatorAggregate: "grouping", snowset.OperatorBandJoin: "joining by range", snowset.OperatorPercentile: "computing percentiles",
	snowset.OperatorTableFunction: "making rows", snowset.OperatorOther: "other work",
}

func operatorWords(name string) string {
	for o, words := range operatorNames {
		if o.Column() == name {
			return words
		}
	}
	return name
}

// inWordsOf is a column that is shown in words.
func inWordsOf(of, name string, words func(string) string) shown {
	return shown{of: of, column: column{Name: name}, cell: inWords(words)}
}

// inWords shows what something is called in words, and exports its name.
func inWords(words func(string) string) func(any) cell {
	return func(v any) cell {
		c := textOfValue(v)
		if s := str(v); s != "" {
			c.Text = words(s)
		}
		return c
	}
}
