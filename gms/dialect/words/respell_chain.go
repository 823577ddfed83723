package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var comparisonChainsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "comparison-chains", Changes: rule.Text, About: rule.Comparisons,
		Why:      "The parser has no chain of comparisons, and no comparison of a predicate: a IN (1, 2) = 0. Brackets are put around the operands.",
		NeededBy: rule.Tool, By: "ProxySQL", Golden: "predicate_chains",
		Example: "SELECT 1 = 2 = 0",
	},
	Apply: RespellStep{begin: (*respelling).findChains, before: (*respelling).inChain},
}

// comparisons are those operators that the grammar has no chain of: to MySQL a >= b = 0 is
// (a >= b) = 0.
var comparisons = []string{"=", "<=>", ">=", ">", "<=", "<", "<>", "!="}

// predicates bind closer than comparisons to MySQL, and are none of their operands to the
// grammar: a IN (1, 2) = 0 is (a IN (1, 2)) = 0.
var predicates = []string{"IN", "LIKE", "BETWEEN", "REGEXP", "RLIKE"}

// operandEnd are words and signs behind which another operand of a comparison begins.
var operandEnd = []string{
	",", ";", "AND", "OR", "XOR", "NOT", "&&", "||", "!", "SELECT", "DISTINCT", "WHERE", "ON", "HAVING", "BY", "WHEN", "THEN", "ELSE", "SET", ":=", "RETURN",
}

// chain is where brackets come to stand around the operands of comparisons, by the token
// that is behind them.
type chain struct{ opens, closes map[int]int }

// bracket puts brackets around the tokens from one up to another.
func (c *chain) bracket(from, to int) {
	if c.opens == nil {
		*c = chain{make(map[int]int), make(map[int]int)}
	}
	c.opens[from]++
	c.closes[to]++
}

// compared is a chain of comparisons while it is read.
type compared struct {
	from, operand int // where it begins, and its last operand
	some          bool
	predicate     bool // there is one in the operand
	between       bool // whose AND is still to come
	list          bool // what is in brackets is what IN is of
	ends          bool // with END
	assigns       bool // in a list of assignments
	target        bool // what is before the next = is assigned to
}

// findChains finds the chains of comparisons, whose operands are on one depth of brackets.
func (r *respelling) findChains() {
	if !r.oneOf(0, "SELECT", "WITH", "(", "INSERT", "REPLACE", "UPDATE", "DELETE", "EXPLAIN") {
		return // where = may be no comparison
	}
	depths := []compared{{}}
	for i := range r.tokens {
		top := &depths[len(depths)-1]
		switch {
		case r.is(i, "("), r.is(i, "CASE"):
			top.list = r.is(i-1, "IN")
			depths = append(depths, compared{from: i + 1, operand: i + 1, ends: r.is(i, "CASE")})
		case r.is(i, ")"), top.ends && r.is(i, "END"):
			if len(depths) == 1 {
				return
			}
			depths = depths[:len(depths)-1]
			if top = &depths[len(depths)-1]; top.list && top.some {
				r.chain.bracket(top.operand, i+1)
				top.predicate = false
			}
		case r.is(i, "NOT") && (r.is(i-1, "IS") || r.oneOf(i+1, predicates...)):
		case r.oneOf(i, predicates...):
			top.predicate = true
			top.between = r.is(i, "BETWEEN")
		case top.between && r.is(i, "AND"):
			top.between = false
		case r.is(i, "IS", "NULL"), r.is(i, "IS", "NOT", "NULL"):
			top.some = true
		case r.is(i, "SET"), r.is(i-1, "KEY", "UPDATE"), top.target && r.is(i, "="), r.oneOf(i, operandEnd...):
			first := r.is(i, "SET") || r.is(i-1, "KEY", "UPDATE")
			assigns := first || top.assigns && !r.oneOf(i, "WHERE", "BY", ";")
			*top = compared{from: i + 1, operand: i + 1, ends: top.ends, assigns: assigns, target: first || assigns && r.is(i, ",")}
		case r.oneOf(i, comparisons...):
			if top.predicate {
				r.chain.bracket(top.operand, i)
			}
			if top.some {
				r.chain.bracket(top.from, i)
			}
			top.some, top.predicate, top.operand = true, false, i+1
		}
	}
	if n := len(r.tokens); r.chain.closes[n] > 0 {
		r.ends += strings.Repeat(")", r.chain.closes[n])
	}
}

// inChain writes those brackets before a token.
func (r *respelling) inChain(i int) {
	if r.chain.opens == nil {
		return
	}
	at := r.tokens[i].Start
	for range r.chain.closes[i] {
		r.edit(at, at, ")")
	}
	for range r.chain.opens[i] {
		r.edit(at, at, "(")
	}
}
