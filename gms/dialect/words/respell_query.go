package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var forShareRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "for-share", Changes: rule.Text, About: rule.Queries,
		Why:      "The parser lacks FOR SHARE, with OF, NOWAIT and SKIP LOCKED; it becomes LOCK IN SHARE MODE.",
		NeededBy: rule.Tool, By: "Hibernate", Golden: "respelled_queries",
		Example: "SELECT 1 FROM t FOR SHARE",
	},
	Apply: RespellStep{at: forShare},
}

func forShare(r *respelling, i int) int {
	if !r.is(i, "FOR", "SHARE") {
		return 0
	}
	n := 2
	for r.is(i+n, "OF") || r.is(i+n, ",") && r.is(i+2, "OF") {
		n += 2
	}
	switch {
	case r.is(i+n, "NOWAIT"):
		n++
	case r.is(i+n, "SKIP", "LOCKED"):
		n += 2
	}
	if i+n > len(r.tokens) {
		return 0
	}
	return r.replace(i, n, "LOCK IN SHARE MODE")
}

var indexHintsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "index-hints", Changes: rule.Text, About: rule.Queries,
		Why:      "The parser lacks USE KEY, FOR JOIN, ORDER BY and GROUP BY of an index hint, and hints of no index.",
		NeededBy: rule.Data, Golden: "predicate_chains",
		Example: "SELECT 1 FROM t USE KEY FOR ORDER BY (a)",
	},
	Apply: RespellStep{at: indexHint},
}

func indexHint(r *respelling, i int) int {
	if !r.oneOf(i, "USE", "IGNORE", "FORCE") || !r.oneOf(i+1, "INDEX", "KEY") {
		return 0
	}
	n := 2
	switch {
	case r.is(i+2, "FOR", "JOIN"):
		n = 4
	case r.is(i+2, "FOR", "ORDER", "BY"), r.is(i+2, "FOR", "GROUP", "BY"):
		n = 5
	}
	if r.is(i, "USE") && r.is(i+n, "(", ")") { // of none: a hint, and they change no result
		return r.replace(i, n+2, "")
	}
	if !r.is(i+n, "(") || n == 2 && r.is(i+1, "INDEX") {
		return 0
	}
	return r.replace(i, n, strings.ToUpper(r.tokens[i].Of(r.text))+" INDEX")
}

var primaryHintsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "hints-of-primary-keys", Changes: rule.Text, About: rule.Queries,
		Why:      "The parser takes PRIMARY in a list of indexes for a keyword.",
		NeededBy: rule.Data, Golden: "respelled_queries",
		Example: "SELECT 1 FROM t FORCE INDEX (PRIMARY)",
	},
	Apply: RespellStep{at: primaryHint},
}

func primaryHint(r *respelling, i int) int {
	if r.is(i, "PRIMARY") && r.oneOf(i-1, "(", ",") && !r.added && r.oneOf(i+1, ")", ",") {
		return r.replace(i, 1, "`PRIMARY`")
	}
	return 0
}

var rollupRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "with-rollup", Changes: rule.Text, About: rule.Grouping,
		Why:      "The parser lacks WITH ROLLUP; it becomes a call of a function, which the rule rollup reads.",
		NeededBy: rule.Tool, By: "Dolphie", Golden: "collated_plans",
		Example: "SELECT a FROM t GROUP BY a WITH ROLLUP",
	},
	Apply: RespellStep{at: withRollup, back: unspellRollup},
}

// Rollup is the function that stands for WITH ROLLUP, behind what is grouped by.
const Rollup = "with rollup"

func withRollup(r *respelling, i int) int {
	if r.is(i, "WITH", "ROLLUP") && i > 0 {
		return r.replace(i, 2, ", `"+Rollup+"`()")
	}
	return 0
}

func unspellRollup(r *respelling, i int) int {
	if r.reads(i, ",", "`"+Rollup+"`", "(", ")") {
		return r.replace(i, 4, "WITH ROLLUP")
	}
	return 0
}
