package node

import "github.com/dolthub/go-mysql-server/sql"

// TableAs returns the first T among a table and the tables that it wraps, from outside to inside;
// nil if there is none.
func TableAs[T any](t sql.Table) (found T) {
	for {
		if found, ok := t.(T); ok {
			return found
		}
		w, ok := t.(sql.TableWrapper)
		if !ok {
			return found
		}
		t = w.Underlying()
	}
}
