package gms

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/kind"
)

// SlowStatement is a statement that took longer than long_query_time of its session, as
// MySQL's slow log has it.
type SlowStatement struct {
	Ended                  time.Time
	Elapsed, LockTime      time.Duration
	RowsSent, RowsExamined uint64
	Connection             uint64
	User, Host             string // Host is a name or an address
	Database               string // "" is none
	Text                   string // without passwords, and otherwise whole
	Digest                 string // DIGEST, "" is none
}

// logSlow hands a slow statement on.
func (conn *connection) logSlow(x *execution, c *perfschema.StatementCounters, elapsed time.Duration) {
	if !globalOn("slow_query_log") || x.text == "" || conn.session == nil || c.RowsExamined < conn.settings.minExamined {
		return
	}
	if isAdministrative(x.text) && !globalOn("log_slow_admin_statements") {
		return
	}
	who := conn.session.Client()
	conn.adapter.slow(SlowStatement{
		Ended: time.Now(), Elapsed: elapsed, LockTime: x.statement.LockTime(), RowsSent: c.RowsSent, RowsExamined: c.RowsExamined,
		Connection: uint64(conn.id()), User: who.User, Host: who.Address, Database: conn.session.GetCurrentDatabase(), Text: strings.Clone(x.text), Digest: x.statement.Digest(),
	})
}

// globalOn says whether a boolean system variable is on.
func globalOn(name string) bool {
	_, v, ok := sql.SystemVariables.GetGlobal(name)
	on, isBool := v.(int8)
	return ok && isBool && on != 0
}

// isAdministrative says whether a text is what MySQL calls a slow administrative
// statement.
func isAdministrative(text string) bool {
	switch kind.OfWords(text) {
	case "alter_table", "create_index", "drop_index", "analyze", "check", "optimize", "repair":
		return true
	}
	return false
}
