package logline

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/internal/terminal"
)

// Formatter writes one line an entry, as slog does: keys and values as text, or an object
// of JSON.
type Formatter struct{}

// logJSON: entries are objects of JSON.
var logJSON atomic.Bool

// SetJSON sets whether a Formatter writes JSON or, as at first, text. It holds for the
// process: all its servers share one log.
func SetJSON(json bool) { logJSON.Store(json) }

// logFields are the fields of entries that are written, by the names that they are given.
// Others are not: the engine's have the texts of statements, passwords among them.
var logFields = map[string]string{
	logrus.ErrorKey: "error", gms.StackField: "stack", sql.ConnectionIdLogField: "connection", "connectionId": "connection",
	"database": "database", "table": "table", "file": "file", "by": "by",
}

// AttrsField is the field of an entry that holds a []slog.Attr, which are written as they
// are, after the others. Such an entry is for the log alone: [Text] has no words of it.
const AttrsField = "attrs"

// What is not worth a line. statementFailed is what the engine logs at each statement that fails. The
// client has the error, and the statement tables count it; it is no news to
// who runs the server.
const (
	statementFailed = "error running query"
	// connectionClosed is what connections say that the server closes at its end.
	connectionClosed = "use of closed network connection"
)

// refused are how entries begin that say of a client's command that it failed: the client
// has the error, which may quote a password, and any account can have as many as it likes.
var refused = []string{
	"Error while parsing prepared statement", "unable to prepare query", "error splitting query",
	"unable to process ComInitDB", "failed to set the database", "ComInitDB failed",
}

// Format implements logrus.Formatter. An entry that is not worth a line gives
// no bytes.
func (Formatter) Format(e *logrus.Entry) ([]byte, error) {
	if !worthLine(e) {
		return nil, nil
	}
	r := slog.NewRecord(e.Time, Level(e.Level), oneLine(e.Message), 0)
	for _, f := range fieldsOf(e) {
		r.AddAttrs(slog.String(f.name, f.value))
	}
	attrs, _ := e.Data[AttrsField].([]slog.Attr)
	r.AddAttrs(attrs...)
	var b bytes.Buffer
	o := &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: inUTC}
	var h slog.Handler = slog.NewTextHandler(&b, o)
	if logJSON.Load() {
		h = slog.NewJSONHandler(&b, o)
	}
	err := h.Handle(context.Background(), r)
	if logJSON.Load() {
		return terminal.EscapeJSON(b.Bytes()), err
	}
	return b.Bytes(), err
}

// inUTC writes times as MySQL's log has them, to the microsecond.
func inUTC(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey {
		return slog.String(a.Key, a.Value.Time().UTC().Format("2006-01-02T15:04:05.000000Z"))
	}
	return a
}

// Level is the level that an entry is written with.
func Level(level logrus.Level) slog.Level {
	switch level {
	case logrus.PanicLevel, logrus.FatalLevel, logrus.ErrorLevel:
		return slog.LevelError
	case logrus.WarnLevel:
		return slog.LevelWarn
	case logrus.InfoLevel:
		return slog.LevelInfo
	default:
		return slog.LevelDebug
	}
}

type logField struct{ name, value string }

// fieldsOf are the fields of an entry that are written, in the order of their names.
func fieldsOf(e *logrus.Entry) (out []logField) {
	for k, v := range e.Data {
		if name, ok := logFields[k]; ok {
			text := fmt.Sprint(v)
			if name != gms.StackField {
				text = oneLine(text)
			}
			out = append(out, logField{name, text})
		}
	}
	slices.SortFunc(out, func(a, b logField) int { return strings.Compare(a.name, b.name) })
	return out
}

func worthLine(e *logrus.Entry) bool {
	return e.Message != statementFailed && !strings.Contains(e.Message, connectionClosed) &&
		!slices.ContainsFunc(refused, func(begins string) bool { return strings.HasPrefix(e.Message, begins) })
}

// Text is a log entry in a line of words, without its time and level; ok is false for
// one that is not worth a line, or for the log alone.
func Text(e *logrus.Entry) (text string, ok bool) {
	if _, own := e.Data[AttrsField]; own || !worthLine(e) {
		return "", false
	}
	text = oneLine(e.Message)
	for _, f := range fieldsOf(e) {
		switch f.name {
		case "table", "file", "by":
			text += ", " + f.name + ": " + f.value
		}
	}
	if cause, ok := e.Data[logrus.ErrorKey]; ok {
		text += ": " + oneLine(fmt.Sprint(cause))
	}
	return text, true
}

// oneLine keeps the first line of a message; what follows is a stack or advice
// for another program.
func oneLine(s string) string {
	for i, r := range s {
		if r == '\n' || r == '\r' {
			return s[:i]
		}
	}
	return s
}
