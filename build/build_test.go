package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is the command where a test runs it: Main does not return.
func TestMain(m *testing.M) {
	if os.Getenv("PERFSCHEMA_TEST_MAIN") != "" {
		os.Unsetenv("PERFSCHEMA_TEST_MAIN")
		os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// do runs the command in a directory, with the user's cache: the standard library is built once.
func do(t *testing.T, dir string, environment []string, arguments ...string) (out string, err error) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command: ", err)
	}
	c := exec.Command(os.Args[0], arguments...)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "PERFSCHEMA_TEST_MAIN=1", "GOWORK=off"), environment...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	err = c.Run()
	return said.String(), err
}

// must is do where the command has to succeed.
func must(t *testing.T, dir string, environment []string, arguments ...string) string {
	t.Helper()
	out, err := do(t, dir, environment, arguments...)
	if err != nil {
		t.Fatalf("perfschema %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return out
}

// reported runs a program that was built and returns its report.
func reported(t *testing.T, dir, program string, arguments ...string) string {
	t.Helper()
	c := exec.Command(program, arguments...)
	c.Dir, c.Env = dir, append(os.Environ(), "PERFSCHEMA_REPORT=exit")
	var report bytes.Buffer
	c.Stderr = &report
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, report.String())
	}
	if !strings.HasPrefix(report.String(), "== perfschema") || !strings.HasSuffix(report.String(), "== end of the report ==\n") {
		t.Fatalf("no report: %s", report.String())
	}
	return report.String()
}

// files writes files below a directory of the test's own.
func files(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// untouched fails if a directory has files that it had not, or has others of them.
func untouched(t *testing.T, dir string, but ...string) {
	t.Helper()
	before := contents(t, dir, but)
	t.Cleanup(func() {
		after := contents(t, dir, but)
		for name, text := range after {
			if old, ok := before[name]; !ok || old != text {
				t.Errorf("%s was written", name)
			}
		}
		if len(after) < len(before) {
			t.Errorf("%d files are left of %d", len(after), len(before))
		}
	})
}

func contents(t *testing.T, dir string, but []string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, b := range but {
			if filepath.Base(name) == b {
				return nil
			}
		}
		text, err := os.ReadFile(name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const goMod = "module example.com/program\n\ngo 1.25.0\n"

// contended is a program with a mutex that a goroutine waits for.
const contended = `package main

import (
	"runtime"
	"strings"
	"sync"
	"time"
)

var mu sync.Mutex

func lock() {
	mu.Lock()
	mu.Unlock()
}

func main() {
	mu.Lock()
	done := make(chan bool)
	go func() { lock(); close(done) }()
	for buffer := make([]byte, 1<<16); ; time.Sleep(time.Millisecond) {
		if strings.Contains(string(buffer[:runtime.Stack(buffer, true)]), "[sync.Mutex.Lock") {
			break
		}
	}
	mu.Unlock()
	<-done
}
`

// contendedLine is what a report has of that.
const contendedLine = "sync.Mutex.Lock  main.lock main.go:13  in sync.(*Mutex).Lock"
