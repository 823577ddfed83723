// Package slowlog writes slow statements to a file in the format of MySQL's slow query
// log, which pt-query-digest and others read.
package slowlog

import (
	"fmt"
	"strings"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/logfile"
)

// Log is the slow query log of a server. It may be used by many goroutines.
type Log struct {
	*logfile.File
	database string // of the last statement in it
}

// New is a log in a file.
func New(f *logfile.File) *Log { return &Log{File: f} }

// Write appends a statement to the file of a name.
func (l *Log) Write(name string, s *gms.SlowStatement) {
	l.File.Write(name, func(b *strings.Builder, fresh bool) {
		if fresh {
			l.database = ""
		}
		l.format(b, s)
		l.database = s.Database
	})
}

// format writes an entry. Names of accounts and databases stay on their lines.
func (l *Log) format(b *strings.Builder, s *gms.SlowStatement) {
	user, host, address := logfile.Printable(s.User), logfile.Printable(s.Host), ""
	if strings.ContainsAny(host, ":") || strings.Trim(host, "0123456789.") == "" {
		host, address = "", host
	}
	fmt.Fprintf(b, "# Time: %s\n# User@Host: %s[%s] @ %s [%s]  Id: %5d\n# Query_time: %.6f  Lock_time: %.6f Rows_sent: %d  Rows_examined: %d\n",
		s.Ended.UTC().Format("2006-01-02T15:04:05.000000Z"), user, user, host, address, s.Connection,
		s.Elapsed.Seconds(), s.LockTime.Seconds(), s.RowsSent, s.RowsExamined)
	if s.Database != "" && s.Database != l.database {
		fmt.Fprintf(b, "use %s;\n", identifier(s.Database))
	}
	fmt.Fprintf(b, "SET timestamp=%d;\n", s.Ended.Add(-s.Elapsed).Unix())
	// A line that begins with # would be read as the head of another entry.
	if strings.HasPrefix(s.Text, "#") {
		b.WriteByte(' ')
	}
	b.WriteString(strings.ReplaceAll(s.Text, "\n#", "\n #"))
	if !strings.HasSuffix(s.Text, ";") {
		b.WriteByte(';')
	}
	b.WriteByte('\n')
}

// identifier is a name as a statement has it: quoted where it needs to be.
func identifier(name string) string {
	for _, r := range name {
		if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return "`" + strings.ReplaceAll(logfile.Printable(name), "`", "``") + "`"
		}
	}
	return name
}
