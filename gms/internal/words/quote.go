package words

import "strings"

// Quoted is a text as a literal of SQL.
func Quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(text) + "'"
}

// QuotedName is a name between backticks.
func QuotedName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
