package top

// jsonOnly is the width of what the screen has no column for.
const jsonOnly = -1

// The counts of statementsPage that others ask for.
const (
	executions = iota
	statementTime
)

var statementsPage = page{
	name: "statements", title: "Statements", short: "Stmts", what: " by digest",
	table:  "events_statements_summary_by_digest",
	labels: []string{"SCHEMA_NAME", "DIGEST", "LEFT(DIGEST_TEXT, 1024)"},
	counts: []string{"COUNT_STAR", "SUM_TIMER_WAIT", "SUM_LOCK_TIME", "SUM_ERRORS", "SUM_WARNINGS", "SUM_ROWS_SENT", "SUM_ROWS_EXAMINED", "SUM_ROWS_AFFECTED", "SUM_NO_INDEX_USED", "SUM_CREATED_TMP_TABLES", "SUM_SORT_ROWS", "SUM_CREATED_TMP_DISK_TABLES"},
	figures: []figure{
		{column{"time", "time_seconds", 8, true, 0}, sumTime(statementTime)},
		{column{"%", "share", 6, true, 5}, share(statementTime)},
		{column{"execs", "executions", 7, true, 0}, count(executions)},
		{column{"/s", "executions_per_second", 7, true, 6}, rate(executions)},
		{column{"avg", "average_seconds", 8, true, 1}, averageTime(statementTime, executions)},
		{column{"p95", "p95_seconds", 8, true, 2}, func(c *change) cell { return timeCell(c.p95) }},
		{column{"ex/sent", "rows_examined_per_sent", 7, true, 3}, perSent(6, 5)},
		{column{"errors", "errors", 6, true, 4}, zeroIsNone(count(3))},
		{column{"no index", "without_index", 8, true, 8}, zeroIsNone(count(8))},
		{column{"lock", "lock_seconds", jsonOnly, true, 0}, sumTime(2)},
		{column{"warnings", "warnings", jsonOnly, true, 0}, count(4)},
		{column{"sent", "rows_sent", jsonOnly, true, 0}, count(5)},
		{column{"examined", "rows_examined", jsonOnly, true, 0}, count(6)},
		{column{"affected", "rows_affected", jsonOnly, true, 0}, count(7)},
		{column{"tmp", "temporary_tables", jsonOnly, true, 0}, count(9)},
		{column{"sorted", "rows_sorted", jsonOnly, true, 0}, count(10)},
		{column{"digest", "digest", jsonOnly, false, 0}, label(1)},
		{column{"schema", "schema", 10, false, 7}, label(0)},
		{column{"statement", "statement", 0, false, 0}, label(2)},
	},
	sums: []int{executions, statementTime}, consumer: "statements_digest",
}

var waitsPage = page{
	name: "waits", title: "Waits", short: "Waits", what: " by event",
	table: "events_waits_summary_global_by_event_name", labels: []string{"EVENT_NAME"}, counts: []string{"COUNT_STAR", "SUM_TIMER_WAIT"},
	where: "COUNT_STAR > 0 AND EVENT_NAME <> 'idle'",
	figures: []figure{
		{column{"time", "time_seconds", 8, true, 0}, sumTime(1)},
		{column{"%", "share", 6, true, 0}, share(1)},
		{column{"waits", "waits", 8, true, 0}, count(0)},
		{column{"/s", "waits_per_second", 8, true, 1}, rate(0)},
		{column{"avg", "average_seconds", 8, true, 0}, averageTime(1, 0)},
		{column{"event", "event", 0, false, 0}, label(0)},
	},
	sums: []int{0, 1}, instruments: "wait/%",
}

var filesPage = page{
	name: "files", title: "Files", short: "Files", what: " by file",
	table: "file_summary_by_instance", labels: []string{"FILE_NAME", "EVENT_NAME"},
	counts: []string{"COUNT_STAR", "SUM_TIMER_WAIT", "COUNT_READ", "SUM_TIMER_READ", "SUM_NUMBER_OF_BYTES_READ",
		"COUNT_WRITE", "SUM_TIMER_WRITE", "SUM_NUMBER_OF_BYTES_WRITE", "COUNT_MISC", "SUM_TIMER_MISC"},
	where: "COUNT_STAR > 0",
	figures: []figure{
		{column{"time", "time_seconds", 8, true, 0}, sumTime(1)},
		{column{"%", "share", 6, true, 0}, share(1)},
		{column{"reads", "reads", 7, true, 1}, count(2)},
		{column{"read/s", "read_bytes_per_second", 9, true, 0}, byteRate(4)},
		{column{"writes", "writes", 7, true, 1}, count(5)},
		{column{"written/s", "written_bytes_per_second", 9, true, 0}, byteRate(7)},
		{column{"other", "other_operations", 6, true, 2}, count(8)},
		{column{"reading", "read_seconds", jsonOnly, true, 0}, sumTime(3)},
		{column{"writing", "write_seconds", jsonOnly, true, 0}, sumTime(6)},
		{column{"otherwise", "other_seconds", jsonOnly, true, 0}, sumTime(9)},
		{column{"event", "event", jsonOnly, false, 0}, label(1)},
		{column{"file", "file", 0, false, 0}, label(0)},
	},
	sums: []int{0, 1}, instruments: "wait/io/file/%",
}

