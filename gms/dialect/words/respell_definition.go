package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var quotedEnginesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "engines-in-quotes", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser lacks quotes around the name of a storage engine.",
		NeededBy: rule.Data, Golden: "table_faults",
		Example: "CREATE TABLE t (a INT) ENGINE='InnoDB'",
	},
	Apply: RespellStep{at: quotedEngine},
}

func quotedEngine(r *respelling, i int) int {
	if !r.oneOf(0, "CREATE", "ALTER") || !r.is(i, "ENGINE") || r.depth > 0 {
		return 0
	}
	at := i + 1
	if r.is(at, "=") {
		at++
	}
	if at >= len(r.tokens) || r.tokens[at].Kind != String {
		return 0
	}
	return r.replace(i, at-i+1, "ENGINE = "+strings.Trim(r.tokens[at].Of(r.text), "'\""))
}

var indexParsersRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "parsers-of-indexes", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser lacks WITH PARSER of a FULLTEXT index.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "written_definitions",
		Example: "CREATE TABLE t (a TEXT, FULLTEXT KEY (a) WITH PARSER ngram)",
	},
	Apply: RespellStep{at: indexParser},
}

func indexParser(r *respelling, i int) int {
	if r.oneOf(0, "CREATE", "ALTER") && r.is(i, "WITH", "PARSER") && i+2 < len(r.tokens) {
		return r.replace(i, 3, "")
	}
	return 0
}

var defaultOptionsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "defaults-of-table-options", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser lacks DEFAULT as the value of an option of a table. Such options do nothing.",
		NeededBy: rule.Data, Golden: "alterations",
		Example: "CREATE TABLE t (a INT) PACK_KEYS=DEFAULT",
	},
	Apply: RespellStep{at: defaultOfOption},
}

func defaultOfOption(r *respelling, i int) int {
	if r.depth == 0 && r.oneOf(0, "ALTER", "CREATE") && r.isDefault(i) {
		return r.replace(i, 1, "0")
	}
	return 0
}

var selectedTablesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "tables-of-queries", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser takes no UNION in CREATE TABLE ... SELECT without AS.",
		NeededBy: rule.Data, Golden: "selected_tables",
		Example: "CREATE TABLE t SELECT 1 UNION SELECT 2",
	},
	Apply: RespellStep{at: selectedTable},
}

func selectedTable(r *respelling, i int) int {
	if i <= 2 || r.depth > 0 || r.selects || !r.is(i, "SELECT") || !r.is(0, "CREATE", "TABLE") && !r.is(0, "CREATE", "TEMPORARY", "TABLE") {
		return 0
	}
	if r.selects = true; r.oneOf(i-1, "AS", "IGNORE", "REPLACE") {
		return 0
	}
	return r.replace(i, 1, "AS SELECT")
}
