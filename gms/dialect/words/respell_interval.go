package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var intervalCallsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "interval-function", Changes: rule.Text, About: rule.Numbers,
		Why:      "The parser lacks the function INTERVAL().",
		NeededBy: rule.Data, Golden: "respelled_queries",
		Example: "SELECT INTERVAL(1, 2)",
	},
	Apply: RespellStep{at: intervalCall, back: unspellInterval},
}

func intervalCall(r *respelling, i int) int {
	if r.is(i, "INTERVAL", "(") && r.inside(i+1).comma {
		return r.replace(i, 1, "`interval`")
	}
	return 0
}

func unspellInterval(r *respelling, i int) int {
	if r.reads(i, "`interval`", "(") {
		return r.replace(i, 1, "INTERVAL")
	}
	return 0
}

var intervalUnitsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "units-of-intervals", Changes: rule.Text, About: rule.Numbers,
		Why:      "The parser lacks the units of an interval with several parts, as DAY_HOUR.",
		NeededBy: rule.Data, Golden: "respelled_queries",
		Example: "SELECT '2024-01-15' + INTERVAL '1 2' DAY_HOUR",
	},
	Apply: RespellStep{at: intervalUnit, back: unspellUnit},
}

// intervalUnits are those of several parts. The grammar takes a name for a unit, and these
// for none.
var intervalUnits = map[string]bool{
	"YEAR_MONTH": true, "DAY_HOUR": true, "DAY_MINUTE": true, "DAY_SECOND": true, "DAY_MICROSECOND": true, "HOUR_MINUTE": true,
	"HOUR_SECOND": true, "HOUR_MICROSECOND": true, "MINUTE_SECOND": true, "MINUTE_MICROSECOND": true, "SECOND_MICROSECOND": true,
}

func intervalUnit(r *respelling, i int) int {
	if word := r.upper; intervalUnits[word] && !r.is(i-2, "EXTRACT", "(") {
		return r.replace(i, 1, "`"+word+"`")
	}
	return 0
}

func unspellUnit(r *respelling, i int) int {
	if name := r.nameAt(i); intervalUnits[name] {
		return r.replace(i, 1, name)
	}
	return 0
}

// HasUnit says whether a text may have a unit of an interval that [Respell] has quoted.
func HasUnit(text string) bool {
	return strings.Contains(text, "_HOUR`") || strings.Contains(text, "_MINUTE`") || strings.Contains(text, "_SECOND`") ||
		strings.Contains(text, "_MICROSECOND`") || strings.Contains(text, "_MONTH`")
}
