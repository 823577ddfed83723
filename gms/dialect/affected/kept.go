package affected

import "github.com/dolthub/go-mysql-server/sql"

// Kept is what a session tells of its last statement.
type Kept struct{ inserted, affected, found int64 }

// Keep keeps that while a trigger or a function runs: what their statements do is not of the
// session's.
func Keep(ctx *sql.Context) Kept {
	info := ctx.GetLastQueryInfo()
	return Kept{info.LastInsertId.Load(), info.RowCount.Load(), info.FoundRows.Load()}
}

// Restore has the session tell that once more.
func (t Kept) Restore(ctx *sql.Context) {
	info := ctx.GetLastQueryInfo()
	info.LastInsertId.Store(t.inserted)
	info.RowCount.Store(t.affected)
	info.FoundRows.Store(t.found)
}
