package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestRefusals holds that each bad input has one sentence that says what to do, and writes
// nothing.
func TestRefusals(t *testing.T) {
	readOnly := t.TempDir()
	if err := os.Chmod(readOnly, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		readOnly = "/sys/kernel" // root writes anywhere else
	}
	for _, c := range []struct {
		name        string
		environment []string
		arguments   []string
		want        string
		status      int
	}{
		{"subcommand", nil, []string{"bild"}, "perfschema: there is no bild: use build, install, run, test, vet\n", 2},
		{"go's subcommand", nil, []string{"generate"}, "perfschema: generate builds no program: use go generate\n", 2},
		{"the server's subcommand", nil, []string{"serve"}, "perfschema: perfschema serve is the server's: go install github.com/perfschema/perfschema/server/cmd/perfschema\n", 2},
		{"the server's attach", nil, []string{"attach", "127.0.0.1:6061"}, "perfschema: perfschema attach is the server's: go install github.com/perfschema/perfschema/server/cmd/perfschema\n", 2},
		{"flag", nil, []string{"build", "-o"}, "perfschema: flag -o needs a value\n", 2},
		{"platform", []string{"GOOS=windows"}, []string{"build"}, "perfschema: GOOS=windows: programs for linux and darwin can be built\n", 1},
		{"architecture", []string{"GOARCH=386"}, []string{"build"}, "perfschema: GOARCH=386: programs for amd64 and arm64 can be built\n", 1},
		{"no go", []string{"PATH=/nowhere"}, []string{"build"}, "perfschema: there is no go command in PATH: install Go 1.25, 1.26 or 1.27\n", 1},
		{"cache", []string{"PERFSCHEMA_CACHE=" + filepath.Join(readOnly, "cache")}, []string{"build"}, "set PERFSCHEMA_CACHE to a directory that can\n", 1},
		{"no cache", []string{"PERFSCHEMA_CACHE=", "XDG_CACHE_HOME=", "HOME="}, []string{"build"}, "set PERFSCHEMA_CACHE to one\n", 1},
		{"overlay", nil, []string{"build", "-overlay", "none.json"}, "open none.json", 1},
		{"run of a version", nil, []string{"run", "example.com/x@v1.0.0"}, "use perfschema install example.com/x@v1.0.0, and run the program\n", 2},
		{"versions", nil, []string{"install", "example.com/x@v1.0.0", "example.com/y@v1.0.0"}, "install one path@version at a time\n", 2},
		{"unknown version", []string{"GOPROXY=off"}, []string{"install", "example.com/x@v1.0.0"}, "perfschema: go mod download example.com/x@v1.0.0: ", 1},
		{"coverage", nil, []string{"build", "-cover"}, "perfschema: -cover does not go with the file that is added to package main: Go's cover tool knows no overlay; build without it\n", 1},
		{"coverage of a package that does not compile", []string{"PERFSCHEMA_CACHE=/dev/null"}, []string{"run", "-covermode=set", "./nowhere"}, "build without it\n", 1},
		{"compiler", []string{"GOFLAGS=-compiler=gccgo"}, []string{"build"}, "perfschema: -compiler=gccgo: only programs that Go's own compiler builds can be recorded\n", 1},
		{"a flag behind a package", nil, []string{"build", ".", "-race"}, "perfschema: flag -race stands behind a package: flags come first\n", 2},
		{"another's cache", []string{"PERFSCHEMA_CACHE=" + linked(t)}, []string{"build"}, "/perfschema-build is no directory: remove it, or set PERFSCHEMA_CACHE to another directory\n", 1},
		{"GOFLAGS", []string{"GOFLAGS='-race"}, []string{"build"}, "GOFLAGS", 1},
		{"no path of a module", nil, []string{"install", "gopls@latest"}, "perfschema: gopls is no path of a module: its first part has no dot\n", 1},
		{"coverage by GOFLAGS", []string{"GOFLAGS=-covermode=atomic"}, []string{"build"}, "build without it\n", 1},
		{"a package's fault", nil, []string{"build", "./nowhere"}, "nowhere", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := files(t, map[string]string{"go.mod": goMod, "main.go": "package main\n\nfunc main() {}\n"})
			untouched(t, dir)
			out, err := do(t, dir, c.environment, c.arguments...)
			exit, _ := err.(*exec.ExitError)
			if exit == nil || exit.ExitCode() != c.status || !strings.Contains(out, c.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// linked is a directory in which the cache is a link to another one.
func linked(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "perfschema-build")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// otherGo puts a go command into PATH that says it is another version.
func otherGo(t *testing.T, version string) []string {
	t.Helper()
	real, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command: ", err)
	}
	dir := files(t, map[string]string{"go": "#!/bin/sh\n'" + real + "' \"$@\" | sed 's/\"GOVERSION\": \".*\"/\"GOVERSION\": \"" + version + "\"/'\n"})
	if err := os.Chmod(filepath.Join(dir, "go"), 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{"PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH")}
}

func TestUnknownToolchain(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
	out, err := do(t, dir, otherGo(t, "go1.24.9"), "build", "-o", "program", ".")
	if want := "perfschema: perfschema build knows Go 1.25, 1.26 and 1.27, and this is go1.24.9: choose one of these by GOTOOLCHAIN, or try -lenient\n"; err == nil || out != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
	must(t, dir, otherGo(t, "go1.24.9"), "build", "-lenient", "-o", "program", ".")
	if report := reported(t, dir, filepath.Join(dir, "program")); !strings.Contains(report, contendedLine) {
		t.Error(report)
	}
}

// TestDiffOnly holds that -n prints the diff, and that nothing is built or made.
func TestDiffOnly(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
	cache := filepath.Join(t.TempDir(), "cache")
	untouched(t, dir)
	out := must(t, dir, []string{"PERFSCHEMA_CACHE=" + cache}, "build", "-n", "-o", "program", ".")
	if !strings.HasPrefix(out, "--- a/src/") || !strings.Contains(out, "\n--- a/src/runtime/proc.go\n+++ b/src/runtime/proc.go\n@@ ") {
		t.Errorf("%.1000s", out)
	}
	if _, err := os.Stat(cache); err == nil {
		t.Error("a cache was made")
	}
}

// TestAtOnce builds twice at once with an empty cache, and then with a full disk: files may
// not grow.
func TestAtOnce(t *testing.T) {
	cache := t.TempDir()
	var wg sync.WaitGroup
	for range 2 {
		dir := files(t, map[string]string{"go.mod": goMod, "main.go": "package main\n\nfunc main() { println(1) }\n"})
		wg.Go(func() {
			if out, err := do(t, dir, []string{"PERFSCHEMA_CACHE=" + cache}, "vet", "."); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	if made, _ := filepath.Glob(filepath.Join(cache, "*", "goroot", "*")); len(made) != 1 {
		t.Errorf("the cache has %v", made)
	}
}

// TestFullDisk has writes of the cache fail, and then succeed.
func TestFullDisk(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": "package main\n\nfunc main() {}\n"})
	cache := t.TempDir()
	c := ready(t, dir, []string{"PERFSCHEMA_TEST_MAIN=1", "PERFSCHEMA_CACHE=" + cache}, "sh", "-c", `ulimit -f 2 && exec "$0" vet .`, os.Args[0])
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "perfschema: ") || strings.Contains(string(out), "panic") {
		t.Errorf("%v: %s", err, out)
	}
	if left, _ := filepath.Glob(filepath.Join(cache, "*", "*", "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	must(t, dir, []string{"PERFSCHEMA_CACHE=" + cache}, "vet", ".")
}
