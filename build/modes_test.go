package build

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModes builds a program in each way that go builds one. What lies in its directory stays
// as it is.
func TestModes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library more than once")
	}
	library := "package library\n\n// N is a number.\nconst N = 1\n"
	user := strings.Replace(contended, "\"time\"\n", "\"time\"\n\n\t_ \"example.com/library\"\n", 1)
	userLine := strings.Replace(contendedLine, ":13", ":15", 1)
	requires := goMod + "\nrequire example.com/library v0.0.0\n\nreplace example.com/library => ./library\n"
	for _, c := range []struct {
		name        string
		files       map[string]string
		environment []string
		before      []string // a go command
		arguments   []string
		line        string
	}{
		{"module", map[string]string{"go.mod": goMod, "main.go": contended}, nil, nil,
			[]string{"build", "-o", "program"}, contendedLine},
		{"files", map[string]string{"go.mod": goMod, "main.go": contended, "other.go": "package main\n"}, nil, nil,
			[]string{"build", "-o", "program", "main.go"}, contendedLine},
		{"below", map[string]string{"go.mod": goMod, "cmd/program/main.go": contended}, nil, nil,
			[]string{"build", "-o", "program", "./cmd/..."}, contendedLine},
		{"chdir", map[string]string{"in/go.mod": goMod, "in/main.go": contended}, nil, nil,
			[]string{"build", "-C", "in", "-o", "../program", "."}, contendedLine},
		{"trimpath", map[string]string{"go.mod": goMod, "main.go": contended}, nil, nil,
			[]string{"build", "-trimpath", "-ldflags=-s -w", "-o", "program", "."}, contendedLine},
		{"vendored", map[string]string{"go.mod": requires, "main.go": user, "library/go.mod": "module example.com/library\n", "library/library.go": library}, nil,
			[]string{"mod", "vendor"}, []string{"build", "-mod=vendor", "-o", "program", "."}, userLine},
		{"workspace", map[string]string{"go.work": "go 1.25.0\n\nuse (\n\t./a\n\t./b\n)\n", "a/go.mod": goMod, "a/main.go": user, "b/go.mod": "module example.com/library\n", "b/library.go": library},
			[]string{"GOWORK="}, nil, []string{"build", "-o", "program", "./a"}, userLine},
		{"cgo", map[string]string{"go.mod": goMod, "main.go": contended, "c.go": "package main\n\n/*\nstatic int one() { return 1; }\n*/\nimport \"C\"\n\nvar one = int(C.one())\n"},
			[]string{"CGO_ENABLED=1"}, nil, []string{"build", "-o", "program", "."}, contendedLine},
		{"without cgo", map[string]string{"go.mod": goMod, "main.go": contended},
			[]string{"CGO_ENABLED=0"}, nil, []string{"build", "-o", "program", "."}, contendedLine},
		{"race", map[string]string{"go.mod": goMod, "main.go": contended}, []string{"CGO_ENABLED=1"}, nil,
			[]string{"build", "-race", "-o", "program", "."}, contendedLine},
		{"overlay", map[string]string{"go.mod": goMod, "main.go": "package main\n", "real.go.txt": contended, "overlay.json": `{"Replace": {"main.go": "real.go.txt"}}`}, nil, nil,
			[]string{"build", "-overlay", "overlay.json", "-o", "program", "."}, contendedLine},
		{"overlay of GOFLAGS", map[string]string{"go.mod": goMod, "main.go": "package main\n", "real.go.txt": contended, "overlay.json": `{"Replace": {"main.go": "real.go.txt"}}`},
			[]string{"GOFLAGS=-overlay=overlay.json -tags=one"}, nil, []string{"build", "-o", "program", "."}, contendedLine},
		{"overlay of GOFLAGS in quotation marks", map[string]string{"go.mod": goMod, "main.go": "//go:build one && two\n\npackage main\n", "real.go.txt": contended, "over lay.json": `{"Replace": {"main.go": "real.go.txt"}}`},
			[]string{`GOFLAGS='-overlay=over lay.json' "-tags=one two" -cover=false`}, nil, []string{"build", "-o", "program", "."}, contendedLine},
		{"own tags", map[string]string{"go.mod": goMod, "main.go": "//go:build perfschema.park\n\n" + contended, "stock.go": "//go:build !perfschema\n\npackage main\n\nfunc main() {}\n"}, nil, nil,
			[]string{"build", "-o", "program", "."}, userLine},
		{"variables", map[string]string{"go.mod": goMod, "main.go": contended},
			[]string{"GOROOT=" + toolchainRoot(t), "GOTOOLCHAIN=auto"}, nil, []string{"build", "-o", "program", "."}, contendedLine},
		{"tags", map[string]string{"go.mod": goMod, "main.go": "//go:build one && two\n\n" + contended}, nil, nil,
			[]string{"build", "-tags", "one,two", "-o", "program", "."}, userLine},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Contains(c.name, "race") || c.name == "cgo" {
				if _, err := exec.LookPath("cc"); err != nil {
					t.Skip("no C compiler: ", err)
				}
			}
			dir := files(t, c.files)
			if c.before != nil {
				goCommand(t, dir, nil, c.before...)
			}
			untouched(t, dir, "program")
			must(t, dir, c.environment, c.arguments...)
			report := reported(t, dir, filepath.Join(dir, "program"))
			for _, want := range []string{c.line, "  sync.Mutex main.mu, 0x"} {
				if !strings.Contains(report, want) {
					t.Errorf("the report has no %q:\n%s", want, report)
				}
			}
		})
	}
}

