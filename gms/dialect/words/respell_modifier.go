package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var modifiersRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "modifiers", Changes: rule.Text, About: rule.Queries,
		Why:      "The parser lacks modifiers as HIGH_PRIORITY, SQL_BUFFER_RESULT, DELAYED, QUICK and DISTINCTROW; they become comments.",
		NeededBy: rule.Data, Golden: "modifiers",
		Example: "SELECT SQL_BUFFER_RESULT 1",
	},
	Apply: RespellStep{at: (*respelling).modifiers, backText: unspellModifiers},
}

// A modifier is a word behind the first of a statement that says how it is to be run.
// Most ask for what there is not here: readers and writers do not wait for one another,
// results are neither cached nor kept in temporary tables of several kinds. What the grammar
// lacks becomes a comment, so that the definition of a program or a view keeps it; see
// [Unspell].

// modifiersOf are the modifiers of a statement by its first word, in the order they may
// have; those that the grammar has stay.
var modifiersOf = map[string][]string{
	"INSERT":  {"LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY"},
	"REPLACE": {"LOW_PRIORITY", "DELAYED"},
	"UPDATE":  {"LOW_PRIORITY"},
	"DELETE":  {"LOW_PRIORITY", "QUICK", "IGNORE"},
	"DATA":    {"LOW_PRIORITY", "CONCURRENT"},
}

// selectModifiers are those of a query, which may stand in any order: true for those that
// the grammar has.
var selectModifiers = map[string]bool{
	"ALL": true, "DISTINCT": true, "DISTINCTROW": true, "HIGH_PRIORITY": false, "STRAIGHT_JOIN": true, "SQL_SMALL_RESULT": false,
	"SQL_BIG_RESULT": false, "SQL_BUFFER_RESULT": false, "SQL_NO_CACHE": true, "SQL_CALC_FOUND_ROWS": true,
}

const (
	modifierBegins = "/*`"
	modifierEnds   = "`*/"
)

// modifiers respells those behind the word at token i.
func (r *respelling) modifiers(i int) int {
	word := r.upper
	if word == "SELECT" {
		return r.selectModifiers(i)
	}
	list := modifiersOf[word]
	if list == nil || word == "DATA" && !r.is(i-1, "LOAD") {
		return 0
	}
	n := 1
	for _, modifier := range list {
		if r.is(i+n, modifier) && !r.oneOf(i+n+1, ",", ".", ";") && i+n+1 < len(r.tokens) {
			r.comment(i + n)
			n++
		}
	}
	if n == 1 {
		return 0
	}
	return n
}

// comment makes one of the word at token i.
func (r *respelling) comment(i int) {
	r.replace(i, 1, modifierBegins+r.tokens[i].Of(r.text)+modifierEnds)
}

// selectModifiers respells those of a query.
func (r *respelling) selectModifiers(i int) int {
	n := 1
	for ; i+n < len(r.tokens); n++ {
		t := r.tokens[i+n]
		known, ok := selectModifiers[strings.ToUpper(t.Of(r.text))]
		if !ok || t.Kind != Word || r.oneOf(i+n+1, ",", ".", ";", "FROM", "AS") || i+n+1 == len(r.tokens) {
			break
		}
		switch {
		case r.is(i+n, "DISTINCTROW"):
			r.replace(i+n, 1, "DISTINCT"+modifierBegins+t.Of(r.text)[len("DISTINCT"):]+modifierEnds)
		case !known:
			r.comment(i + n)
		}
	}
	if n == 1 {
		return 0
	}
	return n
}

var deleteAliasesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "aliases-of-delete", Changes: rule.Text, About: rule.Changes,
		Why:      "The parser lacks an alias of the table of a DELETE; it becomes one of several tables, unless it has ORDER BY or LIMIT, which that form lacks.",
		NeededBy: rule.Data, Golden: "modifiers",
		Example: "DELETE FROM t AS x WHERE x.a = 1",
	},
	Apply: RespellStep{at: deleteAlias},
}

// deleteAlias names the alias before the FROM of a DELETE.
func deleteAlias(r *respelling, i int) int {
	if !r.is(i, "FROM") {
		return 0
	}
	first := i - 1
	for r.oneOf(first, "LOW_PRIORITY", "QUICK", "IGNORE") {
		first--
	}
	alias := i + 2
	if r.is(alias, ".") {
		alias += 2
	}
	if r.is(alias, "AS") {
		alias++
	}
	ends := alias+1 >= len(r.tokens) || r.oneOf(alias+1, "WHERE", ";")
	if !r.is(first, "DELETE") || alias >= len(r.tokens) || !ends || r.oneOf(alias, "WHERE", "ORDER", "LIMIT", "PARTITION", "USING", ";") ||
		r.tokens[alias].Kind != Word && r.tokens[alias].Kind != Name || r.isSorted(alias) {
		return 0
	}
	r.edit(r.tokens[i].Start, r.tokens[i].Start, r.tokens[alias].Of(r.text)+" ")
	return 1
}

// isSorted says whether what follows token i, up to the end of its statement, has an ORDER
// BY or a LIMIT of its own.
func (r *respelling) isSorted(i int) bool {
	for depth := 0; i < len(r.tokens) && !r.is(i, ";"); i++ {
		switch {
		case r.is(i, "("):
			depth++
		case r.is(i, ")"):
			depth--
		case depth == 0 && (r.is(i, "LIMIT") || r.is(i, "ORDER", "BY")):
			return true
		}
	}
	return false
}

// unspellModifiers writes the comments that modifiers have become as those.
func unspellModifiers(text string) string {
	if !strings.Contains(text, modifierBegins) {
		return text
	}
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(text, modifierBegins)
		word, rest, ends := strings.Cut(after, modifierEnds)
		if !ok || !ends {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(before)
		out.WriteString(word)
		text = rest
	}
}
