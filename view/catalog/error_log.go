package catalog

import "github.com/perfschema/perfschema/view"

// errorLog is the table of the last messages in the server's log.
func errorLog() *view.Table {
	fields := []field[view.LogEntry]{
		{Column: view.Column{Name: "LOGGED", Type: microTimestamp, Comment: "When; no two messages have the same time"},
			value: func(e *view.LogEntry) any { return e.At }},
		{Column: view.Column{Name: "THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that wrote it; 0 for code that runs on none"},
			value: func(e *view.LogEntry) any { return e.ThreadID }},
		{Column: view.Column{Name: "PRIO", Type: "enum('System','Error','Warning','Note')", Comment: "How grave it is"},
			value: func(e *view.LogEntry) any { return e.Priority }},
		{Column: view.Column{Name: "ERROR_CODE", Type: "varchar(10)", Nullable: true, Comment: "Number of the message; NULL, as messages have none here"},
			value: func(e *view.LogEntry) any { return text(e.Code) }},
		{Column: view.Column{Name: "SUBSYSTEM", Type: "varchar(7)", Nullable: true, Comment: "Part of the server that wrote it: Server"},
			value: func(e *view.LogEntry) any { return text(cut(e.Subsystem, 7)) }},
		{Column: view.Column{Name: "DATA", Type: "text", Comment: "The message"},
			value: func(e *view.LogEntry) any { return validTextOrEmpty(e.Text) }},
	}
	return &view.Table{
		Name:    "error_log",
		Comment: "The last messages of the server's log",
		Columns: columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"LOGGED"}, Unique: true},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}},
			{Name: "PRIO", Columns: []string{"PRIO"}},
			{Name: "ERROR_CODE", Columns: []string{"ERROR_CODE"}},
			{Name: "SUBSYSTEM", Columns: []string{"SUBSYSTEM"}},
		},
		Open: opener(fields, listed(func(r view.Reader) []view.LogEntry {
			if r.Server.Log == nil {
				return nil
			}
			return r.Server.Log()
		})),
		Order: []string{"LOGGED"},
	}
}
