// Package sqltext writes values into texts of SQL.
package sqltext

import "strings"

var escapes = strings.NewReplacer(`\`, `\\`, `'`, `''`)

// Quote returns a text as a string literal of SQL, for servers whose sql_mode does not have
// NO_BACKSLASH_ESCAPES.
func Quote(text string) string { return "'" + escapes.Replace(text) + "'" }
