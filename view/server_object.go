package view

// DataLock is a lock on all rows of a table, which a session holds.
type DataLock struct {
	// ID is of this lock alone, as long as the server runs.
	ID            uint64
	Schema, Table string
	Write         bool
	ThreadID      uint64 // 0: of no Thread
}

// LoadableFunction is a function that MySQL has not.
type LoadableFunction struct {
	Name string
	// ReturnType is char, integer, double or decimal; "" where that depends on the
	// arguments.
	ReturnType string
	Aggregate  bool
}

// AutoIncrement is a column that counts by itself.
type AutoIncrement struct {
	Schema, Table, Column string
	// Type is the column's, as SHOW COLUMNS has it.
	Type string
	// Next is the number that comes next.
	Next uint64
}
