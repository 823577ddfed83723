package words

// AllSuffix and AnySuffix end the names of the functions that comparisons with the rows of
// a subquery become; the comparison is in front, as in "> all".
const (
	AllSuffix = " all"
	AnySuffix = " any"
)

// Sounds is the name that stands for SOUNDS LIKE, before what is compared.
const Sounds = "sounds like"

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

// operator respells what the parser lacks of operators and operands whose words it takes
// for names, or for nothing.
func (r *respelling) operator(i int) int {
	switch {
	case r.is(i, "IS", "UNKNOWN"):
		return r.replace(i, 2, "IS NULL")
	case r.is(i, "IS", "NOT", "UNKNOWN"):
		return r.replace(i, 3, "IS NOT NULL")
	case r.is(i, "SOUNDS", "LIKE"):
		return r.replace(i, 2, "= `"+Sounds+"` |")
	case r.is(i, "ROW", "(") && !r.rows && r.inside(i+1).comma:
		return r.replace(i, 1, "")
	case r.is(i, "DEFAULT", "(") && r.takesValue(i-1) && r.isColumn(i+2):
		return r.replace(i, 1, "`"+Default+"`")
	case r.is(i, "N") && i+1 < len(r.tokens) && r.tokens[i+1].Glued && r.text[r.tokens[i+1].Start] == '\'' && !r.is(i-1, "."):
		return r.replace(i, 1, "_utf8mb3 ")
	}
	return 0
}

// Default is the function that stands for DEFAULT(column).
const Default = "default of"

// takesValue says that what follows token i is a value, and not what a column's definition says.
func (r *respelling) takesValue(i int) bool {
	return r.oneOf(i, "(", ",", "=", "<=>", "<", ">", "<=", ">=", "<>", "!=", "+", "-", "*", "/", "%", "SELECT", "WHERE", "HAVING", "ON", "BY", "AND", "OR", "NOT", "XOR", "DIV", "MOD",
		"WHEN", "THEN", "ELSE", "CASE", "BETWEEN", "LIKE", "RETURN", "DISTINCT")
}

// isColumn says that a column's name, with or without its table's, stands from token i on up to
// a parenthesis.
func (r *respelling) isColumn(i int) bool {
	for ; i+1 < len(r.tokens) && (r.tokens[i].Kind == Word || r.tokens[i].Kind == Name); i += 2 {
		if r.is(i+1, ")") {
			return true
		}
		if !r.is(i+1, ".") {
			return false
		}
	}
	return false
}
