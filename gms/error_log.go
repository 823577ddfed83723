package gms

import (
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/sysvar"
	"github.com/perfschema/perfschema/view"
)

// errorLog keeps the last messages of the log, as many as fit into its size. It is safe
// for concurrent use.
type errorLog struct {
	mu      sync.Mutex
	entries []view.LogEntry
	held    int64 // bytes
	expired uint64
}

// DefaultErrorLogSize is how many bytes of the log error_log shows, as in MySQL.
const DefaultErrorLogSize = 5 << 20

// errorLogSize is the variable of how many bytes there may be.
const errorLogSize = "profiling_error_log_size"

// errorLogVariable is @@profiling_error_log_size. SET GLOBAL takes effect with the next
// message.
func errorLogVariable() sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: errorLogSize, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: types.NewSystemIntType(errorLogSize, 0, 1<<30, false), Default: int64(DefaultErrorLogSize),
	}
}

// logEntryBytes is what a message takes besides its text.
const logEntryBytes = 96

// LogPriority is PRIO of a message.
type LogPriority string

// The priorities.
const (
	LogSystem  LogPriority = "System" // of the server's start and end
	LogError   LogPriority = "Error"
	LogWarning LogPriority = "Warning"
	LogNote    LogPriority = "Note"
)

// LogMessage adds a message of the server's log to error_log. Messages have times of
// their own: one that has that of the message before it gets a microsecond more.
func (a *Adapter) LogMessage(at time.Time, priority LogPriority, text string) {
	var thread uint64
	if t := perfschema.Bound(); t != nil {
		thread = t.ID()
	}
	a.log.add(view.LogEntry{At: at, ThreadID: thread, Priority: string(priority), Subsystem: "Server", Text: text})
}

const mostLogText = 8192 // bytes of a message, as in MySQL

func (l *errorLog) add(e view.LogEntry) {
	if len(e.Text) > mostLogText {
		e.Text = e.Text[:mostLogText]
	}
	e.At = e.At.Truncate(time.Microsecond)
	room := sysvar.GlobalNumber(errorLogSize, DefaultErrorLogSize)
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.entries); n > 0 && !e.At.After(l.entries[n-1].At) {
		e.At = l.entries[n-1].At.Add(time.Microsecond)
	}
	l.entries = append(l.entries, e)
	l.held += logEntryBytes + int64(len(e.Text))
	n := 0
	for ; l.held > room && n < len(l.entries)-1; n++ {
		l.held -= logEntryBytes + int64(len(l.entries[n].Text))
		l.entries[n] = view.LogEntry{} // lets go of its text
		l.expired++
	}
	l.entries = l.entries[n:]
}

// logged gives what is kept, oldest first.
func (a *Adapter) logged() []view.LogEntry {
	a.log.mu.Lock()
	defer a.log.mu.Unlock()
	return append([]view.LogEntry(nil), a.log.entries...)
}

// status is the status variables of the log.
func (l *errorLog) status() []perfschema.StatusVariable {
	l.mu.Lock()
	defer l.mu.Unlock()
	var latest uint64
	if n := len(l.entries); n > 0 {
		latest = uint64(l.entries[n-1].At.UnixMicro())
	}
	return []perfschema.StatusVariable{
		{Name: "Error_log_buffered_bytes", Value: uint64(l.held)},
		{Name: "Error_log_buffered_events", Value: uint64(len(l.entries))},
		{Name: "Error_log_expired_events", Value: l.expired},
		{Name: "Error_log_latest_write", Value: latest},
	}
}
