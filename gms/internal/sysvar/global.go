package sysvar

import "github.com/dolthub/go-mysql-server/sql"

// Global is the value of a global variable that is a text; "" if there is none.
func Global(name string) string {
	if _, value, ok := sql.SystemVariables.GetGlobal(name); ok {
		if text, isText := value.(string); isText {
			return text
		}
	}
	return ""
}
