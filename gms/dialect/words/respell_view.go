package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var alterViewsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "alter-view", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser lacks ALTER VIEW, which becomes CREATE OR REPLACE VIEW.",
		NeededBy: rule.Tool, By: "MySQL Workbench", Golden: "views",
		Example: "ALTER VIEW v AS SELECT 1",
	},
	Apply: RespellStep{at: alterView},
}

func alterView(r *respelling, i int) int {
	if i > 0 || !r.is(0, "ALTER") || !r.altersView() {
		return 0
	}
	return r.replace(0, 1, "CREATE OR REPLACE")
}

// altersView reports whether the statement is an ALTER VIEW.
func (r *respelling) altersView() bool {
	if r.is(1, "VIEW") {
		return true
	}
	if !r.is(1, "ALGORITHM", "=") && !r.is(1, "DEFINER", "=") && !r.is(1, "SQL", "SECURITY") {
		return false
	}
	for i := range r.tokens {
		switch {
		case r.is(i, "EVENT"):
			return false
		case r.is(i, "VIEW"):
			return true
		}
	}
	return false
}
