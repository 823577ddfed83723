package connection

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// LiveThread is what a row of threads and processlist tells of.
type LiveThread struct {
	record.ThreadInfo
	Now    time.Time
	memory record.ThreadMemory
}

// Seconds is how long the thread has been in its command.
func (t *LiveThread) Seconds() any {
	if t.CommandStart.IsZero() {
		return nil
	}
	return max(int64(t.Now.Sub(t.CommandStart)/time.Second), 0)
}

// ofConnection is for what only a thread with a connection has.
func ofConnection(get func(*LiveThread) string) func(*LiveThread) any {
	return func(t *LiveThread) any {
		if t.ProcesslistID == 0 {
			return nil
		}
		return field.Text(get(t))
	}
}

// threads is the table of every living Thread.
//
// Memory is what memory instruments count on the thread itself; its helpers have
// rows of their own.
// THREAD_OS_ID is NULL, because a goroutine moves between the operating
// system's threads. EXECUTION_ENGINE is PRIMARY, since
// there is no other; ROLE is NULL, as in MySQL.
func threads() *view.Table {
	type thread = LiveThread
	fields := []field.Field[thread]{
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread"},
			Value: func(t *thread) any { return t.ThreadID }},
		{Column: view.Column{Name: "NAME", Type: field.EventName, Comment: "Class of the thread, as in setup_threads"},
			Value: func(t *thread) any { return t.Name }},
		{Column: view.Column{Name: "TYPE", Type: "varchar(10)", Comment: "FOREGROUND for a client's and for those that help one, BACKGROUND for the server's own and for helpers that wait for work"},
			Value: func(t *thread) any {
				if t.Background {
					return "BACKGROUND"
				}
				return "FOREGROUND"
			}},
		{Column: view.Column{Name: "PROCESSLIST_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Connection, as CONNECTION_ID() gives it; NULL without one"},
			Value: func(t *thread) any { return field.Number(t.ProcesslistID) }},
		{Column: view.Column{Name: "PROCESSLIST_USER", Type: "varchar(32)", Nullable: true, Comment: "User of the connection"},
			Value: ofConnection(func(t *thread) string { return t.User })},
		{Column: view.Column{Name: "PROCESSLIST_HOST", Type: "varchar(255)", Nullable: true, Comment: "Host the client connects from, without port"},
			Value: ofConnection(func(t *thread) string { return t.Host })},
		{Column: view.Column{Name: "PROCESSLIST_DB", Type: field.Identifier, Nullable: true, Comment: "Default database"},
			Value: ofConnection(func(t *thread) string { return t.Database })},
		{Column: view.Column{Name: "PROCESSLIST_COMMAND", Type: "varchar(16)", Nullable: true, Comment: "Kind of command that runs, Sleep when idle"},
			Value: func(t *thread) any { return field.Unless(t.ProcesslistID == 0 && !t.Goroutine, field.Text(t.Command)) }},
		{Column: view.Column{Name: "PROCESSLIST_TIME", Type: field.Bigint, Nullable: true, Comment: "Seconds in the present command"},
			Value: (*thread).Seconds},
		{Column: view.Column{Name: "PROCESSLIST_STATE", Type: field.Identifier, Nullable: true, Comment: "What the thread does, in words"},
			Value: func(t *thread) any { return field.Text(field.Cut(t.State, field.IdentifierLength)) }},
		{Column: view.Column{Name: "PROCESSLIST_INFO", Type: field.Longtext, Nullable: true, Comment: "Statement that runs"},
			Value: func(t *thread) any {
				return field.Unless(t.ProcesslistID == 0 && !t.Goroutine, field.ValidText(t.ThreadInfo.Info))
			}},
		{Column: view.Column{Name: "PARENT_THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that started this one"},
			Value: func(t *thread) any { return field.Number(t.ParentThreadID) }},
		{Column: view.Column{Name: "ROLE", Type: field.Identifier, Nullable: true, Comment: "Not used; NULL"}, Value: nil},
		{Column: view.Column{Name: "INSTRUMENTED", Type: field.YesNoEnum, Comment: "Whether the thread counts its events; can be changed"},
			Value: func(t *thread) any { return field.YesNo(t.Instrumented) }},
		{Column: view.Column{Name: "HISTORY", Type: field.YesNoEnum, Comment: "Whether the thread keeps history; can be changed"},
			Value: func(t *thread) any { return field.YesNo(t.History) }},
		{Column: view.Column{Name: "CONNECTION_TYPE", Type: "varchar(16)", Nullable: true, Comment: "TCP/IP, SSL/TLS or Socket"},
			Value: ofConnection(func(t *thread) string { return t.ConnectionType })},
		{Column: view.Column{Name: "THREAD_OS_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread of the operating system", Unknown: field.NoOSThread}, Value: nil},
		{Column: view.Column{Name: "RESOURCE_GROUP", Type: field.Identifier, Nullable: true, Comment: "SYS_default or USR_default"},
			Value: func(t *thread) any {
				if t.Background {
					return "SYS_default"
				}
				return "USR_default"
			}},
		{Column: view.Column{Name: "EXECUTION_ENGINE", Type: field.EngineEnum, Nullable: true, Comment: "PRIMARY"},
			Value: func(*thread) any { return "PRIMARY" }},
		{Column: view.Column{Name: "CONTROLLED_MEMORY", Type: field.BigintUnsigned, Comment: "Bytes in use of instruments whose FLAGS have controlled"},
			Value: func(t *thread) any { return t.memory.Controlled }},
		{Column: view.Column{Name: "MAX_CONTROLLED_MEMORY", Type: field.BigintUnsigned, Comment: "Most bytes in use of such instruments"},
			Value: func(t *thread) any { return t.memory.MaxControlled }},
		{Column: view.Column{Name: "TOTAL_MEMORY", Type: field.BigintUnsigned, Comment: "Bytes in use"},
			Value: func(t *thread) any { return t.memory.Total }},
		{Column: view.Column{Name: "MAX_TOTAL_MEMORY", Type: field.BigintUnsigned, Comment: "Most bytes that were in use"},
			Value: func(t *thread) any { return t.memory.MaxTotal }},
		{Column: view.Column{Name: "TELEMETRY_ACTIVE", Type: field.YesNoEnum, Comment: "NO; there is no telemetry"},
			Value: func(*thread) any { return "NO" }},
	}
	table := &view.Table{
		Name:    "threads",
		Comment: "Every living thread",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"THREAD_ID"}, Unique: true},
			{Name: "PROCESSLIST_ID", Columns: []string{"PROCESSLIST_ID"}},
			{Name: "THREAD_OS_ID", Columns: []string{"THREAD_OS_ID"}},
			{Name: "NAME", Columns: []string{"NAME"}},
			{Name: "PROCESSLIST_ACCOUNT", Columns: []string{"PROCESSLIST_USER", "PROCESSLIST_HOST"}},
			{Name: "PROCESSLIST_HOST", Columns: []string{"PROCESSLIST_HOST"}},
			{Name: "RESOURCE_GROUP", Columns: []string{"RESOURCE_GROUP"}},
		},
		Access: view.AllowUpdate,
		Open: field.Opener(fields, field.OnEachThread(func(r view.Reader) []*perfschema.Thread {
			if _, ok := field.WantsNumber(r, "THREAD_ID"); ok {
				return field.ThreadsOf(r)
			}
			return field.ConnectionsOf(r, "PROCESSLIST_ID")
		}, func(r view.Reader, t *perfschema.Thread, visit func(*thread)) {
			if info := t.Info(); field.Wants(r, "NAME", info.Name) {
				visit(&thread{info, r.Schema.Wall(), t.Memory()})
			}
		})),
	}
	table.Update = func(s *perfschema.Schema, old, new view.Row) error {
		if err := field.Unchanged(table.Columns, old, new, "INSTRUMENTED", "HISTORY"); err != nil {
			return err
		}
		id, _ := old[0].(uint64)
		t := s.Read().ThreadByID(id) // nil, and nothing to do, where it ended since
		for name, set := range map[string]func(bool){"INSTRUMENTED": t.SetInstrumented, "HISTORY": t.SetHistory} {
			before, err := field.FlagOf(table.Columns, old, name)
			if err != nil {
				return err
			}
			after, err := field.FlagOf(table.Columns, new, name)
			if err != nil {
				return err
			}
			if after != before {
				set(after)
			}
		}
		return nil
	}
	return table
}
