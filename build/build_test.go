package build

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain is the command where a test runs it: Main does not return.
func TestMain(m *testing.M) {
	if os.Getenv("PERFSCHEMA_TEST_MAIN") != "" {
		os.Unsetenv("PERFSCHEMA_TEST_MAIN")
		os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// limit is how long a command of a test may take: it may build the standard library.
const limit = 10 * time.Minute

// goSettings are what tests take over of the developer's settings of go: where it has its caches
// and whence it gets modules.
var goSettings = sync.OnceValues(func() ([]string, error) {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GONOPROXY", "GOPRIVATE", "GOINSECURE", "GOTOOLCHAIN"}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return nil, err
	}
	settings := []string{"GOENV=off", "GOWORK=off"}
	for i, value := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		settings = append(settings, names[i]+"="+value)
	}
	return settings, nil
})

// environ is the environment of a command: nothing of the developer's settings of go and of this
// command, and then what a test sets.
func environ(t *testing.T, environment ...string) []string {
	t.Helper()
	settings, err := goSettings()
	if err != nil {
		t.Skip("no go command: ", err)
	}
	var all []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "GO") && !strings.HasPrefix(name, "CGO_") && !strings.HasPrefix(name, "PERFSCHEMA_") {
			all = append(all, v)
		}
	}
	if dir := os.Getenv("PERFSCHEMA_CACHE"); dir != "" { // where the developer wants it
		all = append(all, "PERFSCHEMA_CACHE="+dir)
	}
	return with(with(all, settings...), environment...)
}

// ready is a command, not yet started, that is ended when the test ends or takes too long.
func ready(t *testing.T, dir string, environment []string, name string, arguments ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	c := exec.CommandContext(ctx, name, arguments...)
	c.Dir, c.Env = dir, environ(t, environment...)
	c.WaitDelay = 10 * time.Second // for what it has started and that keeps its output open
	return c
}

// goCommand runs the go command itself.
func goCommand(t *testing.T, dir string, environment []string, arguments ...string) string {
	t.Helper()
	out, err := ready(t, dir, environment, "go", arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

// do runs the command in a directory, with the user's cache: the standard library is built once.
func do(t *testing.T, dir string, environment []string, arguments ...string) (out string, err error) {
	t.Helper()
	c := ready(t, dir, append(slices.Clone(environment), "PERFSCHEMA_TEST_MAIN=1"), os.Args[0], arguments...)
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
	c := ready(t, dir, []string{"PERFSCHEMA_REPORT=exit"}, program, arguments...)
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
