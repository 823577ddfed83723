package gms

import "github.com/dolthub/go-mysql-server/sql"

// keptTold is what a session tells of its last statement.
type keptTold struct{ inserted, affected, found int64 }

// keepTold keeps that while a trigger or a function runs: what their statements do is not of the
// session's.
func keepTold(ctx *sql.Context) keptTold {
	info := ctx.GetLastQueryInfo()
	return keptTold{info.LastInsertId.Load(), info.RowCount.Load(), info.FoundRows.Load()}
}

// restore has the session tell that once more.
func (t keptTold) restore(ctx *sql.Context) {
	info := ctx.GetLastQueryInfo()
	info.LastInsertId.Store(t.inserted)
	info.RowCount.Store(t.affected)
	info.FoundRows.Store(t.found)
}
