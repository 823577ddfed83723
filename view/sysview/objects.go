package sysview

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/connection"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/lock"
)

// counted is how many objects of a kind a database has.
type counted struct {
	schema, kind string
	n            int64
}

// objectViews are the views of what databases hold.
func objectViews() []*view.Table { return []*view.Table{objectOverview(), autoIncrements()} }

// objectOverview declares schema_object_overview, of users' databases alone.
func objectOverview() *view.Table {
	type row = counted
	return sysTable(sysView{name: "schema_object_overview", comment: "How many tables, views, indexes, programs and events databases have"}, []sysField[row]{
		{"db", field.Identifier, asIs, func(v *row) any { return v.schema }},
		{"object_type", "varchar(19)", asIs, func(v *row) any { return v.kind }},
		{"count", field.Bigint + notNull, asIs, func(v *row) any { return v.n }},
	}, field.Listed(func(r view.Reader) (out []row) {
		counts := make(map[[2]string]int64)
		for _, of := range []struct {
			table, schema, kind string
			name                func(kind string) string
		}{
			{"tables", "TABLE_SCHEMA", "TABLE_TYPE", nil},
			{"routines", "ROUTINE_SCHEMA", "ROUTINE_TYPE", nil},
			{"statistics", "TABLE_SCHEMA", "INDEX_TYPE", func(kind string) string { return "INDEX (" + kind + ")" }},
			{"triggers", "TRIGGER_SCHEMA", "TRIGGER_SCHEMA", func(string) string { return "TRIGGER" }},
			{"events", "EVENT_SCHEMA", "EVENT_SCHEMA", func(string) string { return "EVENT" }},
		} {
			for _, v := range information(r, of.table, of.schema, of.kind) {
				kind := field.TextOf(v[1])
				if of.name != nil {
					kind = of.name(kind)
				}
				counts[[2]string{field.TextOf(v[0]), kind}]++
			}
		}
		keys := slices.SortedFunc(maps.Keys(counts), func(a, b [2]string) int {
			return cmp.Or(strings.Compare(a[0], b[0]), strings.Compare(a[1], b[1]))
		})
		for _, k := range keys {
			out = append(out, row{k[0], k[1], counts[k]})
		}
		return out
	}), false)
}

// increment is a column that counts by itself.
type increment struct {
	view.AutoIncrement
	dataType string
	unsigned bool
	largest  uint64
}

// largest is the greatest number that a type of integers holds; 0 for another type.
func largest(dataType string, unsigned bool) uint64 {
	bits, ok := map[string]uint{"tinyint": 8, "smallint": 16, "mediumint": 24, "int": 32, "bigint": 64}[dataType]
	if !ok {
		return 0
	}
	if !unsigned {
		bits--
	}
	return 1<<bits - 1
}

// autoIncrements declares schema_auto_increment_columns.
func autoIncrements() *view.Table {
	type row = increment
	return sysTable(sysView{name: "schema_auto_increment_columns", comment: "Columns that count by themselves, and how much of their range is used"}, []sysField[row]{
		{"table_schema", field.Identifier, asIs, func(v *row) any { return v.Schema }},
		{"table_name", field.Identifier, asIs, func(v *row) any { return v.Table }},
		{"column_name", field.Identifier, asIs, func(v *row) any { return v.Column }},
		{"data_type", field.Longtext, asIs, func(v *row) any { return v.dataType }},
		{"column_type", "mediumtext" + notNull, asIs, func(v *row) any { return v.Type }},
		{"is_signed", field.Integer + notNull, asIs, func(v *row) any { return intOf(!v.unsigned) }},
		{"is_unsigned", field.Integer + notNull, asIs, func(v *row) any { return intOf(v.unsigned) }},
		{"max_value", field.BigintUnsigned, asIs, func(v *row) any { return field.Number(v.largest) }},
		{"auto_increment", field.BigintUnsigned, asIs, func(v *row) any { return v.Next }},
		{"auto_increment_ratio", "decimal(25,4) unsigned", asIs, func(v *row) any { return quotient(v.Next, v.largest, 4) }},
	}, inOrder(func(r view.Reader) (out []row) {
		if r.Server.AutoIncrements == nil {
			return nil
		}
		for c := range r.Server.AutoIncrements() {
			v := row{AutoIncrement: c, unsigned: strings.Contains(c.Type, "unsigned")}
			v.dataType, _, _ = strings.Cut(c.Type, " ")
			v.dataType, _, _ = strings.Cut(v.dataType, "(")
			v.largest = largest(v.dataType, v.unsigned)
			out = append(out, v)
		}
		return out
	}, func(a, b *row) int {
		return cmp.Or(cmp.Compare(b.ratio(), a.ratio()), cmp.Compare(a.largest, b.largest))
	}), false)
}

