package gms

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/status"
)

// What status variables count is counted by sessions ([sessionCounts]) and by
// tables, and added up when somebody asks.

// commandStatus are the status variables that have other names than the
// instruments: those of commands of the client protocol first of all.
var commandStatus = map[string]string{
	"statement/sql/change_replication_filter": "Com_change_repl_filter",
	"statement/sql/start_group_replication":   "Com_group_replication_start",
	"statement/sql/stop_group_replication":    "Com_group_replication_stop",
	"statement/com/Prepare":                   "Com_stmt_prepare",
	"statement/com/Execute":                   "Com_stmt_execute",
	"statement/com/Fetch":                     "Com_stmt_fetch",
	"statement/com/Close stmt":                "Com_stmt_close",
	"statement/com/Reset stmt":                "Com_stmt_reset",
	"statement/com/Long Data":                 "Com_stmt_send_long_data",
	"statement/com/Init DB":                   "Com_change_db",
	"statement/com/Field List":                "Com_show_fields",
	"statement/com/Statistics":                "Com_show_status",
	"statement/com/Set option":                "Com_set_option",
	"statement/com/Ping":                      "Com_admin_commands",
	"statement/com/Debug":                     "Com_admin_commands",
	"statement/com/Change user":               "Com_admin_commands",
	"statement/com/Reset Connection":          "Com_admin_commands",
	"statement/com/Binlog Dump":               "Com_admin_commands",
	"statement/com/Binlog Dump GTID":          "Com_admin_commands",
	"statement/com/Table Dump":                "Com_admin_commands",
	"statement/com/Register Replica":          "Com_admin_commands",
}

// statusOfClass is the Com_* variable that counts an instrument's statements.
func statusOfClass(class string) string {
	if name := commandStatus[class]; name != "" {
		return name
	}
	if name, ok := strings.CutPrefix(class, "statement/sql/"); ok {
		if name == "error" {
			return ""
		}
		return "Com_" + name
	}
	return ""
}

// counted is what the server has counted: the limits of time alone if the Schema is off,
// for they hold all the same.
func (a *Adapter) counted() map[string]uint64 {
	sums := a.lifecycle.counts()
	if !a.schema.Enabled() {
		return map[string]uint64{statusNames[countTimeSet]: sums[countTimeSet], statusNames[countTimeExceeded]: sums[countTimeExceeded]}
	}
	out := byStatusName(sums)
	out["Threads_created"] = a.lifecycle.threadsCreated.Load()
	out["Bytes_received"], out["Bytes_sent"] = a.bytes.sum()
	rows := a.schema.Read().RowOperations()
	out["Innodb_rows_inserted"], out["Innodb_rows_updated"], out["Innodb_rows_deleted"] = rows.Inserted, rows.Updated, rows.Deleted
	out["Open_tables"] = a.openTables()
	out["Open_files"], out["Opened_files"] = status.ServerFiles(a.schema.Read())
	out["Innodb_rows_read"] = rows.Fetched - min(sums[countMissed], rows.Fetched)
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
	sums := make([]uint64, len(statusNames))
	conn.counts.sum(sums)
	out := byStatusName(sums)
	if conn.wire != nil {
		out["Bytes_received"], out["Bytes_sent"] = conn.wire.received.Load(), conn.wire.sent.Load()
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
