package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/status"
)

// What status variables count is counted by sessions ([status.Counts]) and by
// tables, and added up when somebody asks.

// counted is what the server has counted: the limits of time alone if the Schema is off,
// for they hold all the same.
func (a *Adapter) counted() map[string]uint64 {
	sums := a.lifecycle.counts()
	if !a.schema.Enabled() {
		return map[string]uint64{status.Names[status.TimeSet]: sums[status.TimeSet], status.Names[status.TimeExceeded]: sums[status.TimeExceeded]}
	}
	out := status.ByName(sums)
	out["Threads_created"] = a.lifecycle.threadsCreated.Load()
	out["Bytes_received"], out["Bytes_sent"] = a.bytes.Sum()
	rows := a.schema.Read().RowOperations()
	out["Innodb_rows_inserted"], out["Innodb_rows_updated"], out["Innodb_rows_deleted"] = rows.Inserted, rows.Updated, rows.Deleted
	out["Open_tables"] = a.openTables()
	out["Open_files"], out["Opened_files"] = status.ServerFiles(a.schema.Read())
	out["Innodb_rows_read"] = rows.Fetched - min(sums[status.Missed], rows.Fetched)
	return out
}

// countedBySession is what a session has counted since it began, or since FLUSH
// STATUS; nil if that is not known.
func (a *Adapter) countedBySession(id uint32) map[string]uint64 {
	conn := a.connectionByID(id)
	if conn == nil {
		return nil
	}
	return conn.sinceFlush()
}

func (conn *connection) counted() map[string]uint64 {
	sums := make([]uint64, len(status.Names))
	conn.counts.Sum(sums)
	out := status.ByName(sums)
	if conn.wire != nil {
		out["Bytes_received"], out["Bytes_sent"] = conn.wire.bytes.Now()
	}
	return out
}

func (a *Adapter) connectionByID(id uint32) *connection {
	if a.lifecycle == nil {
		return nil
	}
	c, ok := a.lifecycle.connections.Load(id)
	if !ok {
		return nil
	}
	return c.(*connection)
}

// warnLooseKey counts the foreign keys that a statement makes to columns which are not
// unique, and warns of them.
func (a *Adapter) warnLooseKey(ctx *sql.Context) func(number int, text string) {
	return func(number int, text string) {
		a.lifecycle.looseKeys.Count(time.Now())
		warn(ctx, number, "%s", text)
	}
}

// openTables is how many tables statements have open.
func (a *Adapter) openTables() (n uint64) {
	for range a.schema.Read().TableHandles() {
		n++
	}
	return n
}
