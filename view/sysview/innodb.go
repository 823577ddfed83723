package sysview

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/lock"
)

// Why views of InnoDB have no rows.
const (
	noBufferPool = "the storage has no InnoDB buffer pool"
)

// nothing is what the rows of an empty view would tell of.
type nothing struct{}

type column struct {
	name, typ string
	form      form
}

// emptyTwins declares a view of what the server has not.
func emptyTwins(v sysView, columns []column) []*view.Table {
	fields := make([]sysField[nothing], len(columns))
	for i, c := range columns {
		fields[i] = sysField[nothing]{c.name, c.typ, c.form, func(*nothing) any { return nil }}
	}
	return twins(v, fields, field.Listed(func(view.Reader) []nothing { return nil }))
}

// innodbViews are the views of InnoDB.
func innodbViews() []*view.Table {
	buffer := []column{
		{"allocated", "decimal(44,0)", size}, {"data", "decimal(44,0)", size}, {"pages", field.Bigint + notNull, asIs},
		{"pages_hashed", field.Bigint + notNull, asIs}, {"pages_old", field.Bigint + notNull, asIs}, {"rows_cached", "decimal(45,0)" + notNull, asIs},
	}
	schema, table := column{"object_schema", "text", asIs}, column{"object_name", "text", asIs}
	tables := emptyTwins(sysView{name: "innodb_buffer_stats_by_schema", comment: "InnoDB's buffer pool by database", empty: noBufferPool}, append([]column{schema}, buffer...))
	tables = append(tables, emptyTwins(sysView{name: "innodb_buffer_stats_by_table", comment: "InnoDB's buffer pool by table", empty: noBufferPool}, append([]column{schema, table}, buffer...))...)
	for _, t := range tables {
		if last := &t.Columns[len(t.Columns)-1]; t.Name[:2] != "x$" {
			last.Nullable = true // as MySQL declares it
		}
	}
	const lockID, mode = "varchar(128)", "varchar(32)"
	return append(tables, emptyTwins(sysView{name: "innodb_lock_waits", comment: "Transactions that wait for row locks, and those that hold them", reads: []string{"data_lock_waits", "data_locks"}, empty: lock.NoWaitsForLocks}, []column{
		{"wait_started", "datetime", asIs}, {"wait_age", "time", asIs}, {"wait_age_secs", field.Bigint, asIs},
		{"locked_table", "mediumtext", asIs}, {"locked_table_schema", field.Identifier, asIs}, {"locked_table_name", field.Identifier, asIs},
		{"locked_table_partition", field.Identifier, asIs}, {"locked_table_subpartition", field.Identifier, asIs}, {"locked_index", field.Identifier, asIs},
		{"locked_type", mode + notNull, asIs},
		{"waiting_trx_id", field.BigintUnsigned + notNull, asIs}, {"waiting_trx_started", "datetime" + notNull, asIs}, {"waiting_trx_age", "time", asIs},
		{"waiting_trx_rows_locked", field.BigintUnsigned + notNull, asIs}, {"waiting_trx_rows_modified", field.BigintUnsigned + notNull, asIs},
		{"waiting_pid", field.BigintUnsigned + notNull, asIs}, {"waiting_query", "varchar(1024)", brief},
		{"waiting_lock_id", lockID + notNull, asIs}, {"waiting_lock_mode", mode + notNull, asIs},
		{"blocking_trx_id", field.BigintUnsigned + notNull, asIs}, {"blocking_pid", field.BigintUnsigned + notNull, asIs}, {"blocking_query", "varchar(1024)", brief},
		{"blocking_lock_id", lockID + notNull, asIs}, {"blocking_lock_mode", mode + notNull, asIs},
		{"blocking_trx_started", "datetime" + notNull, asIs}, {"blocking_trx_age", "time", asIs},
		{"blocking_trx_rows_locked", field.BigintUnsigned + notNull, asIs}, {"blocking_trx_rows_modified", field.BigintUnsigned + notNull, asIs},
		{"sql_kill_blocking_query", "varchar(33)", asIs}, {"sql_kill_blocking_connection", "varchar(27)", asIs},
	})...)
}
