package slowlog

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/gms"
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
	l := New(dir, func() (string, uint64) { return "perfschema, Version: 9.7.4", 3306 }, func(err error) { t.Error(err) })
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
	l := New(dir, x, func(err error) { t.Error(err) })
	l.Write("a.log", slow("SELECT 'one'"))
	if err := os.Rename(filepath.Join(dir, "a.log"), filepath.Join(dir, "a.log.1")); err != nil {
		t.Fatal(err)
	}
	l.Write("a.log", slow("SELECT 'two'"))
	l.Flush()
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

// What a file may not be called is refused, and nothing outside of the directory or under
// another name is written, whatever the links.
func TestNames(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	for _, f := range []string{filepath.Join(dir, "ca-key.pem"), filepath.Join(outside, "y.log")} {
		if err := os.WriteFile(f, []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "y.log"), filepath.Join(dir, "link.log")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "d.log"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", ".", "..", ".log", ".x.log", "ca-key.pem", "../y.log", filepath.Join(outside, "y.log"), "sub/x.log", dir + "/../" + filepath.Base(outside) + "/y.log", "link.log", "d.log", "x.log\x00"} {
		var warned []error
		l := New(dir, x, func(err error) { warned = append(warned, err) })
		l.Write(name, slow("SELECT 1"))
		l.Write(name, slow("SELECT 2"))
		l.Close()
		if len(warned) != 1 {
			t.Errorf("%q: %d warnings: %v", name, len(warned), warned)
		}
	}
	if got := read(t, outside, "y.log") + read(t, dir, "ca-key.pem"); got != "secretsecret" {
		t.Errorf("files were written over: %q", got)
	}
	l := New(dir, x, func(err error) { t.Error(err) })
	l.Write(filepath.Join(dir, "full.log"), slow("SELECT 1"))
	l.Close()
	if !strings.Contains(read(t, dir, "full.log"), "SELECT 1") {
		t.Error("a path within the directory is refused")
	}
}

// What cannot be written is told once, harms nobody, and is over when there is room again.
func TestFailingWrites(t *testing.T) {
	dir := t.TempDir()
	var warned []error
	l := New(dir, x, func(err error) { warned = append(warned, err) })
	l.Write("a.log", slow("SELECT 'one'"))
	for range 3 {
		l.mu.Lock()
		l.close()
		f, err := os.Open(filepath.Join(dir, "a.log")) // cannot be written to
		if err != nil {
			t.Fatal(err)
		}
		l.file, l.name = f, "a.log"
		l.mu.Unlock()
		l.Write("a.log", slow("SELECT 'two'"))
	}
	if len(warned) != 1 || errors.Is(warned[0], ErrName) {
		t.Errorf("warned %v", warned)
	}
	l.Write("a.log", slow("SELECT 'three'"))
	l.Close()
	if got := read(t, dir, "a.log"); strings.Contains(got, "two") || !strings.Contains(got, "three") {
		t.Errorf("it has\n%s", got)
	}
}

// Entries of many goroutines stand one after the other, whole.
func TestConcurrentWrites(t *testing.T) {
	dir := t.TempDir()
	l := New(dir, x, func(err error) { t.Error(err) })
	var wg sync.WaitGroup
	const writers, each = 8, 50
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				l.Write("a.log", slow(fmt.Sprintf("SELECT '%s'", strings.Repeat(fmt.Sprint(w), 1000+i))))
				if i%10 == 0 {
					l.Flush()
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

func x() (string, uint64) { return "x", 0 }
