package node

import "github.com/dolthub/go-mysql-server/sql"

// IsTemporary reports whether a table, or the table that it wraps, is a session's alone. A table with
// virtual columns is wrapped.
func IsTemporary(t sql.Table) bool {
	temporary := TableAs[sql.TemporaryTable](t)
	return temporary != nil && temporary.IsTemporary()
}
