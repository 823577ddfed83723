package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var quantifiedRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "quantified-comparisons", Changes: rule.Text, About: rule.Queries,
		Why:      "The parser knows no comparison with ALL, ANY or SOME of the rows of a subquery; it becomes an IN.",
		NeededBy: rule.Data, Golden: "compared_types",
		Example: "SELECT 1 > ALL (SELECT 1)",
	},
	Apply: RespellStep{at: (*respelling).quantified, any: true, back: unspellQuantified},
}

// AllSuffix and AnySuffix end the names of the functions that comparisons with the rows of
// a subquery become; the comparison is in front, as in "> all".
const (
	AllSuffix = " all"
	AnySuffix = " any"
)

// closing is what the parenthesis that ends an operand becomes, or a number of them.
type closing struct {
	depth  int // of the parentheses around the operand
	tokens int
	with   string
}

// quantified has a comparison with ALL, ANY or SOME of the rows of a subquery be an IN, or
// an IN of a function that stands for it: the parser knows no other.
func (r *respelling) quantified(i int) int {
	if !r.oneOf(i+1, "ALL", "ANY", "SOME") || !r.is(i+2, "(") || !r.oneOf(i, "=", "<>", "!=", "<", "<=", ">", ">=") {
		return 0
	}
	first := i + 3
	for r.is(first, "(") {
		first++
	}
	if !r.oneOf(first, "SELECT", "WITH", "VALUES", "TABLE") {
		return 0
	}
	comparison, suffix := r.tokens[i].Of(r.text), AnySuffix
	if r.is(i+1, "ALL") {
		suffix = AllSuffix
	}
	if comparison == "!=" {
		comparison = "<>"
	}
	switch comparison + suffix {
	case "=" + AnySuffix:
		return r.replace(i, 2, " IN")
	case "<>" + AllSuffix:
		return r.replace(i, 2, " NOT IN")
	}
	r.closings = append(r.closings, closing{r.depth, 1, ")))"})
	r.depth++
	return r.replace(i, 3, " IN (`"+comparison+suffix+"`((")
}

func unspellQuantified(r *respelling, i int) int {
	if !r.is(i, "IN", "(") || !r.is(i+3, "(", "(") {
		return 0
	}
	name := r.nameAt(i + 2)
	comparison, quantifier, ok := strings.Cut(name, " ")
	if !ok || !strings.HasSuffix(name, AllSuffix) && !strings.HasSuffix(name, AnySuffix) {
		return 0
	}
	return r.backOperand(i, 5, comparison+" "+strings.ToUpper(quantifier)+" (", closing{r.depth, 3, ")"})
}
