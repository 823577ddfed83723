package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var setWordsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "words-as-values", Changes: rule.Text, About: rule.Variables,
		Why:      "The parser takes BINARY, ALL, ROW and SYSTEM behind SET ... = for keywords.",
		NeededBy: rule.Data, Golden: "modifiers",
		Example: "SET time_zone = SYSTEM",
	},
	Apply: RespellStep{at: setWord},
}

func setWord(r *respelling, i int) int {
	if !r.is(0, "SET") || i+1 < len(r.tokens) && !r.oneOf(i+1, ",", ";") {
		return 0
	}
	switch {
	case r.is(i-1, "=", "BINARY"):
		return r.replace(i, 1, "'binary'") // a character set
	case r.oneOf(i, "ALL", "ROW", "SYSTEM") && r.oneOf(i-1, "=", ":="):
		return r.replace(i, 1, "'"+r.tokens[i].Of(r.text)+"'")
	}
	return 0
}

var synonymsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "synonyms", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks SHOW STORAGE ENGINES, SHOW SCHEMAS, LOCK TABLE, UNLOCK TABLE and SHOW EXTENDED INDEX.",
		NeededBy: rule.Tool, By: "phpMyAdmin", Golden: "written_forms",
		Example: "SHOW STORAGE ENGINES",
	},
	Apply: RespellStep{at: synonym},
}

func synonym(r *respelling, i int) int {
	switch {
	case i != 1:
	case r.is(0, "SHOW", "SCHEMAS"):
		return r.replace(1, 1, "DATABASES")
	case r.oneOf(0, "LOCK", "UNLOCK") && r.is(1, "TABLE"):
		return r.replace(1, 1, "TABLES")
	case r.is(0, "SHOW", "STORAGE", "ENGINES"), r.is(0, "SHOW", "EXTENDED") && r.oneOf(2, "INDEX", "INDEXES", "KEYS"):
		return r.replace(1, 1, "")
	}
	return 0
}
