package dolt

import (
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtables"
	"github.com/dolthub/go-mysql-server/sql"
)

// HasLogins reports whether a table has the addresses of remotes or backups, which may have
// a login in them: see [gms.Adapter.HideLogins]. Dolt itself reads them elsewhere.
func HasLogins(t sql.Table) bool {
	switch t := t.(type) {
	case *dtables.RemotesTable, *dtables.BackupsTable, dtables.BackupsTable:
		return true
	case sql.TableWrapper:
		return HasLogins(t.Underlying())
	}
	return false
}
