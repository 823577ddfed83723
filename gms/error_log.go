package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/errorlog"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/view"
)

// DefaultErrorLogSize is how many bytes of the log error_log shows, as in MySQL.
const DefaultErrorLogSize = errorlog.DefaultSize

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
	a.log.Add(view.LogEntry{At: at, ThreadID: thread, Priority: string(priority), Subsystem: "Server", Text: text})
}

// debug is COM_DEBUG, which mysqladmin debug sends: the line goes to the log. MySQL's has
// more of InnoDB's and of its tables' state.
func (a *Adapter) debug(c *mysql.Conn) error {
	if !a.rights.OfClient(c).Has(sql.PrivilegeType_Super) {
		return sqlerr.Needs("SUPER")
	}
	a.LogMessage(time.Now(), LogSystem, "Status information: "+status.Line())
	return nil
}
