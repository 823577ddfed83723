package slowlog

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/logfile"
)

var rewrite = flag.Bool("rewrite", false, "write the golden file anew")

var ended = time.Date(2026, 1, 2, 15, 4, 5, 678901000, time.UTC)

func slow(text string) *gms.SlowStatement {
	return &gms.SlowStatement{Ended: ended, Elapsed: 12_345_678 * time.Microsecond, LockTime: 9 * time.Microsecond, RowsSent: 3, RowsExamined: 40_000,
		Connection: 8, User: "app", Host: "localhost", Database: "shop", Text: text}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFormat(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	defer l.Close()
	l.Write("a.log", slow("SELECT *\n  FROM orders"))
	l.Write("a.log", slow("SELECT 1;"))
	other := slow("SELECT 2")
	other.User, other.Host, other.Database = "a\n# b", "10.0.0.1", "of `all`\n"
	l.Write("a.log", other)
	l.Write("a.log", slow("# a comment\nSELECT ';\n# User@Host: root[root] @ localhost []  Id:     1\n# Query_time: 99  Lock_time: 0'"))
	six := slow("SELECT 3")
	six.Host, six.Database = "::1", ""
	l.Write("a.log", six)
	const golden = "testdata/format.golden"
	got := read(t, dir, "a.log")
	if *rewrite {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("it wrote\n%s", got)
	}
}

// Who moves the file away and flushes gets a new one; the old one keeps what it has.
func TestFlush(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	l.Write("a.log", slow("SELECT 'one'"))
	if err := os.Rename(filepath.Join(dir, "a.log"), filepath.Join(dir, "a.log.1")); err != nil {
		t.Fatal(err)
	}
	l.Write("a.log", slow("SELECT 'two'"))
	l.Leave()
	l.Write("a.log", slow("SELECT 'three'"))
	l.Write("b.log", slow("SELECT 'four'"))
	l.Close()
	l.Write("b.log", slow("SELECT 'five'"))
	for name, want := range map[string][2]string{"a.log.1": {"'one'", "'two'"}, "a.log": {"three", "use shop"}, "b.log": {"four", "use shop"}} {
		if got := read(t, dir, name); strings.Count(got, "# Time") != map[string]int{"a.log.1": 2, "a.log": 1, "b.log": 1}[name] || !strings.Contains(got, want[0]) || !strings.Contains(got, want[1]) {
			t.Errorf("%s has\n%s", name, got)
		}
	}
}

// Entries of many goroutines stand one after the other, whole.
func TestConcurrentWrites(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	var wg sync.WaitGroup
	const writers, each = 8, 50
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				l.Write("a.log", slow(fmt.Sprintf("SELECT '%s'", strings.Repeat(fmt.Sprint(w), 1000+i))))
				if i%10 == 0 {
					l.Leave()
				}
			}
		})
	}
	wg.Wait()
	l.Close()
	entries := strings.Split(read(t, dir, "a.log"), "# Time: ")[1:]
	for _, e := range entries {
		if strings.Count(e, "SELECT") != 1 || strings.Count(e, "# User@Host") != 1 {
			t.Errorf("an entry is %q", e)
		}
	}
	if len(entries) != writers*each {
		t.Errorf("%d entries, want %d", len(entries), writers*each)
	}
}

func open(t *testing.T, dir string) *Log {
	return New(logfile.New(logfile.Options{
		Dir: dir, What: "slow statements", Variable: "slow_query_log_file",
		Server: func() (string, uint64) { return "perfschema, Version: 9.7.4", 3306 }, Warn: func(err error) { t.Error(err) },
	}))
}
