package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var defaultCallsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "calls-of-default", Changes: rule.Text, About: rule.Changes,
		Why:      "The parser lacks DEFAULT(column) in expressions. It becomes the call of a function, which the rule default-of-columns replaces by the value.",
		NeededBy: rule.Data, Golden: "column_defaults",
		Example: "SELECT DEFAULT(a) + 1 FROM t",
	},
	Apply: RespellStep{at: defaultCall, back: unspellDefault},
}

func defaultCall(r *respelling, i int) int {
	if r.is(i, "DEFAULT", "(") && r.takesValue(i-1) && r.isColumn(i+2) {
		return r.replace(i, 1, "`"+Default+"`")
	}
	return 0
}

func unspellDefault(r *respelling, i int) int {
	if r.reads(i, "`"+Default+"`", "(") {
		return r.replace(i, 1, "DEFAULT")
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
