// Package lock has the tables of locks that are held or waited for, and of tables that are
// open: data_locks, data_lock_waits, metadata_locks and table_handles.
package lock
