// Package errorlog keeps the last messages of a server's log, for the table error_log.
package errorlog

import (
	"slices"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// Log keeps the last messages, as many as fit into its size. The zero value is empty and
// ready. It is safe for concurrent use.
type Log struct {
	mu      sync.Mutex
	entries []view.LogEntry
	held    int64 // bytes
	expired uint64
}

// DefaultSize is how many bytes of messages are kept, as in MySQL.
const DefaultSize = 5 << 20

// sizeName is the variable of how many bytes there may be.
const sizeName = "profiling_error_log_size"

// Variable is @@profiling_error_log_size. SET GLOBAL takes effect with the next
// message.
func Variable() sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: sizeName, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: types.NewSystemIntType(sizeName, 0, 1<<30, false), Default: int64(DefaultSize),
	}
}

// entryBytes is what a message takes besides its text.
const entryBytes = 96

const mostText = 8192 // bytes of a message, as in MySQL

// Add adds a message. Messages have times of their own: one that has that of the message
// before it gets a microsecond more.
func (l *Log) Add(e view.LogEntry) {
	if len(e.Text) > mostText {
		e.Text = e.Text[:mostText]
	}
	e.At = e.At.Truncate(time.Microsecond)
	room := sysvar.GlobalNumber(sizeName, DefaultSize)
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.entries); n > 0 && !e.At.After(l.entries[n-1].At) {
		e.At = l.entries[n-1].At.Add(time.Microsecond)
	}
	l.entries = append(l.entries, e)
	l.held += entryBytes + int64(len(e.Text))
	n := 0
	for ; l.held > room && n < len(l.entries)-1; n++ {
		l.held -= entryBytes + int64(len(l.entries[n].Text))
		l.entries[n] = view.LogEntry{} // lets go of its text
		l.expired++
	}
	l.entries = l.entries[n:]
}

// Entries gives what is kept, oldest first.
func (l *Log) Entries() []view.LogEntry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.entries)
}

// Status is the status variables of the log.
func (l *Log) Status() []record.StatusVariable {
	l.mu.Lock()
	defer l.mu.Unlock()
	var latest uint64
	if n := len(l.entries); n > 0 {
		latest = uint64(l.entries[n-1].At.UnixMicro())
	}
	return []record.StatusVariable{
		{Name: "Error_log_buffered_bytes", Value: uint64(l.held)},
		{Name: "Error_log_buffered_events", Value: uint64(len(l.entries))},
		{Name: "Error_log_expired_events", Value: l.expired},
		{Name: "Error_log_latest_write", Value: latest},
	}
}