var tablesPage = page{
	name: "tables", title: "Tables", short: "Tables", what: " by table",
	table: "table_io_waits_summary_by_table", labels: []string{"OBJECT_SCHEMA", "OBJECT_NAME"},
	counts: []string{"COUNT_STAR", "SUM_TIMER_WAIT", "COUNT_FETCH", "SUM_TIMER_FETCH", "COUNT_INSERT", "COUNT_UPDATE", "COUNT_DELETE", "SUM_TIMER_WRITE"},
	where:  "COUNT_STAR > 0",
	figures: []figure{
		{column{"time", "time_seconds", 8, true, 0}, sumTime(1)},
		{column{"%", "share", 6, true, 1}, share(1)},
		{column{"rows read", "rows_read", 9, true, 0}, count(2)},
		{column{"inserted", "rows_inserted", 8, true, 0}, count(4)},
		{column{"updated", "rows_updated", 8, true, 0}, count(5)},
		{column{"deleted", "rows_deleted", 8, true, 0}, count(6)},
		{column{"reading", "read_seconds", 8, true, 2}, sumTime(3)},
		{column{"writing", "write_seconds", 8, true, 2}, sumTime(7)},
		{column{"table", "table", 0, false, 0}, func(c *change) cell { return textCell(c.labels[0] + "." + c.labels[1]) }},
	},
	sums: []int{0, 1}, instruments: "wait/io/table/%",
}

var memoryPage = page{
	name: "memory", title: "Memory", short: "Mem", what: " by instrument",
	table: "memory_summary_global_by_event_name", labels: []string{"EVENT_NAME"},
	counts: []string{"CURRENT_NUMBER_OF_BYTES_USED", "CURRENT_COUNT_USED", "HIGH_NUMBER_OF_BYTES_USED", "COUNT_ALLOC", "SUM_NUMBER_OF_BYTES_ALLOC", "COUNT_FREE"},
	where:  "CURRENT_NUMBER_OF_BYTES_USED <> 0 OR COUNT_ALLOC > 0",
	figures: []figure{
		{column{"in use", "bytes_in_use", 9, true, 0}, bytesNow(0)},
		{column{"change", "bytes_change", 10, true, 0}, zeroIsNone(func(c *change) cell { return numberCell(c.delta[0], signedBytes) })},
		{column{"blocks", "blocks_in_use", 8, true, 1}, func(c *change) cell { return numberCell(c.counts[1], showCount) }},
		{column{"most ever", "bytes_high_water_mark", 9, true, 1}, bytesNow(2)},
		{column{"allocs", "allocations", 8, true, 0}, zeroIsNone(count(3))},
		{column{"alloc/s", "allocated_bytes_per_second", 9, true, 2}, zeroIsNone(byteRate(4))},
		{column{"instrument", "event", 0, false, 0}, label(0)},
	},
	sums: []int{3, 4}, all: true, instruments: "memory/%",
}

var sessionsPage = page{
	name: "sessions", title: "Sessions", short: "Sess",
	table: "threads",
	columns: []column{
		{"id", "connection", 6, true, 0},
		{"user", "user", 10, false, 1},
		{"host", "host", 12, false, 6},
		{"schema", "schema", 10, false, 5},
		{"does", "command", 8, false, 2},
		{"for", "seconds", 8, true, 0},
		{"waits for", "waits_for", 20, false, 0},
		{"held by", "held_by", 9, false, 0},
		{"examined", "rows_examined", 8, true, 4},
		{"memory", "bytes_in_use", 9, true, 3},
		{"state", "state", jsonOnly, false, 0},
		{"statement", "statement", 0, false, 0},
	},
	first: order{column: -1},
}

var errorsPage = page{
	name: "errors", title: "Errors", short: "Errs", what: " by number",
	table: "events_errors_summary_global_by_error", labels: []string{"ERROR_NUMBER", "ERROR_NAME", "SQL_STATE"}, counts: []string{"SUM_ERROR_RAISED", "SUM_ERROR_HANDLED"},
	where: "SUM_ERROR_RAISED > 0",
	figures: []figure{
		{column{"raised", "raised", 8, true, 0}, count(0)},
		{column{"%", "share", 6, true, 1}, share(0)},
		{column{"/s", "raised_per_second", 8, true, 0}, rate(0)},
		{column{"handled", "handled", 8, true, 2}, zeroIsNone(count(1))},
		{column{"ever", "raised_ever", 9, true, 1}, func(c *change) cell { return numberCell(c.counts[0], showCount) }},
		{column{"number", "number", 7, false, 0}, label(0)},
		{column{"state", "state", 6, false, 1}, label(2)},
		{column{"error", "error", 0, false, 0}, label(1)},
	},
	sums: []int{0},
}
