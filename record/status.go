package record

// StatusVariable is one Performance_schema_* status variable.
type StatusVariable struct {
	Name  string
	Value uint64
}

// EngineStatusRow is a row of SHOW ENGINE PERFORMANCE_SCHEMA STATUS: of each
// buffer the size of a row in bytes, the number of rows, and the memory they
// take. Texts kept by events, digests and threads are rows of their own.
type EngineStatusRow struct {
	Name  string
	Value uint64
}
