package summary

import (
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// tableLocks declares table_lock_waits_summary_by_table. The locks are those
// of LOCK TABLES and of statements on a table, not those of rows.
func tableLocks() *view.Table {
	type table = record.TableInfo
	fields := objectFields(tableOf)
	for _, f := range []struct {
		suffix, what string
		stat         func(*record.TableLockStat) record.TimerStat
	}{
		{"", "Locks", (*record.TableLockStat).Total},
		{"READ", "Locks to read", (*record.TableLockStat).Read},
		{"WRITE", "Locks to write", (*record.TableLockStat).Write},
		{"READ_NORMAL", "Locks to read", func(l *record.TableLockStat) record.TimerStat { return l.ReadNormal }},
		{"READ_WITH_SHARED_LOCKS", "Locks to read for LOCK IN SHARE MODE", func(l *record.TableLockStat) record.TimerStat { return l.ReadWithSharedLocks }},
		{"READ_HIGH_PRIORITY", "Locks to read with HIGH_PRIORITY", func(l *record.TableLockStat) record.TimerStat { return l.ReadHighPriority }},
		{"READ_NO_INSERT", "Locks to read that keep inserts out", func(l *record.TableLockStat) record.TimerStat { return l.ReadNoInsert }},
		{"READ_EXTERNAL", "Locks to read, taken of the storage", func(l *record.TableLockStat) record.TimerStat { return l.ReadExternal }},
		{"WRITE_ALLOW_WRITE", "Locks to write that let others write", func(l *record.TableLockStat) record.TimerStat { return l.WriteAllowWrite }},
		{"WRITE_CONCURRENT_INSERT", "Locks to insert while others read", func(l *record.TableLockStat) record.TimerStat { return l.WriteConcurrentInsert }},
		{"WRITE_LOW_PRIORITY", "Locks to write with LOW_PRIORITY", func(l *record.TableLockStat) record.TimerStat { return l.WriteLowPriority }},
		{"WRITE_NORMAL", "Locks to write", func(l *record.TableLockStat) record.TimerStat { return l.WriteNormal }},
		{"WRITE_EXTERNAL", "Locks to write, taken of the storage", func(l *record.TableLockStat) record.TimerStat { return l.WriteExternal }},
	} {
		fields = append(fields, operationFields(f.suffix, f.what, func(t *table) record.TimerStat { return f.stat(&t.Lock) })...)
	}
	return &view.Table{
		Name:    "table_lock_waits_summary_by_table",
		Comment: "Locks on each table",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "OBJECT", Columns: objectKey, Unique: true}},
		Access:  view.AllowTruncate,
		Open:    field.Opener(fields, field.Listed(field.TablesOf)),
	}
}
