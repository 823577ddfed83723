package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// tableLocks declares table_lock_waits_summary_by_table. The locks are those
// of LOCK TABLES and of statements on a table, not those of rows.
func tableLocks() *view.Table {
	type table = perfschema.TableInfo
	fields := objectFields(tableOf)
	for _, f := range []struct {
		suffix, what string
		stat         func(*perfschema.TableLockStat) perfschema.TimerStat
	}{
		{"", "Locks", (*perfschema.TableLockStat).Total},
		{"READ", "Locks to read", (*perfschema.TableLockStat).Read},
		{"WRITE", "Locks to write", (*perfschema.TableLockStat).Write},
		{"READ_NORMAL", "Locks to read", ofOperation(perfschema.OpReadNormal)},
		{"READ_WITH_SHARED_LOCKS", "Locks to read for LOCK IN SHARE MODE", ofOperation(perfschema.OpReadWithSharedLocks)},
		{"READ_HIGH_PRIORITY", "Locks to read with HIGH_PRIORITY", ofOperation(perfschema.OpReadHighPriority)},
		{"READ_NO_INSERT", "Locks to read that keep inserts out", ofOperation(perfschema.OpReadNoInsert)},
		{"READ_EXTERNAL", "Locks to read, taken of the storage", ofOperation(perfschema.OpReadExternal)},
		{"WRITE_ALLOW_WRITE", "Locks to write that let others write", ofOperation(perfschema.OpWriteAllowWrite)},
		{"WRITE_CONCURRENT_INSERT", "Locks to insert while others read", ofOperation(perfschema.OpWriteConcurrentInsert)},
		{"WRITE_LOW_PRIORITY", "Locks to write with LOW_PRIORITY", ofOperation(perfschema.OpWriteLowPriority)},
		{"WRITE_NORMAL", "Locks to write", ofOperation(perfschema.OpWriteNormal)},
		{"WRITE_EXTERNAL", "Locks to write, taken of the storage", ofOperation(perfschema.OpWriteExternal)},
	} {
		fields = append(fields, operationFields(f.suffix, f.what, func(t *table) perfschema.TimerStat { return f.stat(&t.Lock) })...)
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

func ofOperation(op perfschema.Operation) func(*perfschema.TableLockStat) perfschema.TimerStat {
	return func(s *perfschema.TableLockStat) perfschema.TimerStat { return s.Of(op) }
}
