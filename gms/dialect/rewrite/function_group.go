package rewrite

import (
	"maps"
	"slices"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// FunctionGroups describes the functions that are added to the engine's or that replace them.
func FunctionGroups() []rule.Group {
	group := func(why string, needed rule.Need, names []string) rule.Group {
		slices.Sort(names)
		return rule.Group{Changes: rule.Function, Why: why, NeededBy: needed, Members: slices.Compact(names)}
	}
	var missing []string
	for _, f := range addedFunctions() {
		if name := f.FunctionName(); isWritten(name) {
			missing = append(missing, name)
		}
	}
	return []rule.Group{
		group("The engine lacks them: a view, a stored program or a generated column of a dump that calls one is lost.", rule.Data, missing),
		group("The engine computes with doubles or declares another type; MySQL's results are exact.", rule.Data, append([]string{"sum", "avg"}, slices.Collect(maps.Keys(operand.ExactEngineFunctions))...)),
		group("A double that has no room is NULL or no number in the engine; in MySQL it is error 1690.", rule.Data, slices.Collect(maps.Keys(operand.RangedEngineFunctions))),
		group("Dates and times: another type or number of digits than MySQL's.", rule.Data, []string{"timestamp", "curdate", "current_date", "curtime", "current_time", "utc_timestamp"}),
		group("The size of the result is looked at before it is made, by max_allowed_packet; or arguments are read as JSON documents or geometries as MySQL reads them.", rule.End, slices.Collect(maps.Keys(builtin.EngineFunctions))),
		group("ENUMs, SETs, texts, dates and documents among the arguments are what MySQL makes of them.", rule.Data, []string{"every function of the engine"}),
	}
}

// isWritten reports whether a statement can call a function by its name: others stand for
// operators.
func isWritten(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && !step.IsDigit(c) && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
