package server

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// errorLog is the table of the last messages in the server's log.
func errorLog() *view.Table {
	fields := []field.Field[view.LogEntry]{
		{Column: view.Column{Name: "LOGGED", Type: field.MicroTimestamp, Comment: "When; no two messages have the same time"},
			Value: func(e *view.LogEntry) any { return e.At }},
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that wrote it; 0 for code that runs on none"},
			Value: func(e *view.LogEntry) any { return e.ThreadID }},
		{Column: view.Column{Name: "PRIO", Type: "enum('System','Error','Warning','Note')", Comment: "How grave it is"},
			Value: func(e *view.LogEntry) any { return e.Priority }},
		{Column: view.Column{Name: "ERROR_CODE", Type: "varchar(10)", Nullable: true, Comment: "Number of the message; NULL, as messages have none here"},
			Value: func(e *view.LogEntry) any { return field.Text(e.Code) }},
		{Column: view.Column{Name: "SUBSYSTEM", Type: "varchar(7)", Nullable: true, Comment: "Part of the server that wrote it: Server"},
			Value: func(e *view.LogEntry) any { return field.Text(field.Cut(e.Subsystem, 7)) }},
		{Column: view.Column{Name: "DATA", Type: "text", Comment: "The message"},
			Value: func(e *view.LogEntry) any { return field.ValidTextOrEmpty(e.Text) }},
	}
	return &view.Table{
		Name:    "error_log",
		Comment: "The last messages of the server's log",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"LOGGED"}, Unique: true},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}},
			{Name: "PRIO", Columns: []string{"PRIO"}},
			{Name: "ERROR_CODE", Columns: []string{"ERROR_CODE"}},
			{Name: "SUBSYSTEM", Columns: []string{"SUBSYSTEM"}},
		},
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []view.LogEntry {
			if r.Server.Log == nil {
				return nil
			}
			return r.Server.Log()
		})),
		Order: []string{"LOGGED"},
	}
}
