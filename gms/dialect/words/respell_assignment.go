package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var assignmentsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "assignments-in-queries", Changes: rule.Text, About: rule.Variables,
		Why:      "The parser lacks := in queries; it becomes a call of a function.",
		NeededBy: rule.Tool, By: "Datadog Agent", Golden: "assigned_variables",
		Example: "SELECT @a := 1",
	},
	Apply: RespellStep{before: endAssigned, at: assigned, any: true, back: unspellAssigned},
}

// maxAssigned is how many := may lie in one another: each is asked for its type by those
// around it.
const maxAssigned = 32

func assigned(r *respelling, i int) int {
	t := r.tokens[i]
	if !r.is(i+1, ":=") || t.Kind != Variable || len(r.assigned) >= maxAssigned || strings.HasPrefix(t.Of(r.text), "@@") || r.is(0, "SET") {
		return 0
	}
	r.assigned = append(r.assigned, r.depth)
	return r.replace(i, 2, "`:=`("+quotedVariable(t.Of(r.text))+",")
}

// assignedEnd are words behind an expression.
var assignedEnd = []string{
	",", ";", "FROM", "WHERE", "AS", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", "INTO", "FOR", "LOCK", "WINDOW",
	"ASC", "DESC", "WHEN", "THEN", "ELSE", "END", "ON", "USING", "JOIN", "LEFT", "RIGHT", "INNER", "CROSS", "NATURAL", "STRAIGHT_JOIN",
}

// endAssigned closes the calls that stand for := where their expression ends before
// token i.
func endAssigned(r *respelling, i int) {
	for n := len(r.assigned); n > 0 && r.assigned[n-1] == r.depth; n-- {
		if !r.is(i, ")") && (!r.oneOf(i, assignedEnd...) || r.is(i, "LEFT", "(") || r.is(i, "RIGHT", "(")) {
			return
		}
		r.assigned = r.assigned[:n-1]
		end := max(r.tokens[i-1].End, r.from)
		r.edit(end, end, ")")
	}
}

func unspellAssigned(r *respelling, i int) int {
	if !r.reads(i, "`:=`", "(") || !r.is(i+3, ",") || r.tokens[i+2].Kind != String {
		return 0
	}
	return r.backOperand(i, 4, "@"+strings.Trim(r.tokens[i+2].Of(r.text), "'")+" := ", closing{r.depth, 1, ""})
}

var dottedNamesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "names-of-variables", Changes: rule.Text, About: rule.Variables,
		Why:      "The parser refuses @sys.debug behind INTO, and names of variables with four parts; they are put in quotes.",
		NeededBy: rule.Tool, By: "the sys schema", Golden: "dotted_variables",
		Example: "SELECT 1 INTO @sys.debug",
	},
	Apply: RespellStep{at: dottedVariable, any: true},
}

// dottedVariable puts the name of a variable of the session with dots in it, of which the
// parser takes two parts that are no keywords, into quotes.
func dottedVariable(r *respelling, i int) int {
	t := r.tokens[i]
	if t.Kind != Variable || strings.HasPrefix(t.Of(r.text), "@@") || t.End == t.Start+1 || r.text[t.Start+1] == '`' {
		return 0
	}
	n := 1
	for i+n+1 < len(r.tokens) && r.is(i+n, ".") && r.tokens[i+n].Glued && r.tokens[i+n+1].Glued && r.tokens[i+n+1].Kind == Word {
		n += 2
	}
	if n == 1 {
		return 0
	}
	name := r.text[t.Start+1 : r.tokens[i+n-1].End]
	if r.is(i+n, ":=") && len(r.assigned) < maxAssigned && !r.is(0, "SET") {
		r.assigned = append(r.assigned, r.depth)
		return r.replace(i, n+1, "`:=`("+quotedVariable("@"+name)+",")
	}
	return r.replace(i, n, "@`"+name+"`")
}

// quotedVariable is the name of a variable, written as @a, as a text.
func quotedVariable(written string) string {
	name := strings.Trim(written[1:], "`'\"")
	return "'" + strings.NewReplacer("\\", "\\\\", "'", "''").Replace(strings.ToLower(name)) + "'"
}
