package words

import (
	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var dollarNamesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "names-with-dollars", Changes: rule.Text, About: rule.Names,
		Why:      "The parser lacks names with a dollar sign that have no quotes.",
		NeededBy: rule.Tool, By: "MySQLTuner", Golden: "sys",
		Example: "SELECT 1 AS a$b",
	},
	Apply: RespellStep{at: dollarName, any: true},
}

func dollarName(r *respelling, i int) int {
	if t := r.tokens[i]; t.Kind != Word && !t.is(r.text, "$") {
		return 0
	}
	return r.dollars(i)
}

// dollars quotes a name with a dollar sign.
func (r *respelling) dollars(i int) int {
	n, found := 0, false
	for ; i+n < len(r.tokens); n++ {
		t := r.tokens[i+n]
		dollar := t.is(r.text, "$")
		if !dollar && t.Kind != Word && (t.Kind != Number || n == 0) || n > 0 && !t.Glued {
			break
		}
		found = found || dollar
	}
	if !found {
		return 0
	}
	return r.replace(i, n, "`"+r.text[r.tokens[i].Start:r.tokens[i+n-1].End]+"`")
}

var functionNamesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "names-of-functions", Changes: rule.Text, About: rule.Names,
		Why:      "The parser takes names of functions, as NOW and COUNT, for keywords also where no parenthesis follows, and COPY.",
		NeededBy: rule.Tool, By: "Datadog Agent", Golden: "views",
		Example: "SELECT 1 AS now",
	},
	Apply: RespellStep{at: functionName},
}

// callable are words that the parser keeps for functions, and EXPLAIN PLAN, which are
// names to MySQL wherever no parenthesis follows.
var callable = map[string]bool{
	"ADDDATE": true, "AVG": true, "BIT_AND": true, "BIT_OR": true, "BIT_XOR": true, "COUNT": true, "CURDATE": true, "CURTIME": true,
	"DATE_ADD": true, "DATE_SUB": true, "EXTRACT": true, "GROUP_CONCAT": true, "JSON_ARRAYAGG": true, "JSON_OBJECTAGG": true,
	"MAX": true, "MID": true, "MIN": true, "NOW": true, "PLAN": true, "POSITION": true, "SESSION_USER": true, "STD": true,
	"STDDEV": true, "STDDEV_POP": true, "STDDEV_SAMP": true, "SUBDATE": true, "SUBSTR": true, "SUBSTRING": true, "SUM": true,
	"SYSDATE": true, "SYSTEM_USER": true, "TRIM": true, "VARIANCE": true, "VAR_POP": true, "VAR_SAMP": true,
}

func functionName(r *respelling, i int) int {
	word := r.upper
	if word == "COPY" && !r.oneOf(i-1, "=", "ALGORITHM") {
		return r.replace(i, 1, "`"+r.tokens[i].Of(r.text)+"`")
	}
	if callable[word] && !r.is(i+1, "(") && !(word == "PLAN" && i == 1) {
		return r.replace(i, 1, "`"+r.tokens[i].Of(r.text)+"`")
	}
	return 0
}