func (v *increment) ratio() float64 { return float64(v.Next) / max(float64(v.largest), 1) }

// lockWait is a lock on a table that a thread waits for, and one that another holds.
type lockWait struct {
	waits, blocks     record.MetadataLockInfo
	waiting, blocking record.ThreadInfo
	statement         *record.StatementEvent
	now               connection.LiveThread
}

// tableLockWaits declares schema_table_lock_waits. It has rows where the adapter shows
// metadata locks on tables.
func tableLockWaits() []*view.Table {
	type row = lockWait
	statementCount := func(of func(*record.StatementCounters) uint64) func(*row) any {
		return func(v *row) any {
			if v.statement == nil {
				return nil
			}
			return of(&v.statement.Counters)
		}
	}
	kill := func(what string) func(*row) any {
		return func(v *row) any {
			return field.Unless(v.blocking.ProcesslistID == 0, fmt.Sprintf("KILL %s%d", what, v.blocking.ProcesslistID))
		}
	}
	account := func(t record.ThreadInfo) any { return field.Text(accountOf(&t, "")) }
	return twins(sysView{name: "schema_table_lock_waits", comment: "Who waits for a lock on a table, and who holds it, as far as metadata_locks shows such locks", reads: []string{"metadata_locks", "threads", "events_statements_current"}}, []sysField[row]{
		{"object_schema", field.Identifier, asIs, func(v *row) any { return field.Text(v.waits.Schema) }},
		{"object_name", field.Identifier, asIs, func(v *row) any { return field.ObjectName(v.waits.Name) }},
		{"waiting_thread_id", field.BigintUnsigned + notNull, asIs, func(v *row) any { return v.waiting.ThreadID }},
		{"waiting_pid", field.BigintUnsigned, asIs, func(v *row) any { return field.Number(v.waiting.ProcesslistID) }},
		{"waiting_account", "text", asIs, func(v *row) any { return account(v.waiting) }},
		{"waiting_lock_type", "varchar(32)" + notNull, asIs, func(v *row) any { return v.waits.Type }},
		{"waiting_lock_duration", "varchar(32)" + notNull, asIs, func(v *row) any { return string(v.waits.Duration) }},
		{"waiting_query", field.Longtext, brief, func(v *row) any { return field.ValidText(v.waiting.Info) }},
		{"waiting_query_secs", field.Bigint, asIs, func(v *row) any { return v.now.Seconds() }},
		{"waiting_query_rows_affected", field.BigintUnsigned, asIs, statementCount(func(c *record.StatementCounters) uint64 { return c.RowsAffected })},
		{"waiting_query_rows_examined", field.BigintUnsigned, asIs, statementCount(func(c *record.StatementCounters) uint64 { return c.RowsExamined })},
		{"blocking_thread_id", field.BigintUnsigned + notNull, asIs, func(v *row) any { return v.blocking.ThreadID }},
		{"blocking_pid", field.BigintUnsigned, asIs, func(v *row) any { return field.Number(v.blocking.ProcesslistID) }},
		{"blocking_account", "text", asIs, func(v *row) any { return account(v.blocking) }},
		{"blocking_lock_type", "varchar(32)" + notNull, asIs, func(v *row) any { return v.blocks.Type }},
		{"blocking_lock_duration", "varchar(32)" + notNull, asIs, func(v *row) any { return string(v.blocks.Duration) }},
		{"sql_kill_blocking_query", "varchar(31)", asIs, kill("QUERY ")},
		{"sql_kill_blocking_connection", "varchar(25)", asIs, kill("")},
	}, field.Listed(lockWaits))
}

// lockWaits pairs each lock on a table that is waited for with those that are held on it.
func lockWaits(r view.Reader) (out []lockWait) {
	locks := lock.AllMetadataLocks(r)
	for _, w := range locks {
		if w.ObjectType != "TABLE" || w.Status.String() != "PENDING" {
			continue
		}
		for _, b := range locks {
			if b.ObjectType != w.ObjectType || b.Schema != w.Schema || b.Name != w.Name || b.Status.String() != "GRANTED" || b.ThreadID == w.ThreadID {
				continue
			}
			waiting, blocking := r.Schema.Read().ThreadByID(w.ThreadID), r.Schema.Read().ThreadByID(b.ThreadID)
			v := lockWait{waits: w, blocks: b, waiting: waiting.Info(), blocking: blocking.Info()}
			if v.waiting.ThreadID == 0 || v.blocking.ThreadID == 0 {
				continue // one of them has ended since
			}
			v.now = connection.LiveThread{ThreadInfo: v.waiting, Now: r.Schema.Wall()}
			v.statement = first(waiting.StatementsCurrent())
			out = append(out, v)
		}
	}
	return out
}
