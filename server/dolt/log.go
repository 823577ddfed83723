package dolt

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/sirupsen/logrus"
)

// logFormat writes one line an entry, for people.
type logFormat struct{}

// What is not worth a line. statementFailed is what the engine logs at each statement that fails. The
// client has the error, and the statement tables count it; it is no news to
// who runs the server.
const (
	statementFailed = "error running query"
	// connectionClosed is what connections say that the server closes at its end.
	connectionClosed = "use of closed network connection"
)

// Format implements logrus.Formatter. An entry that is not worth a line gives
// no bytes.
func (logFormat) Format(e *logrus.Entry) ([]byte, error) {
	if e.Message == statementFailed || strings.Contains(e.Message, connectionClosed) {
		return nil, nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s perfschema: %s: %s", e.Time.UTC().Format("2006-01-02T15:04:05.000000Z"), e.Level, oneLine(e.Message))
	if cause, ok := e.Data[logrus.ErrorKey]; ok {
		fmt.Fprintf(&b, ": %s", oneLine(fmt.Sprint(cause)))
	}
	b.WriteByte('\n')
	return []byte(b.String()), nil
}

// holdLog keeps back what is logged until the function it returns is called,
// which prints it or drops it: when a directory cannot be opened, the error
// says it all.
func holdLog() (replay func(show bool)) {
	var held bytes.Buffer
	logrus.SetOutput(&held)
	return func(show bool) {
		logrus.SetOutput(os.Stderr)
		if show {
			_, _ = os.Stderr.Write(held.Bytes())
		}
	}
}
