package logfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/pfile"
)

func open(dir string, warn func(error)) *File {
	return New(Options{Dir: dir, What: "statements", Variable: "x_file", Server: func() (string, uint64) { return "x", 0 }, Warn: warn})
}

func entry(text string) func(*strings.Builder, bool) {
	return func(b *strings.Builder, _ bool) { b.WriteString(text + "\n") }
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
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
		l := open(dir, func(err error) { warned = append(warned, err) })
		l.Write(name, entry("SELECT 1"))
		l.Write(name, entry("SELECT 2"))
		l.Close()
		if len(warned) != 1 {
			t.Errorf("%q: %d warnings: %v", name, len(warned), warned)
		}
	}
	if got := read(t, outside, "y.log") + read(t, dir, "ca-key.pem"); got != "secretsecret" {
		t.Errorf("files were written over: %q", got)
	}
	l := open(dir, func(err error) { t.Error(err) })
	l.Write(filepath.Join(dir, "full.log"), entry("SELECT 1"))
	l.Close()
	if !strings.Contains(read(t, dir, "full.log"), "SELECT 1") {
		t.Error("a path within the directory is refused")
	}
}

// What cannot be written is told once, harms nobody, and is over when there is room again.
func TestFailingWrites(t *testing.T) {
	dir := t.TempDir()
	var warned []error
	l := open(dir, func(err error) { warned = append(warned, err) })
	l.Write("a.log", entry("SELECT 'one'"))
	for range 3 {
		l.mu.Lock()
		l.close()
		f, err := os.Open(filepath.Join(dir, "a.log")) // cannot be written to
		if err != nil {
			t.Fatal(err)
		}
		l.file, l.name = pfile.FS{}.Wrap(f), "a.log"
		l.mu.Unlock()
		l.Write("a.log", entry("SELECT 'two'"))
	}
	if len(warned) != 1 || errors.Is(warned[0], ErrName) {
		t.Errorf("warned %v", warned)
	}
	l.Write("a.log", entry("SELECT 'three'"))
	l.Close()
	if got := read(t, dir, "a.log"); strings.Contains(got, "two") || !strings.Contains(got, "three") {
		t.Errorf("it has\n%s", got)
	}
}

// Open begins the file, once, and again when it has been left.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	l := open(dir, func(err error) { t.Error(err) })
	for range 2 {
		l.Open("a.log")
	}
	if got := read(t, dir, "a.log"); strings.Count(got, "started with") != 1 {
		t.Errorf("it has\n%s", got)
	}
	l.Leave()
	l.Open("a.log")
	fresh := true
	l.Write("a.log", func(_ *strings.Builder, f bool) { fresh = f })
	if got := read(t, dir, "a.log"); fresh || strings.Count(got, "started with") != 2 {
		t.Errorf("fresh is %v, and it has\n%s", fresh, got)
	}
	l.Close()
	l.Open("b.log")
	if _, err := os.Stat(filepath.Join(dir, "b.log")); err == nil {
		t.Error("a log that has ended opens files")
	}
}
