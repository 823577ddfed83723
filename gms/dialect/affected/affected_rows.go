package affected

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/sqltypes"
)

// Told collects what a client is told of the rows that a statement has changed.
type Told struct {
	insert  *insertCount
	deleted *deleteCount
	copies  int  // rows that an UPDATE has changed and the engine does not know of
	given   bool // an id, by LAST_INSERT_ID()
}

// GiveID notes that the statement has called LAST_INSERT_ID() with an id.
func (t *Told) GiveID() { t.given = true }

// Statement is what a result without rows is of.
type Statement struct {
	Truncates bool // all rows of a table are gone, and none was counted
	Updates   bool // it is an UPDATE
	FoundRows bool // the client wants to know of the rows that an UPDATE has found, changed or not
}

// Answer puts right what the client is told of a statement that gives no rows: the id, and how
// many rows there were. ROW_COUNT() gives what it is told of rows.
func (t *Told) Answer(r *sqltypes.Result, session sql.Session, of Statement) {
	info := session.GetLastQueryInfo()
	insert := t.insert
	switch {
	case of.Truncates:
		r.RowsAffected = 0 // the engine tells of those that were there
	case insert != nil && insert.replace:
		r.RowsAffected = insert.inserted + insert.deleted
	case t.deleted != nil:
		r.RowsAffected = t.deleted.rows
	case of.Updates:
		if of.FoundRows {
			r.RowsAffected = uint64(info.FoundRows.Load()) // of joined tables the engine tells of the others
		}
		if more := t.copies; more != 0 {
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
	if t.given && (insert != nil && insert.first == 0 || insert == nil && of.Updates) {
		r.InsertID = uint64(info.LastInsertId.Load())
	}
	switch warnings := session.WarningCount(); {
	case insert == nil || !insert.listed:
	case insert.loads:
		r.Info = fmt.Sprintf("Records: %d  Deleted: %d  Skipped: %d  Warnings: %d", insert.records, insert.deleted, insert.records-insert.inserted, warnings)
	default:
		r.Info = fmt.Sprintf("Records: %d  Duplicates: %d  Warnings: %d", insert.records, insert.duplicates(), warnings)
	}
	*t = Told{}
	info.RowCount.Store(int64(r.RowsAffected))
}
