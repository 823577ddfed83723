package view

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// liveThread is what a row of threads and processlist tells of.
type liveThread struct {
	record.ThreadInfo
	now    time.Time
	memory record.ThreadMemory
}

// seconds is how long the thread has been in its command.
func (t *liveThread) seconds() any {
	if t.CommandStart.IsZero() {
		return nil
	}
	return max(int64(t.now.Sub(t.CommandStart)/time.Second), 0)
}

// ofConnection is for what only a thread with a connection has.
func ofConnection(get func(*liveThread) string) func(*liveThread) any {
	return func(t *liveThread) any {
		if t.ProcesslistID == 0 {
			return nil
		}
		return text(get(t))
	}
}

// threads is the table of every living Thread.
//
// Memory is what memory instruments count on the thread itself; its helpers have
// rows of their own.
// THREAD_OS_ID is NULL, because a goroutine moves between the operating
// system's threads. EXECUTION_ENGINE is PRIMARY, since
// there is no other; ROLE is NULL, as in MySQL.
func threads() *Table {
	type thread = liveThread
	fields := []field[thread]{
		{Column{Name: "THREAD_ID", Type: bigintUnsigned, Comment: "Thread"},
			func(t *thread) any { return t.ThreadID }},
		{Column{Name: "NAME", Type: eventName, Comment: "Class of the thread, as in setup_threads"},
			func(t *thread) any { return t.Name }},
		{Column{Name: "TYPE", Type: "varchar(10)", Comment: "FOREGROUND for a client's and for those that help one, BACKGROUND for the server's own and for helpers that wait for work"},
			func(t *thread) any {
				if t.Background {
					return "BACKGROUND"
				}
				return "FOREGROUND"
			}},
		{Column{Name: "PROCESSLIST_ID", Type: bigintUnsigned, Nullable: true, Comment: "Connection, as CONNECTION_ID() gives it; NULL without one"},
			func(t *thread) any { return number(t.ProcesslistID) }},
		{Column{Name: "PROCESSLIST_USER", Type: "varchar(32)", Nullable: true, Comment: "User of the connection"},
			ofConnection(func(t *thread) string { return t.User })},
		{Column{Name: "PROCESSLIST_HOST", Type: "varchar(255)", Nullable: true, Comment: "Host the client connects from, without port"},
			ofConnection(func(t *thread) string { return t.Host })},
		{Column{Name: "PROCESSLIST_DB", Type: identifier, Nullable: true, Comment: "Default database"},
			ofConnection(func(t *thread) string { return t.Database })},
		{Column{Name: "PROCESSLIST_COMMAND", Type: "varchar(16)", Nullable: true, Comment: "Kind of command that runs, Sleep when idle"},
			func(t *thread) any { return unless(t.ProcesslistID == 0 && !t.Goroutine, text(t.Command)) }},
		{Column{Name: "PROCESSLIST_TIME", Type: bigint, Nullable: true, Comment: "Seconds in the present command"},
			(*thread).seconds},
		{Column{Name: "PROCESSLIST_STATE", Type: identifier, Nullable: true, Comment: "What the thread does, in words"},
			func(t *thread) any { return text(cut(t.State, identifierLength)) }},
		{Column{Name: "PROCESSLIST_INFO", Type: longtext, Nullable: true, Comment: "Statement that runs"},
			func(t *thread) any { return unless(t.ProcesslistID == 0 && !t.Goroutine, validText(t.ThreadInfo.Info)) }},
		{Column{Name: "PARENT_THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that started this one"},
			func(t *thread) any { return number(t.ParentThreadID) }},
		{Column{Name: "ROLE", Type: identifier, Nullable: true, Comment: "Not used; NULL"}, nil},
		{Column{Name: "INSTRUMENTED", Type: yesNoEnum, Comment: "Whether the thread counts its events; can be changed"},
			func(t *thread) any { return yesNo(t.Instrumented) }},
		{Column{Name: "HISTORY", Type: yesNoEnum, Comment: "Whether the thread keeps history; can be changed"},
			func(t *thread) any { return yesNo(t.History) }},
		{Column{Name: "CONNECTION_TYPE", Type: "varchar(16)", Nullable: true, Comment: "TCP/IP, SSL/TLS or Socket"},
			ofConnection(func(t *thread) string { return t.ConnectionType })},
		{Column{Name: "THREAD_OS_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread of the operating system", Unknown: noOSThread}, nil},
		{Column{Name: "RESOURCE_GROUP", Type: identifier, Nullable: true, Comment: "SYS_default or USR_default"},
			func(t *thread) any {
				if t.Background {
					return "SYS_default"
				}
				return "USR_default"
			}},
		{Column{Name: "EXECUTION_ENGINE", Type: engineEnum, Nullable: true, Comment: "PRIMARY"},
			func(*thread) any { return "PRIMARY" }},
		{Column{Name: "CONTROLLED_MEMORY", Type: bigintUnsigned, Comment: "Bytes in use of instruments whose FLAGS have controlled"},
			func(t *thread) any { return t.memory.Controlled }},
		{Column{Name: "MAX_CONTROLLED_MEMORY", Type: bigintUnsigned, Comment: "Most bytes in use of such instruments"},
			func(t *thread) any { return t.memory.MaxControlled }},
		{Column{Name: "TOTAL_MEMORY", Type: bigintUnsigned, Comment: "Bytes in use"},
			func(t *thread) any { return t.memory.Total }},
		{Column{Name: "MAX_TOTAL_MEMORY", Type: bigintUnsigned, Comment: "Most bytes that were in use"},
			func(t *thread) any { return t.memory.MaxTotal }},
		{Column{Name: "TELEMETRY_ACTIVE", Type: yesNoEnum, Comment: "NO; there is no telemetry"},
			func(*thread) any { return "NO" }},
	}
	table := &Table{
		Name:    "threads",
		Comment: "Every living thread",
		Columns: columns(fields),
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"THREAD_ID"}, Unique: true},
			{Name: "PROCESSLIST_ID", Columns: []string{"PROCESSLIST_ID"}},
			{Name: "THREAD_OS_ID", Columns: []string{"THREAD_OS_ID"}},
			{Name: "NAME", Columns: []string{"NAME"}},
			{Name: "PROCESSLIST_ACCOUNT", Columns: []string{"PROCESSLIST_USER", "PROCESSLIST_HOST"}},
			{Name: "PROCESSLIST_HOST", Columns: []string{"PROCESSLIST_HOST"}},
			{Name: "RESOURCE_GROUP", Columns: []string{"RESOURCE_GROUP"}},
		},
		Access: AllowUpdate,
		Open: opener(fields, onEachThread(func(r Reader) []*perfschema.Thread {
			if _, ok := r.wantsNumber("THREAD_ID"); ok {
				return r.threads()
			}
			return r.connections("PROCESSLIST_ID")
		}, func(r Reader, t *perfschema.Thread, visit func(*thread)) {
			if info := t.Info(); r.wants("NAME", info.Name) {
				visit(&thread{info, r.Schema.Wall(), t.Memory()})
			}
		})),
	}
	table.Update = func(s *perfschema.Schema, old, new Row) error {
		if err := unchanged(table.Columns, old, new, "INSTRUMENTED", "HISTORY"); err != nil {
			return err
		}
		id, _ := old[0].(uint64)
		t := s.Read().ThreadByID(id) // nil, and nothing to do, where it ended since
		for name, set := range map[string]func(bool){"INSTRUMENTED": t.SetInstrumented, "HISTORY": t.SetHistory} {
			before, err := flagOf(table.Columns, old, name)
			if err != nil {
				return err
			}
			after, err := flagOf(table.Columns, new, name)
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
