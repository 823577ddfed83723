// Package slowlog writes slow statements to a file in the format of MySQL's slow query
// log, which pt-query-digest and others read.
package slowlog

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/perfschema/perfschema/gms"
)

// Log is the slow query log of a server. A statement is written before its goroutine goes
// on, in one write; one that cannot be written is left out, and leaves nothing of itself
// behind. It may be used by many goroutines; they write one after the other.
type Log struct {
	dir    string
	server func() (what string, port uint64)
	warn   func(error)

	mu       sync.Mutex
	name     string // of the file that is open, or that could not be opened
	file     *os.File
	database string // of the last statement in it
	failing  bool   // and that has been told
	closed   bool
	text     strings.Builder
}

// New is a log in files of the directory dir, that begin with what the server is and the
// port it listens on, 0 for none: server is asked when a file is opened. warn is told once
// when statements cannot be written, until one has been.
func New(dir string, server func() (what string, port uint64), warn func(error)) *Log {
	return &Log{dir: dir, server: server, warn: warn}
}

// header is what a file begins with.
func (l *Log) header() string {
	what, port := l.server()
	return fmt.Sprintf("%s. started with:\nTcp port: %d  Unix socket: \nTime                 Id Command    Argument\n", printable(what), port)
}

// ErrName is a name that no log may have.
var ErrName = errors.New("want the name of a file in the data directory that ends in .log")

// Write appends a statement to the file of a name: one in the directory of the log, that
// ends in .log, so that nobody who may set a variable writes over another file.
func (l *Log) Write(name string, s *gms.SlowStatement) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	err := l.write(name, s)
	if err == nil {
		l.failing = false
		return
	}
	l.close()
	if !l.failing {
		l.failing = true
		l.warn(fmt.Errorf("slow statements are not logged: %w", err))
	}
}

func (l *Log) write(name string, s *gms.SlowStatement) error {
	if l.file == nil || name != l.name {
		l.close()
		if err := l.open(name); err != nil {
			return err
		}
	}
	l.text.Reset()
	l.format(s)
	text := l.text.String()
	if l.text.Cap() > 1<<16 { // of a long text nothing is kept
		l.text = strings.Builder{}
	}
	n, err := io.WriteString(l.file, text)
	if err != nil {
		if n > 0 {
			if size, sizeErr := l.file.Seek(0, io.SeekEnd); sizeErr == nil {
				_ = l.file.Truncate(size - int64(n))
			}
		}
		return err
	}
	l.database = s.Database
	return nil
}

// open opens the file for appending.
func (l *Log) open(name string) error {
	base := filepath.Base(name)
	if dir := filepath.Dir(name); dir != "." && filepath.Clean(dir) != filepath.Clean(l.dir) || !strings.HasSuffix(base, ".log") || strings.HasPrefix(base, ".") {
		return fmt.Errorf("slow_query_log_file is %q: %w", name, ErrName)
	}
	f, err := os.OpenFile(filepath.Join(l.dir, base), os.O_WRONLY|os.O_APPEND|os.O_CREATE|noFollow, 0o640)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return fmt.Errorf("%s is no file", base)
	}
	if _, err := io.WriteString(f, l.header()); err != nil {
		_ = f.Truncate(info.Size())
		f.Close()
		return err
	}
	l.name, l.file, l.database = name, f, ""
	return nil
}

func (l *Log) close() {
	if l.file != nil {
		_ = l.file.Close()
		l.file = nil
	}
}

// Flush closes the file; the next statement opens it anew. Who has renamed it gets a new
// one.
func (l *Log) Flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.close()
}

// Close ends the log: nothing is written any more.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.close()
}

// format writes an entry. Names of accounts and databases stay on their lines.
func (l *Log) format(s *gms.SlowStatement) {
	user, host, address := printable(s.User), printable(s.Host), ""
	if strings.ContainsAny(host, ":") || strings.Trim(host, "0123456789.") == "" {
		host, address = "", host
	}
	fmt.Fprintf(&l.text, "# Time: %s\n# User@Host: %s[%s] @ %s [%s]  Id: %5d\n# Query_time: %.6f  Lock_time: %.6f Rows_sent: %d  Rows_examined: %d\n",
		s.Ended.UTC().Format("2006-01-02T15:04:05.000000Z"), user, user, host, address, s.Connection,
		s.Elapsed.Seconds(), s.LockTime.Seconds(), s.RowsSent, s.RowsExamined)
	if s.Database != "" && s.Database != l.database {
		fmt.Fprintf(&l.text, "use %s;\n", identifier(s.Database))
	}
	fmt.Fprintf(&l.text, "SET timestamp=%d;\n", s.Ended.Add(-s.Elapsed).Unix())
	// A line that begins with # would be read as the head of another entry.
	if strings.HasPrefix(s.Text, "#") {
		l.text.WriteByte(' ')
	}
	l.text.WriteString(strings.ReplaceAll(s.Text, "\n#", "\n #"))
	if !strings.HasSuffix(s.Text, ";") {
		l.text.WriteByte(';')
	}
	l.text.WriteByte('\n')
}

// printable is a name on one line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, s)
}

// identifier is a name as a statement has it: quoted where it needs to be.
func identifier(name string) string {
	for _, r := range name {
		if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return "`" + strings.ReplaceAll(printable(name), "`", "``") + "`"
		}
	}
	return name
}
