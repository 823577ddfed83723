package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

func TestEditDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"listen", "listen", 0}, {"lisen", "listen", 1},
		{"litsen", "listen", 1}, {"kitten", "sitting", 3}, {"data_dir", "data-dir", 1},
	} {
		if got := editDistance(tt.a, tt.b); got != tt.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func FuzzEditDistance(f *testing.F) {
	f.Add("listen", "lisen")
	f.Fuzz(func(t *testing.T, a, b string) {
		ab, ba := editDistance(a, b), editDistance(b, a)
		if ab != ba || (ab == 0) != (a == b) || ab > max(len(a), len(b)) {
			t.Errorf("editDistance(%q, %q) = %d, reversed %d", a, b, ab, ba)
		}
	})
}

func TestParseSize(t *testing.T) {
	for in, want := range map[string]int64{"0": 0, "-1": -1, "200": 200, "2k": 2048, "1M": 1 << 20, "3G": 3 << 30} {
		if got, err := parseSize(in); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v; want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "k", "x", "1.5", "1kk", "99999999999999999999", "9999999999G", "0x10", " 1"} {
		if got, err := parseSize(in); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", in, got)
		}
	}
}

func TestParseAge(t *testing.T) {
	for in, want := range map[string]time.Duration{"0": 0, "0d": 0, "7d": 168 * time.Hour, "36h": 36 * time.Hour, "90m": 90 * time.Minute} {
		if got, err := parseAge(in); err != nil || got != want {
			t.Errorf("parseAge(%q) = %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "d", "7", "-1d", "-1h", "1.5d", "99999999d", "7 d"} {
		if got, err := parseAge(in); err == nil {
			t.Errorf("parseAge(%q) = %v, want an error", in, got)
		}
	}
	s := settings{}
	for _, o := range options() {
		for name, value := range map[string]string{"history-max-age": "2d", "history-fold-age": "0", "history-max-size": "1M", "history-event-time": "50ms", "history-event-every": "0", "history-event-buffer": "2K", "history-sync": "ON"} {
			if o.name == name {
				if err := o.set(&s, value); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if s.server.HistoryMaxAge != 48*time.Hour || s.server.HistoryFoldAge != -1 || s.server.HistoryMaxBytes != 1<<20 || s.server.HistoryEventTime != 50*time.Millisecond || s.server.HistoryEventEvery != -1 || s.server.HistoryEventBuffer != 2048 || !s.server.HistorySync {
		t.Errorf("%+v", s.server)
	}
}

func TestGCPercent(t *testing.T) {
	o, err := find(options(), "gc-percent", "")
	if err != nil {
		t.Fatal(err)
	}
	s := settings{}
	for _, in := range []string{"0", "50", "400", "10000"} {
		if err := o.set(&s, in); err != nil || strconv.Itoa(s.gcPercent) != in {
			t.Errorf("%q sets %d, %v", in, s.gcPercent, err)
		}
	}
	for _, in := range []string{"", "-1", "off", "400%", "1.5", "10001", "512M"} {
		if err := o.set(&s, in); err == nil {
			t.Errorf("%q is taken as %d", in, s.gcPercent)
		}
	}
}

// optionNames are written out so that a name that gets lost in
// the derivation is missed.
var optionNames = strings.Fields(`
	listen data-dir defaults-file demo user password password-file ssl-cert ssl-key require-secure-transport
	performance-schema performance-schema-instrument
	performance-schema-consumer-events-stages-current performance-schema-consumer-events-stages-history
	performance-schema-consumer-events-stages-history-long performance-schema-consumer-events-statements-cpu
	performance-schema-consumer-events-statements-current performance-schema-consumer-events-statements-history
	performance-schema-consumer-events-statements-history-long performance-schema-consumer-events-transactions-current
	performance-schema-consumer-events-transactions-history performance-schema-consumer-events-transactions-history-long
	performance-schema-consumer-events-waits-current performance-schema-consumer-events-waits-history
	performance-schema-consumer-events-waits-history-long performance-schema-consumer-global-instrumentation
	performance-schema-consumer-statements-digest performance-schema-consumer-thread-instrumentation
	performance-schema-accounts-size performance-schema-digests-size performance-schema-events-stages-history-long-size
	performance-schema-events-stages-history-size performance-schema-events-statements-history-long-size
	performance-schema-events-statements-history-size performance-schema-events-transactions-history-long-size
	performance-schema-events-transactions-history-size performance-schema-hosts-size
	performance-schema-max-digest-length performance-schema-max-sql-text-length performance-schema-max-stage-classes
	performance-schema-max-statement-classes performance-schema-max-statement-stack performance-schema-max-thread-classes
	performance-schema-max-thread-instances performance-schema-session-connect-attrs-size
	performance-schema-setup-actors-size performance-schema-setup-objects-size performance-schema-users-size
	performance-schema-error-size performance-schema-events-waits-history-size performance-schema-events-waits-history-long-size
	performance-schema-max-mutex-classes performance-schema-max-rwlock-classes performance-schema-max-cond-classes
	performance-schema-max-file-classes performance-schema-max-socket-classes performance-schema-max-memory-classes
	performance-schema-max-mutex-instances performance-schema-max-rwlock-instances performance-schema-max-cond-instances
	performance-schema-max-file-instances performance-schema-max-file-handles performance-schema-max-socket-instances
	performance-schema-max-table-instances performance-schema-max-table-handles performance-schema-max-index-stat
	performance-schema-max-table-lock-stat performance-schema-max-metadata-locks
	performance-schema-max-prepared-statements-instances performance-schema-max-program-instances`)

func TestEveryOptionIsThereAndInHelp(t *testing.T) {
	list, help := options(), serveHelp()
	for _, name := range optionNames {
		if _, err := find(list, name, ""); err != nil {
			t.Error(err)
		}
		if _, err := find(list, strings.ToUpper(strings.ReplaceAll(name, "-", "_")), ""); err != nil {
			t.Errorf("with underscores: %v", err)
		}
	}
	for _, o := range list {
		if !strings.Contains(help, "--"+o.name) {
			t.Errorf("help lacks --%s", o.name)
		}
		if o.set == nil || o.group == "" {
			t.Errorf("option %s is incomplete", o.name)
		}
	}
	for _, line := range strings.Split(help, "\n") {
		if len(line) > helpWidth+2 {
			t.Errorf("a line of help has %d characters: %s", len(line), line)
		}
	}
}

func TestSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.cnf")
	content := `
[client]
port = 1

[mysqld]
performance_schema_digests_size = 200
performance-schema-instrument = 'wait/%=ON'
performance_schema_instrument = "statement/%=COUNTED"
performance_schema_consumer_events_waits_current  # no value is ON
performance-schema = OFF   # overridden below and on the command line

[perfschema]
listen = 10.0.0.1:3307
require_secure_transport = yes
password = "a # b"  # quoted
data-dir = C:\data\
user = "true"
performance_schema_max_sql_text_length = 100
Performance_Schema_Max_Sql_Text_Length = 200
performance_schema_consumer_events_stages_current
performance_schema_consumer_events_stages_current = OFF
loose_no_such_thing = 1
loose-performance-schema-users-size = 7
`
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := readSettings([]string{
		"--listen=127.0.0.1:1", "--defaults-file", file, "--performance_schema", "--demo",
		"--performance-schema-instrument=stage/%=OFF", "--performance-schema-consumer-events-statements-history=0",
		"--performance-schema-events-statements-history-size", "5"})
	if err != nil {
		t.Fatal(err)
	}
	ps := s.server.PerformanceSchema
	if s.server.Listen != "127.0.0.1:1" {
		t.Errorf("listen is %s; the command line wins", s.server.Listen)
	}
	if !s.server.RequireSecureTransport || s.server.Password != "a # b" || s.server.DataDir != `C:\data\` || s.server.User != "true" || !s.demo {
		t.Errorf("settings are %+v", s)
	}
	if ps.Off || ps.Sizes.Digests != 200 || ps.Sizes.StatementsHistory != 5 || ps.Sizes.StageClasses != 175 || ps.Sizes.SQLTextLength != 200 || ps.Sizes.Users != 7 {
		t.Errorf("off %v, sizes %+v", ps.Off, ps.Sizes)
	}
	if on, ok := ps.Consumers[perfschema.ConsumerEventsWaitsCurrent]; !on || !ok {
		t.Error("events_waits_current is not on")
	}
	if on, ok := ps.Consumers[perfschema.ConsumerEventsStagesCurrent]; on || !ok {
		t.Error("events_stages_current is not off; the last line wins")
	}
	if on, ok := ps.Consumers[perfschema.ConsumerEventsStatementsHistory]; on || !ok {
		t.Error("events_statements_history is not off")
	}
	want := []perfschema.InstrumentRule{
		{Pattern: "wait/%", State: perfschema.InstrumentOn},
		{Pattern: "statement/%", State: perfschema.InstrumentCounted},
		{Pattern: "stage/%", State: perfschema.InstrumentOff},
	}
	if len(ps.Instruments) != len(want) {
		t.Fatalf("rules are %v, want %v", ps.Instruments, want)
	}
	for i := range want {
		if ps.Instruments[i] != want[i] {
			t.Errorf("rule %d is %v, want %v", i, ps.Instruments[i], want[i])
		}
	}
}

func TestSettingsRefused(t *testing.T) {
	file := func(content string) string {
		path := filepath.Join(t.TempDir(), "my.cnf")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return "--defaults-file=" + path
	}
	for _, tt := range []struct{ arg, want string }{
		{"--lisen=x", "did you mean --listen?"},
		{"--performance_schema_digest_size=5", "did you mean --performance-schema-digests-size?"},
		{"--performance-schema-consumer-events-wait-current", "did you mean --performance-schema-consumer-events-waits-current?"},
		{"--cutlery_drawer=x", "unknown option --cutlery-drawer; --help lists"},
		{"--port=3306", "option --port is not supported: say host and port with listen=HOST:PORT"},
		{"--listen=", "--listen: the value is empty"},
		{"--data-dir=", "--data-dir: the value is empty"},
		{"-l", "unknown option -l"},
		{"stray", `unexpected argument "stray"`},
		{"--performance-schema=maybe", "neither ON nor OFF"},
		{"--performance-schema-digests-size=2000000", "out of range; want -1 to 1048576"},
		{"--performance-schema-digests-size=many", "not a whole number"},
		{"--performance-schema-instrument=wait", "want name=ON"},
		{"--performance-schema-instrument=wait/%=SOMETIMES", `--performance-schema-instrument: bad performance-schema-instrument "wait/%=SOMETIMES": "SOMETIMES" is not ON, OFF or COUNTED`},
		{file("[mysqld]\nperformance_schema_instrument = 'wait/%=2'\n"), `[mysqld]: performance-schema-instrument: bad performance-schema-instrument "wait/%=2": "2" is not ON`},
		{"--performance-schema-logger=x", "no loggers"},
		{"--performance-schema-meter=x", "no OpenTelemetry metrics"},
		{"--password-file", "needs an argument"},
		{"--defaults-file=/nonexistent/my.cnf", "cannot read --defaults-file"},
		{file("[mysqld]\nlisen = x\n"), "[mysqld]: unknown option lisen; did you mean listen?"},
		{file("[perfschema]\nlisten\n"), "option listen needs a value"},
		{file("listen = x\n"), "stands before any group"},
		{file("\n[mysqld\n"), "line 2: [mysqld is no group"},
		{file("[mysqld] x\n"), "line 1: [mysqld] x is no group"},
		{file("[mysqld]\n\n=5\n"), "line 3: =5 lacks the name"},
		{file("[mysqld]\n!includedir /etc/my.cnf.d\n"), "line 2: no file is included from here; put the options of /etc/my.cnf.d into this one"},
		{file("\x7fELF\x00[mysqld]\n"), "it is no text file"},
		{file("# mine\n[mysqld]\nport = 3306\n"), "my.cnf:3: [mysqld]: option port is not supported"},
		{file("[mysqld]\ndefaults-file = x\n"), "for the command line only"},
		{file("[mysqld]\nuser = \"ann\n"), "is not closed"},
		{file("[mysqld]\nuser = 'ann' ben\n"), "behind the closing quote"},
		{file("[mysqld]\nperformance_schema_max_statement_stack = 0\n"), "out of range"},
	} {
		_, err := readSettings([]string{tt.arg})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want ... %s", tt.arg, err, tt.want)
		}
	}
}

// What a user's ~/.my.cnf has for other programs is no business of export and report.
func TestOptionFileOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".my.cnf")
	content := "!includedir /etc/mysql/conf.d/\n[mysql]\nno-auto-rehash\nno-auto-rehash = 1\nprompt = \"\\u \n[client]\nuser = ann\nsocket = /run/x\n[client]\npassword\n"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newClient()
	given, _, err := readOptionFile(path, c.connectOptions(), clientGroups, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range given {
		if err := a.option.set(nil, a.value); err != nil {
			t.Error(err)
		}
	}
	if len(given) != 2 || c.user != "ann" || !c.ask {
		t.Errorf("read %d options; user %q, asks %v", len(given), c.user, c.ask)
	}
}

func FuzzOptionFile(f *testing.F) {
	f.Add("[mysqld]\nperformance_schema_digests_size=1\n[perfschema]\ndemo\n")
	f.Add("[perfschema]\nperformance-schema-instrument='a=ON'\nperformance-schema-instrument=\"b\n")
	list := options()
	path := filepath.Join(f.TempDir(), "my.cnf")
	f.Fuzz(func(t *testing.T, content string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		given, _, err := readOptionFile(path, list, fileGroups, false)
		if err != nil && given != nil {
			t.Error("options next to an error")
		}
	})
}
