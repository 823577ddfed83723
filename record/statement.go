package record

import "unsafe"

// StatementCounters are the figures of one statement, or sums of them, named
// as the columns of events_statements_*. LockTime and CPUTime are in picoseconds;
// a CPUTime of 0 is one that was not measured.
type StatementCounters struct {
	LockTime, Warnings, RowsAffected, RowsSent, RowsExamined           uint64
	CreatedTmpDiskTables, CreatedTmpTables                             uint64
	SelectFullJoin, SelectFullRangeJoin, SelectRange, SelectRangeCheck uint64
	SelectScan, SortMergePasses, SortRange, SortRows, SortScan         uint64
	NoIndexUsed, NoGoodIndexUsed                                       uint64
	CPUTime                                                            uint64
}

const numCounters = int(unsafe.Sizeof(StatementCounters{}) / 8)

// words views the counters, all of them uint64, as an array.
func (c *StatementCounters) words() *[numCounters]uint64 {
	return (*[numCounters]uint64)(unsafe.Pointer(c))
}

// Add adds every counter of o.
func (c *StatementCounters) Add(o *StatementCounters) {
	a, b := c.words(), o.words()
	for i := range a {
		a[i] += b[i]
	}
}

// StatementEvent is a row of events_statements_*. Empty strings are NULL.
type StatementEvent struct {
	Event
	Counters                             StatementCounters
	SQLText, DigestHex, DigestText       string
	Schema                               string
	ObjectType, ObjectSchema, ObjectName string
	Errno                                int
	SQLState, Message                    string
	Errors                               uint64
	NestingLevel                         int
	StatementID                          uint64
	// MaxControlledMemory and MaxTotalMemory are the most bytes that the Thread
	// had in use above what it had when the statement began: of instruments whose
	// FLAGS have controlled, and of all. Helpers have Threads of their own.
	MaxControlledMemory, MaxTotalMemory uint64
}

// StatementStat is the summary of one statement class.
type StatementStat struct {
	Timer    TimerStat
	Counters StatementCounters
	Errors   uint64
	// MaxControlledMemory and MaxTotalMemory are the most of one statement; see
	// StatementEvent.
	MaxControlledMemory, MaxTotalMemory uint64
}
