// Package generallog writes what clients ask for to a file in the format of MySQL's general
// query log.
package generallog

import (
	"fmt"
	"strings"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/logfile"
)

// Log is the general query log of a server. It may be used by many goroutines.
type Log struct{ *logfile.File }

// New is a log in a file.
func New(f *logfile.File) *Log { return &Log{f} }

// Write appends a command to the file of a name.
func (l *Log) Write(name string, c *gms.LoggedCommand) {
	l.File.Write(name, func(b *strings.Builder, _ bool) { format(b, c) })
}

// timeFormat is how an entry begins.
const timeFormat = "2006-01-02T15:04:05.000000Z"

// format writes an entry. A line of it that begins as an entry does has a space before it.
func format(b *strings.Builder, c *gms.LoggedCommand) {
	fmt.Fprintf(b, "%s\t%5d %s\t", c.Time.UTC().Format(timeFormat), c.Connection, c.Command)
	rest := c.Argument
	for {
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			break
		}
		b.WriteString(rest[:end+1])
		if rest = rest[end+1:]; beginsEntry(rest) {
			b.WriteByte(' ')
		}
	}
	b.WriteString(rest)
	b.WriteByte('\n')
}

// beginsEntry says whether a line begins with a date and the T between that and a time.
func beginsEntry(line string) bool {
	const shape = "0000-00-00T"
	if len(line) < len(shape) {
		return false
	}
	for i, c := range []byte(shape) {
		digit := line[i] >= '0' && line[i] <= '9'
		if c == '0' && !digit || c != '0' && line[i] != c {
			return false
		}
	}
	return true
}
