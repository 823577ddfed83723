package record

// ProgramInfo is a row of events_statements_summary_by_program: the calls of a
// stored program, and the statements executed in them.
type ProgramInfo struct {
	Type         ProgramType
	Schema, Name string
	Calls        TimerStat
	Statements   StatementStat
}

// ProgramType is the OBJECT_TYPE of a stored program.
type ProgramType string

// The types of stored programs.
const (
	ProgramProcedure ProgramType = "PROCEDURE"
	ProgramFunction  ProgramType = "FUNCTION"
	ProgramTrigger   ProgramType = "TRIGGER"
	ProgramEvent     ProgramType = "EVENT"
)

// PreparedInfo is a row of prepared_statements_instances. Prepare is in
// picoseconds; Execute counts the executions.
type PreparedInfo struct {
	// ID is STATEMENT_ID; Name what SQL calls the statement, empty for one of the client
	// protocol; Text is SQL_TEXT.
	ID         uint64
	Name, Text string
	// OwnerType, OwnerSchema and OwnerName are the stored program that prepared the
	// statement; empty if none did.
	OwnerType, OwnerSchema, OwnerName string
	Begin                             uint64 // OBJECT_INSTANCE_BEGIN
	ThreadID, EventID                 uint64
	Prepare, Reprepared               uint64
	Execute                           StatementStat
}
