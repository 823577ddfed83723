package dolt

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// logFormat writes one line an entry, for people, and the stack of a panic
// below it.
type logFormat struct{}

// logName is the FILE_NAME of the log.
const logName = "/dev/stderr"

// logOutput is standard error, whose writes count in every Schema of the
// process, as all servers share it; on no Thread, for whose it is is not known.
type logOutput struct{}

// Write implements io.Writer. What is not worth a line writes nothing.
func (logOutput) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	storages.RLock()
	defer storages.RUnlock()
	waits := make([]perfschema.Wait, len(storages.list))
	for i, st := range storages.list {
		waits[i] = st.log.StartWait(nil, perfschema.OpWrite)
	}
	n, err := os.Stderr.Write(b)
	for i := range waits {
		waits[i].EndBytes(int64(n))
	}
	return n, err
}

// What is not worth a line. statementFailed is what the engine logs at each statement that fails. The
// client has the error, and the statement tables count it; it is no news to
// who runs the server.
const (
	statementFailed = "error running query"
	// connectionClosed is what connections say that the server closes at its end.
	connectionClosed = "use of closed network connection"
	// prepareUnparsed and prepareFailed are a client's too, and may quote a
	// password.
	prepareUnparsed = "Error while parsing prepared statement"
	prepareFailed   = "unable to prepare query"
)

// Format implements logrus.Formatter. An entry that is not worth a line gives
// no bytes.
func (logFormat) Format(e *logrus.Entry) ([]byte, error) {
	text, ok := LogText(e)
	if !ok {
		return nil, nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s perfschema: %s: %s\n", e.Time.UTC().Format("2006-01-02T15:04:05.000000Z"), e.Level, text)
	if stack, ok := e.Data[gms.StackField].(string); ok {
		for line := range strings.Lines(stack) {
			b.WriteString("\t" + strings.TrimRight(line, "\n") + "\n")
		}
	}
	return []byte(b.String()), nil
}

// LogText is the line of a log entry, without its time and level; ok is false for one
// that is not worth a line.
func LogText(e *logrus.Entry) (text string, ok bool) {
	if e.Message == statementFailed || strings.Contains(e.Message, connectionClosed) ||
		strings.HasPrefix(e.Message, prepareUnparsed) || strings.HasPrefix(e.Message, prepareFailed) {
		return "", false
	}
	text = oneLine(e.Message)
	if cause, ok := e.Data[logrus.ErrorKey]; ok {
		text += ": " + oneLine(fmt.Sprint(cause))
	}
	return text, true
}

// holdLog keeps back what is logged until the function it returns is called,
// which prints it or drops it: when a directory cannot be opened, the error
// says it all.
func holdLog() (replay func(show bool)) {
	var held bytes.Buffer
	logrus.SetOutput(&held)
	return func(show bool) {
		logrus.SetOutput(logOutput{})
		if show {
			_, _ = logOutput{}.Write(held.Bytes())
		}
	}
}
