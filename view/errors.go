package view

import "errors"

// Errors of writes to a table. Adapters map them to MySQL's numbers.
var (
	// ErrNotUpdatable: a column that may not change was changed (1683, HY000).
	ErrNotUpdatable = errors.New("column is not updatable")
	// ErrDuplicate: the row is there already (1022, 23000).
	ErrDuplicate = errors.New("row exists already")
	// ErrFull: the table has no room for one more row (1114, HY000).
	ErrFull = errors.New("table is full")
	// ErrOff: the Performance Schema is off (1683, HY000).
	ErrOff = errors.New("performance schema is off")
	// ErrValue: an enum column was given a value it does not have (1265, 01000).
	ErrValue = errors.New("value is not one of the column's")
)
