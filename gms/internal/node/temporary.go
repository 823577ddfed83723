package node

import "github.com/dolthub/go-mysql-server/sql"

// IsTemporary says whether a table, around which there is nothing, is a session's alone.
func IsTemporary(t sql.Table) bool {
	temporary, ok := t.(sql.TemporaryTable)
	return ok && temporary.IsTemporary()
}
