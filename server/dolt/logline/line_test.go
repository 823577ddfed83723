package logline

import (
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
)

// logLines are what entries of all kinds give, one by one: "" for no line.
var logLines = []struct {
	entry      logrus.Entry
	text, line string            // of LogText, and as text
	json       map[string]string // but for the time
}{
	{logrus.Entry{Level: logrus.WarnLevel, Message: "the disk is \"full\"\nnearly"},
		`the disk is "full"`, `level=WARN msg="the disk is \"full\""`, map[string]string{"level": "WARN", "msg": "the disk is \"full\""}},
	{logrus.Entry{Level: logrus.ErrorLevel, Message: "a window cannot be written", Data: logrus.Fields{"table": "t 1", "error": errors.New("no\nroom")}},
		"a window cannot be written, table: t 1: no", `level=ERROR msg="a window cannot be written" error=no table="t 1"`,
		map[string]string{"level": "ERROR", "msg": "a window cannot be written", "table": "t 1", "error": "no"}},
	{logrus.Entry{Level: logrus.ErrorLevel, Message: "panic in connection 7: x", Data: logrus.Fields{gms.StackField: "a()\n\tb.go:1\n", "connectionID": uint32(7)}},
		"panic in connection 7: x", `level=ERROR msg="panic in connection 7: x" connection=7 stack="a()\n\tb.go:1\n"`,
		map[string]string{"level": "ERROR", "msg": "panic in connection 7: x", "connection": "7", "stack": "a()\n\tb.go:1\n"}},
	// The engine's fields have texts of statements.
	{logrus.Entry{Level: logrus.WarnLevel, Message: "slow", Data: logrus.Fields{"query": "CREATE USER joe IDENTIFIED BY 'geheim'", "dsn": "root:geheim@/"}},
		"slow", "level=WARN msg=slow", map[string]string{"level": "WARN", "msg": "slow"}},
	{logrus.Entry{Level: logrus.WarnLevel, Message: statementFailed, Data: logrus.Fields{"query": "SET PASSWORD = 'geheim'"}}, "", "", nil},
	{logrus.Entry{Level: logrus.ErrorLevel, Message: "unable to prepare query: near 'geheim'"}, "", "", nil},
	{logrus.Entry{Level: logrus.ErrorLevel, Message: "error splitting query: client 5 near 'geheim'"}, "", "", nil},
	{logrus.Entry{Level: logrus.ErrorLevel, Message: "unable to process ComInitDB: database not found: x", Data: logrus.Fields{"database": "x"}}, "", "", nil},
	{logrus.Entry{Level: logrus.InfoLevel, Message: "hostile\ttime=2026 level=ERROR msg=forged\x1b[31m\xff"}, "", `level=INFO msg="hostile\ttime=2026 level=ERROR msg=forged\x1b[31m\xff"`, map[string]string{"level": "INFO", "msg": "hostile\ttime=2026 level=ERROR msg=forged\x1b[31m\ufffd"}},
}

// TestLogAttributes: what an entry has for the log alone is written as numbers and text,
// on one line that shows no terminal anything to obey, and is nothing that error_log has.
func TestLogAttributes(t *testing.T) {
	defer SetJSON(logJSON.Load())
	hostile := "SELECT 1\nlevel=ERROR msg=forged \x1b[31m\u009b\u202e\U000e0001\x7f\u2028\xff\"}"
	e := logrus.Entry{Level: logrus.WarnLevel, Message: "slow", Data: logrus.Fields{AttrsField: []slog.Attr{slog.Float64("seconds", 0.25), slog.String("statement", hostile)}}}
	if text, ok := Text(&e); ok {
		t.Errorf("error_log has %q", text)
	}
	for _, json := range []bool{false, true} {
		SetJSON(json)
		line, err := Formatter{}.Format(&e)
		if err != nil || strings.Count(string(line), "\n") != 1 || strings.ContainsFunc(strings.TrimSuffix(string(line), "\n"), func(r rune) bool { return !strconv.IsPrint(r) }) {
			t.Errorf("it writes %q, %v", line, err)
		}
	}
	line, _ := Formatter{}.Format(&e)
	var got struct {
		Seconds   float64
		Statement string
	}
	if err := json.Unmarshal(line, &got); err != nil || got.Seconds != 0.25 || got.Statement != strings.ToValidUTF8(hostile, "\ufffd") {
		t.Errorf("of JSON is read %+v, %v", got, err)
	}
}

// TestLogFormats: an event is one line, whatever is in it, with the fields that are for
// the log alone.
func TestLogFormats(t *testing.T) {
	defer SetJSON(logJSON.Load())
	const when = "2026-03-01T10:00:00.123456Z"
	for _, test := range logLines {
		e := test.entry
		e.Time = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.FixedZone("", 7200))
		if text, ok := Text(&e); test.text != "" && (text != test.text || !ok) || test.line == "" && ok {
			t.Errorf("%q: in words %q, %v", e.Message, text, ok)
		}
		SetJSON(false)
		line, err := Formatter{}.Format(&e)
		want := ""
		if test.line != "" {
			want = "time=" + when + " " + test.line + "\n"
		}
		if err != nil || string(line) != want {
			t.Errorf("%q: as text %q, %v, want %q", e.Message, line, err, want)
		}
		SetJSON(true)
		if line, err = (Formatter{}).Format(&e); err != nil {
			t.Error(err)
		}
		if test.json == nil {
			if len(line) > 0 {
				t.Errorf("%q: as JSON %q, want nothing", e.Message, line)
			}
			continue
		}
		var got map[string]string
		if err := json.Unmarshal(line, &got); err != nil || strings.Count(string(line), "\n") != 1 {
			t.Errorf("%q: %v in %q", e.Message, err, line)
		}
		if got["time"] != when || len(got) != len(test.json)+1 {
			t.Errorf("%q: as JSON %q", e.Message, line)
		}
		for k, v := range test.json {
			if got[k] != v {
				t.Errorf("%q: %s is %q, want %q", e.Message, k, got[k], v)
			}
		}
	}
}
