package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var bracketedQueriesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "queries-in-brackets", Changes: rule.Text, About: rule.Sets,
		Why:      "The parser has no ORDER BY or LIMIT behind a query in brackets, and no brackets around a statement.",
		NeededBy: rule.Data, Golden: "written_forms",
		Example: "(SELECT 1) LIMIT 1",
	},
	Apply: RespellStep{begin: (*respelling).findBrackets, at: (*respelling).inBrackets, any: true},
}

// bracketed is a query in pairs of brackets with which a statement begins.
type bracketed struct {
	pairs, end    int // the last bracket's token
	before, after string
}

// findBrackets finds those that are to go: the grammar has no ORDER BY and no LIMIT behind
// a query in brackets, and no brackets around a statement. A query with an order or a limit
// of its own becomes a derived table.
func (r *respelling) findBrackets() {
	if !r.is(0, "(") {
		return
	}
	var open []int
	closed := make(map[int]int)
	end := -1
	for i := range r.tokens {
		switch {
		case r.is(i, "("):
			open = append(open, i)
		case r.is(i, ")"):
			closed[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			end = i
			break
		}
	}
	ordered := r.oneOf(end+1, "ORDER", "LIMIT")
	if end < 0 || !ordered && end != len(r.tokens)-1 && !r.is(end+1, ";") {
		return
	}
	b := bracketed{end: end}
	for at, ok := closed[b.pairs]; ok && at == end-b.pairs; at, ok = closed[b.pairs] {
		b.pairs++
	}
	if !r.oneOf(b.pairs, "SELECT", "WITH") && !r.is(b.pairs, "(") {
		return
	}
	depth := 0
	for i := b.pairs; ordered && i <= end-b.pairs; i++ {
		switch {
		case r.is(i, "("):
			depth++
		case r.is(i, ")"):
			depth--
		case depth == 0 && r.oneOf(i, "ORDER", "LIMIT", "FOR", "LOCK", "INTO"):
			b.before, b.after = "SELECT * FROM (", ") `bracketed`"
		}
	}
	r.bracket = b
}

// inBrackets takes such a bracket away, and says how many tokens that are.
func (r *respelling) inBrackets(i int) int {
	switch b := &r.bracket; {
	case b.pairs == 0:
		return 0
	case i == 0:
		return r.replace(i, 1, b.before)
	case i < b.pairs || i > b.end-b.pairs && i < b.end:
		return r.replace(i, 1, "")
	case i == b.end:
		return r.replace(i, 1, b.after)
	}
	return 0
}
