package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var jsonReturningRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "json-value-returning", Changes: rule.Text, About: rule.Numbers,
		Why:      "The parser lacks RETURNING of JSON_VALUE; it becomes a CAST.",
		NeededBy: rule.Data, Golden: "json_value",
		Example: "SELECT JSON_VALUE('[1]', '$[0]' RETURNING SIGNED)",
	},
	Apply: RespellStep{before: endReturning, at: jsonReturning},
}

// endReturning ends the call of JSON_VALUE that the parenthesis closes.
func endReturning(r *respelling, i int) {
	if n := len(r.values); n > 0 && r.values[n-1] == r.depth && r.is(i, ")") {
		r.values = r.values[:n-1]
	}
}

func jsonReturning(r *respelling, i int) int {
	switch n := len(r.values); {
	case r.is(i, "RETURNING") && n > 0 && r.values[n-1] == r.depth:
		return r.replace(i, 1, ") AS")
	case !r.is(i, "JSON_VALUE", "("):
		return 0
	}
	in := r.inside(i + 1)
	if !in.returning {
		return 0
	}
	r.values = append(r.values, r.depth+1)
	if in.document {
		return r.replace(i, 1, "CAST(JSON_EXTRACT")
	}
	return r.replace(i, 1, "CAST(JSON_VALUE")
}
