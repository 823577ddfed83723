package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var addedColumnsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "lists-of-added-columns", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser takes a list of one column behind ADD COLUMN, and no key in it.",
		NeededBy: rule.Data, Golden: "alter_add",
		Example: "ALTER TABLE t ADD COLUMN (a INT, b INT)",
	},
	Apply: RespellStep{before: endAdded, at: (*respelling).addedColumns, any: true},
}

// endAdded ends the list before the parenthesis that closes it.
func endAdded(r *respelling, i int) {
	if r.added && r.depth == 1 && r.is(i, ")") {
		r.added = false
	}
}

// addedColumns respells the beginning of the list, and the commas in it.
func (r *respelling) addedColumns(i int) int {
	switch {
	case r.added && r.depth == 1 && r.is(i, ","):
		return r.replace(i, 1, ", "+r.adds(i+1))
	case r.is(i, "ADD") && r.is(0, "ALTER") && r.depth == 0:
		return r.addedList(i)
	}
	return 0
}

// addedList respells the list of ALTER TABLE ... ADD COLUMN (a INT, b INT, KEY (a)), the ADD
// of which is token i, as that many clauses. The grammar takes a list of one column.
func (r *respelling) addedList(i int) int {
	n := 1
	if r.is(i+1, "COLUMN") {
		n = 2
	}
	if !r.is(i+n, "(") {
		return 0
	}
	end := i + n + 1
	for depth := 1; depth > 0 && end < len(r.tokens); end++ {
		switch {
		case r.is(end, "("):
			depth++
		case r.is(end, ")"):
			depth--
		}
	}
	if r.oneOf(end, "FIRST", "AFTER") { // of one column alone
		return 0
	}
	r.added = true
	r.closings = append(r.closings, closing{r.depth, 1, ""})
	r.depth++
	return r.replace(i, n+1, r.adds(i+n+1))
}

// adds is how a clause begins that adds what stands at token i.
func (r *respelling) adds(i int) string {
	if r.oneOf(i, "PRIMARY", "UNIQUE", "KEY", "INDEX", "FULLTEXT", "SPATIAL", "CONSTRAINT", "FOREIGN", "CHECK") {
		return "ADD "
	}
	return "ADD COLUMN "
}
