package gms

import (
	"strings"
	"time"

	"github.com/perfschema/perfschema"
)

// What status variables count is counted once, by threads and tables, and added up
// when somebody asks. Of a statement instrument that is disabled nothing is known,
// and TRUNCATE of events_statements_summary_global_by_event_name begins anew. What
// runs prepared or in a program counts as Com_stmt_execute and as Queries, and not
// by its own kind.

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
	if strings.HasPrefix(class, "statement/com/") {
		return "Com_admin_commands"
	}
	return ""
}

// countStatements adds up what the statements of the server, or of one thread, have
// counted. It is nil if the thread has gone.
func countStatements(s *perfschema.Schema, g perfschema.Grouping, threadID uint64) map[string]uint64 {
	reader := s.ReadStatements(g, threadID)
	classes := s.ClassesOf(perfschema.KindStatement)
	for len(classes) != reader.Len() && s.Enabled() { // one was registered in between
		reader = s.ReadStatements(g, threadID)
		classes = s.ClassesOf(perfschema.KindStatement)
	}
	_, stats, ok := reader.Next()
	if !ok {
		return nil
	}
	out := make(map[string]uint64, len(classes))
	var c, outer perfschema.StatementCounters
	for i, class := range classes {
		n, name := stats[i].Timer.Count, class.Name()
		if com := statusOfClass(name); com != "" {
			out[com] += n
		}
		switch {
		case strings.HasPrefix(name, "statement/sql/"), name == "statement/com/Execute":
			out["Questions"] += n
			out["Queries"] += n
		case name == "statement/com/Prepare", name == "statement/sp/stmt":
			out["Queries"] += n
		}
		c.Add(&stats[i].Counters)
		if !strings.HasPrefix(name, "statement/sp/") {
			outer.Add(&stats[i].Counters)
		}
	}
	// What is counted while rows flow, the statement around a program counts too;
	// what its plan says, it does not.
	for name, n := range map[string]uint64{
		"Created_tmp_disk_tables": c.CreatedTmpDiskTables, "Created_tmp_tables": c.CreatedTmpTables,
		"Select_full_join": c.SelectFullJoin, "Select_full_range_join": c.SelectFullRangeJoin,
		"Select_range": c.SelectRange, "Select_range_check": c.SelectRangeCheck, "Select_scan": c.SelectScan,
		"Sort_merge_passes": c.SortMergePasses, "Sort_range": outer.SortRange, "Sort_rows": outer.SortRows, "Sort_scan": outer.SortScan,
	} {
		out[name] = n
	}
	return out
}

// counted is what the server has counted; nil if the Schema is off.
func (a *Adapter) counted() map[string]uint64 {
	if !a.schema.Enabled() {
		return nil
	}
	out := countStatements(a.schema, perfschema.Global, 0)
	if out == nil {
		return nil
	}
	out["Bytes_received"], out["Bytes_sent"] = a.bytes.sum()
	rows := a.schema.RowOperations()
	out["Handler_write"], out["Handler_update"], out["Handler_delete"] = rows.Inserted, rows.Updated, rows.Deleted
	out["Handler_read_rnd_next"] = rows.Scanned
	out["Innodb_rows_inserted"], out["Innodb_rows_updated"], out["Innodb_rows_deleted"] = rows.Inserted, rows.Updated, rows.Deleted
	out["Innodb_rows_read"] = rows.Fetched
	out["Prepared_stmt_count"] = uint64(len(a.schema.PreparedStatements()))
	return out
}

// countedBySession is what a session has counted since it began, or since FLUSH
// STATUS; nil if that is not known.
func (a *Adapter) countedBySession(id uint32) map[string]uint64 {
	conn := a.connectionByID(id)
	if conn == nil {
		return nil
	}
	out := conn.counted()
	if base := conn.flushed.Load(); base != nil {
		for name, n := range *base {
			out[name] -= min(n, out[name])
		}
	}
	return out
}

func (conn *connection) counted() map[string]uint64 {
	out := countStatements(conn.adapter.schema, perfschema.ByThread, conn.thread.ID())
	if out != nil && conn.wire != nil {
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

// flushStatus is FLUSH STATUS: what was lost is forgotten, and every session counts
// from here on.
func (a *Adapter) flushStatus() {
	a.schema.FlushStatus()
	a.uptime.flush(time.Now())
	if a.lifecycle == nil {
		return
	}
	a.lifecycle.connections.Range(func(_, c any) bool {
		conn := c.(*connection)
		now := conn.counted()
		conn.flushed.Store(&now)
		return true
	})
}
