package server

import (
	"log/slog"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/dolt/logline"
)

// slowLinesPerSecond is how many slow statements the log tells of in a second. Any account
// may say of its session's statements that they are slow, and is not to hide by them what
// else the log tells.
const slowLinesPerSecond = 100

// slowLines tells the log of slow statements. They are not in error_log, which accounts
// may read that may not see others' statements.
type slowLines struct {
	mu      sync.Mutex
	second  time.Time
	lines   int
	leftOut uint64 // since the last line
}

// write logs a statement, unless there are too many.
func (l *slowLines) write(s *gms.SlowStatement) {
	leftOut, ok := l.take(s.Ended)
	if !ok {
		return
	}
	logrus.WithField(logline.AttrsField, slowAttrs(s, maxSQLText(), leftOut)).Warn("a statement was slow")
}

// take says whether there is room for a line, and how many had none since the last one.
func (l *slowLines) take(now time.Time) (leftOut uint64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if second := now.Truncate(time.Second); !second.Equal(l.second) {
		l.second, l.lines = second, 0
	}
	if l.lines == slowLinesPerSecond {
		l.leftOut++
		return 0, false
	}
	l.lines++
	leftOut, l.leftOut = l.leftOut, 0
	return leftOut, true
}

// slowAttrs are what the log has of a statement, of its text as much as tables have.
func slowAttrs(s *gms.SlowStatement, maxText int, leftOut uint64) []slog.Attr {
	attrs := []slog.Attr{
		slog.Float64("seconds", s.Elapsed.Seconds()), slog.Float64("lock_seconds", s.LockTime.Seconds()),
		slog.Uint64("rows_sent", s.RowsSent), slog.Uint64("rows_examined", s.RowsExamined),
		slog.Uint64("connection", s.Connection), slog.String("user", s.User), slog.String("host", s.Host),
		slog.String("database", s.Database), slog.String("digest", s.Digest), slog.String("statement", cutText(s.Text, maxText)),
	}
	if leftOut > 0 {
		attrs = append(attrs, slog.Uint64("left_out", leftOut))
	}
	return attrs
}

// cutText is the beginning of a text, of a number of bytes or a few less, with dots behind
// it where something was cut off.
func cutText(text string, length int) string {
	if len(text) <= length {
		return text
	}
	for length > 0 && text[length]&0xC0 == 0x80 { // amid a character
		length--
	}
	return text[:length] + "..."
}

// maxSQLText is how long the texts of statements in tables may be.
func maxSQLText() int {
	_, v, _ := sql.SystemVariables.GetGlobal("performance_schema_max_sql_text_length")
	switch n := v.(type) {
	case int64:
		return int(n)
	case uint64:
		return int(min(n, 1<<20)) //nolint:gosec // not more than a million
	}
	return 1024
}
