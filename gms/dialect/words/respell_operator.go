package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var rowsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "row-constructors", Changes: rule.Text, About: rule.Comparisons,
		Why:      "The parser lacks ROW before the values of a row.",
		NeededBy: rule.Data, Golden: "respelled_queries",
		Example: "SELECT ROW(1, 2) = (1, 2)",
	},
	Apply: RespellStep{at: rowConstructor},
}

func rowConstructor(r *respelling, i int) int {
	if r.is(i, "ROW", "(") && !r.rows && r.inside(i+1).comma {
		return r.replace(i, 1, "")
	}
	return 0
}

var memberOfRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "member-of", Changes: rule.Text, About: rule.Comparisons,
		Why:      "The parser lacks MEMBER OF; it becomes an IN of a function.",
		NeededBy: rule.Data, Golden: "respelled_queries",
		Example: "SELECT 1 MEMBER OF ('[1]')",
	},
	Apply: RespellStep{at: memberOf, back: unspellMember},
}

func memberOf(r *respelling, i int) int {
	if !r.is(i, "MEMBER", "OF", "(") {
		return 0
	}
	r.closings = append(r.closings, closing{r.depth, 1, "))"})
	r.depth++
	return r.replace(i, 3, "IN (`member of`(")
}

func unspellMember(r *respelling, i int) int {
	if r.reads(i, "IN", "(", "`member of`", "(") {
		return r.backOperand(i, 4, "MEMBER OF (", closing{r.depth, 2, ")"})
	}
	return 0
}

var nationalTextsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "national-texts", Changes: rule.Text, About: rule.Comparisons,
		Why:      "The parser takes N'a' for a column N with the alias a.",
		NeededBy: rule.Data, Golden: "headings",
		Example: "SELECT N'a'",
	},
	Apply: RespellStep{at: nationalText},
}

func nationalText(r *respelling, i int) int {
	if r.is(i, "N") && i+1 < len(r.tokens) && r.tokens[i+1].Glued && r.text[r.tokens[i+1].Start] == '\'' && !r.is(i-1, ".") {
		return r.replace(i, 1, "_utf8mb3 ")
	}
	return 0
}