// toolchainRoot is the GOROOT in use.
func toolchainRoot(t *testing.T) string {
	t.Helper()
	return strings.TrimSpace(goCommand(t, "", nil, "env", "GOROOT"))
}

// TestVersion holds that go version -m says how a program was built.
func TestVersion(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
	must(t, dir, nil, "build", "-tags", "one two", "-o", "program", ".")
	out := goCommand(t, dir, nil, "version", "-m", "program")
	if want := "-tags=one,two,perfschema,perfschema.park,perfschema.semaphore,perfschema.request,perfschema.http,perfschema.http2,perfschema.sql\n"; !strings.Contains(out, want) {
		t.Errorf("no %q in\n%s", want, out)
	}
}

// TestInstall installs to GOBIN.
func TestInstall(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
	bin := t.TempDir()
	untouched(t, dir)
	must(t, dir, []string{"GOBIN=" + bin}, "install", ".")
	if report := reported(t, dir, filepath.Join(bin, "program")); !strings.Contains(report, contendedLine) {
		t.Error(report)
	}
}

// TestRun runs a program with arguments and standard input of its own, and passes on its status.
func TestRun(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": `package main

import (
	"fmt"
	"os"
)

func main() { fmt.Println("arguments", os.Args[1:]); os.Exit(3) }
`})
	for _, packages := range [][]string{{"."}, {"main.go"}} {
		out, err := do(t, dir, []string{"PERFSCHEMA_REPORT=exit"}, append(append([]string{"run"}, packages...), "-n", "x.go")...)
		if err == nil || !strings.Contains(out, "arguments [-n x.go]\n== perfschema") || !strings.Contains(out, "exit status 3") {
			t.Errorf("run %v: %v\n%s", packages, err, out)
		}
	}
}

// TestTest has a package's tests waited for. A package without tests stays without.
func TestTest(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended, "main_test.go": `package main

import "testing"

func TestMain_(t *testing.T) { main() }
`, "none/none.go": "package none\n"})
	untouched(t, dir)
	out := must(t, dir, []string{"PERFSCHEMA_REPORT=exit"}, "test", "-count=1", "./...", "-v", "-run", "Main_")
	if out := must(t, dir, nil, "test", "-count=1", "-cover", "."); !strings.Contains(out, "coverage: 100.0% of statements") {
		t.Error(out)
	}
	for _, want := range []string{strings.Replace(contendedLine, "main.", "example.com/program.", 1), "  sync.Mutex main.mu, 0x", "ok  \texample.com/program", "example.com/program/none\t[no test files]"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestTestFlags has flags of go behind the packages, where go test takes them too.
func TestTestFlags(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended, "one.go": "//go:build one\n\npackage main\n\nconst one = 1\n", "one_test.go": `//go:build one && perfschema

package main

import (
	"flag"
	"testing"
)

var own = flag.String("own", "", "")

func TestOne(t *testing.T) { main(); t.Log("own", *own, one) }
`})
	out := must(t, dir, []string{"PERFSCHEMA_REPORT=exit"}, "test", ".", "-own", "value", "-test.count=1", "-tags", "one", "-v")
	for _, want := range []string{"own value 1\n", "  sync.Mutex main.mu, 0x"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestHelp holds that help is this command's, also behind a subcommand.
func TestHelp(t *testing.T) {
	for _, arguments := range [][]string{nil, {"help"}, {"build", "--help"}, {"test", ".", "-h"}, {"vet", "-help"}} {
		if out := must(t, "", nil, arguments...); out != Usage {
			t.Errorf("%v: %s", arguments, out)
		}
	}
}

// TestVet runs vet, and its findings come through.
func TestVet(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Printf(\"%d\\n\", \"x\") }\n"})
	if out, err := do(t, dir, nil, "vet", "."); err == nil || !strings.Contains(out, "Printf format %d") {
		t.Errorf("%v\n%s", err, out)
	}
}
