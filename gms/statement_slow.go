package gms

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/internal/status"
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

// countSlow counts a statement that took longer than long_query_time, as far as
// statements are timed.
func (conn *connection) countSlow(x *execution, c *perfschema.StatementCounters) {
	if x.slowAfter < 0 {
		return
	}
	if elapsed := x.statement.Elapsed(); elapsed > x.slowAfter {
		conn.counts.Add(status.Slow, 1)
		if conn.adapter.slow != nil {
			conn.logSlow(x, c, elapsed)
		}
	}
}

// slowAfter is long_query_time, in seconds, as a time.
func slowAfter(seconds float64) time.Duration {
	return time.Duration(min(seconds, 1e9) * float64(time.Second))
}
