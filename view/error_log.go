package view

// errorLog is the table of the last messages in the server's log.
func errorLog() *Table {
	fields := []field[LogEntry]{
		{Column: Column{Name: "LOGGED", Type: microTimestamp, Comment: "When; no two messages have the same time"},
			value: func(e *LogEntry) any { return e.At }},
		{Column: Column{Name: "THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that wrote it; 0 for code that runs on none"},
			value: func(e *LogEntry) any { return e.ThreadID }},
		{Column: Column{Name: "PRIO", Type: "enum('System','Error','Warning','Note')", Comment: "How grave it is"},
			value: func(e *LogEntry) any { return e.Priority }},
		{Column: Column{Name: "ERROR_CODE", Type: "varchar(10)", Nullable: true, Comment: "Number of the message; NULL, as messages have none here"},
			value: func(e *LogEntry) any { return text(e.Code) }},
		{Column: Column{Name: "SUBSYSTEM", Type: "varchar(7)", Nullable: true, Comment: "Part of the server that wrote it: Server"},
			value: func(e *LogEntry) any { return text(cut(e.Subsystem, 7)) }},
		{Column: Column{Name: "DATA", Type: "text", Comment: "The message"},
			value: func(e *LogEntry) any { return validTextOrEmpty(e.Text) }},
	}
	return &Table{
		Name:    "error_log",
		Comment: "The last messages of the server's log",
		Columns: columns(fields),
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"LOGGED"}, Unique: true},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}},
			{Name: "PRIO", Columns: []string{"PRIO"}},
			{Name: "ERROR_CODE", Columns: []string{"ERROR_CODE"}},
			{Name: "SUBSYSTEM", Columns: []string{"SUBSYSTEM"}},
		},
		Open: opener(fields, listed(func(r Reader) []LogEntry {
			if r.Server.Log == nil {
				return nil
			}
			return r.Server.Log()
		})),
		Order: []string{"LOGGED"},
	}
}
