package gms

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/internal/wire"
)

// resultCounts is what the client has been sent, counted by the goroutine that
// sends it.
type resultCounts struct {
	_              [64]byte
	rows, affected uint64
	insert         *insertCount
	deleted        *deleteCount
	copies         int  // rows that an UPDATE has changed and the engine does not know of
	given          bool // an id, by LAST_INSERT_ID()
	_              [16]byte
}

func (c *resultCounts) reset() { *c = resultCounts{} }

// toldOf is what a session tells of its last statement.
type toldOf struct{ inserted, affected, found int64 }

// keepTold keeps that while a trigger or a function runs: what their statements do is not of the
// session's.
func keepTold(ctx *sql.Context) toldOf {
	info := ctx.GetLastQueryInfo()
	return toldOf{info.LastInsertId.Load(), info.RowCount.Load(), info.FoundRows.Load()}
}

// restore has the session tell that once more.
func (t toldOf) restore(ctx *sql.Context) {
	info := ctx.GetLastQueryInfo()
	info.LastInsertId.Store(t.inserted)
	info.RowCount.Store(t.affected)
	info.FoundRows.Store(t.found)
}

// answer puts right what the client is told of a statement that gives no rows: the id, and how
// many rows there were. ROW_COUNT() gives what it is told of rows.
func (x *execution) answer(r *sqltypes.Result) {
	session := x.connection.session
	if session == nil {
		r.Info = wire.PadInfo(r.Info)
		return
	}
	info := session.GetLastQueryInfo()
	insert := x.returned.insert
	switch {
	case x.plan.truncates:
		r.RowsAffected = 0 // the engine tells of those that were there
	case insert != nil && insert.replace:
		r.RowsAffected = insert.inserted + insert.deleted
	case x.returned.deleted != nil:
		r.RowsAffected = x.returned.deleted.rows
	case x.plan.updates:
		if x.connection.client.Capabilities&mysql.CapabilityClientFoundRows != 0 {
			r.RowsAffected = uint64(info.FoundRows.Load()) // of joined tables the engine tells of the others
		}
		if more := x.returned.copies; more != 0 {
			r.RowsAffected += uint64(more)
			r.Info = copiesTold(r.Info, more)
		}
		if rows, ok := strings.CutSuffix(r.Info, "Warnings: 0"); ok {
			r.Info = fmt.Sprintf("%sWarnings: %d", rows, session.WarningCount())
		}
	}
	r.InsertID = 0
	if insert != nil {
		r.InsertID = insert.number()
	}
	if x.returned.given && (insert != nil && insert.first == 0 || insert == nil && x.plan.updates) {
		r.InsertID = uint64(info.LastInsertId.Load())
	}
	switch warnings := session.WarningCount(); {
	case insert == nil || !insert.listed:
	case insert.loads:
		r.Info = fmt.Sprintf("Records: %d  Deleted: %d  Skipped: %d  Warnings: %d", insert.records, insert.deleted, insert.records-insert.inserted, warnings)
	default:
		r.Info = fmt.Sprintf("Records: %d  Duplicates: %d  Warnings: %d", insert.records, insert.duplicates(), warnings)
	}
	if x.connection.wire == nil {
		r.Info = wire.PadInfo(r.Info)
	}
	x.returned.insert, x.returned.deleted, x.returned.copies, x.returned.given = nil, nil, 0, false
	info.RowCount.Store(int64(r.RowsAffected))
}
