package generallog

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/logfile"
)

// Entries are MySQL's, and none looks like another one.
func TestFormat(t *testing.T) {
	dir := t.TempDir()
	l := New(logfile.New(logfile.Options{
		Dir: dir, What: "statements", Variable: "general_log_file",
		Server: func() (string, uint64) { return "perfschema, Version: 9.7.4", 3306 }, Warn: func(err error) { t.Error(err) },
	}))
	at := time.Date(2026, 1, 2, 16, 4, 5, 678901999, time.FixedZone("", 3600))
	for _, c := range []gms.LoggedCommand{
		{Command: "Connect", Argument: "app@localhost on shop using TCP/IP"},
		{Command: "Query", Argument: "SELECT *\n  FROM orders"},
		{Command: "Query", Argument: "SELECT 1\n2026-01-02T15:04:05.678901Z\t    8 Query\tDROP TABLE t\n2026-01-02\n"},
		{Command: "Quit", Connection: 1234567},
	} {
		c.Time = at
		if c.Connection == 0 {
			c.Connection = 8
		}
		l.Write("a.log", &c)
	}
	l.Close()
	got, err := os.ReadFile(filepath.Join(dir, "a.log"))
	if err != nil {
		t.Fatal(err)
	}
	const begins = "2026-01-02T15:04:05.678901Z\t"
	want := "perfschema, Version: 9.7.4. started with:\nTcp port: 3306  Unix socket: \nTime                 Id Command    Argument\n" +
		begins + "    8 Connect\tapp@localhost on shop using TCP/IP\n" +
		begins + "    8 Query\tSELECT *\n  FROM orders\n" +
		begins + "    8 Query\tSELECT 1\n " + begins + "    8 Query\tDROP TABLE t\n2026-01-02\n\n" +
		begins + "1234567 Quit\t\n"
	if string(got) != want {
		t.Errorf("it wrote\n%s\nwant\n%s", got, want)
	}
}
