package words

// comparisons are those operators that the grammar has no chain of: to MySQL a >= b = 0 is
// (a >= b) = 0.
var comparisons = []string{"=", "<=>", ">=", ">", "<=", "<", "<>", "!="}

// operandEnd are words and signs behind which another operand of a comparison begins.
var operandEnd = []string{
	",", ";", "AND", "OR", "XOR", "NOT", "&&", "||", "!", "SELECT", "DISTINCT", "WHERE", "ON", "HAVING", "BY", "WHEN", "THEN", "ELSE", "CASE", "BETWEEN", "SET", ":=", "RETURN",
}

// chain is where brackets come to stand around the comparisons that others follow.
type chain struct{ opens, closes map[int]int } // by the token that is behind them

// findChains finds the chains of comparisons, whose operands are on one depth of brackets.
func (r *respelling) findChains() {
	if !r.oneOf(0, "SELECT", "WITH", "(", "INSERT", "REPLACE", "UPDATE", "DELETE", "EXPLAIN") {
		return // where = may be no comparison
	}
	type operands struct {
		from     int
		compared bool
	}
	depths := []operands{{}}
	for i := range r.tokens {
		top := &depths[len(depths)-1]
		switch {
		case r.is(i, "("):
			depths = append(depths, operands{from: i + 1})
		case r.is(i, ")"):
			if len(depths) == 1 {
				return
			}
			depths = depths[:len(depths)-1]
		case r.oneOf(i, operandEnd...):
			*top = operands{from: i + 1}
		case r.oneOf(i, comparisons...):
			if top.compared {
				if r.chain.opens == nil {
					r.chain = chain{make(map[int]int), make(map[int]int)}
				}
				r.chain.opens[top.from]++
				r.chain.closes[i]++
			}
			top.compared = true
		}
	}
}

// inChain writes those brackets before a token.
func (r *respelling) inChain(i int) {
	at := r.tokens[i].Start
	for range r.chain.closes[i] {
		r.edit(at, at, ")")
	}
	for range r.chain.opens[i] {
		r.edit(at, at, "(")
	}
}
