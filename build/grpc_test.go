//go:build unix

package build

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// grpcProgram writes the program of testdata/grpc with a go.mod file that has the versions of the
// server's module, and gets these modules.
func grpcProgram(t *testing.T) string {
	t.Helper()
	goMods, err1 := os.ReadFile("../server/go.mod")
	goSum, err2 := os.ReadFile("../server/go.sum")
	text, err3 := os.ReadFile("testdata/grpc/main.go")
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			t.Fatal(err)
		}
	}
	module := goMod + "\nrequire (\n"
	for _, line := range regexp.MustCompile(`(?m)^\t(google\.golang\.org/(grpc|protobuf|genproto/googleapis/rpc)|golang\.org/x/(net|sys|text)) v\S+`).FindAllString(string(goMods), -1) {
		module += line + "\n"
	}
	dir := files(t, map[string]string{"main.go": string(text), "go.mod": module + ")\n", "go.sum": string(goSum)})
	if out, err := ready(t, dir, []string{"GOFLAGS=-modcacherw"}, "go", "list", "-deps", ".").CombinedOutput(); err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") == "" {
			t.Skipf("gRPC cannot be had: %s", out)
		}
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// TestGRPC holds that calls of gRPC are requests and statements, with their waits, in a program that
// is not changed.
func TestGRPC(t *testing.T) {
	if testing.Short() {
		t.Skip("builds gRPC")
	}
	dir := grpcProgram(t)
	untouched(t, dir, "program", "report.txt")
	tables, report, _ := requestsIn(t, dir, nil)
	holdGRPC(t, tables, report)
}

// TestGRPCInTests holds that tests of a package with gRPC are built with it.
func TestGRPCInTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds gRPC")
	}
	dir := grpcProgram(t)
	if err := os.WriteFile(filepath.Join(dir, "main_test.go"), []byte("package main\n\nimport \"testing\"\n\nfunc TestNothing(*testing.T) {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.txt")
	must(t, dir, []string{"PERFSCHEMA_REPORT=exit", "PERFSCHEMA_FILE=" + file}, "test", ".")
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), ", sql, grpc\n") {
		t.Errorf("%v: %s", err, text)
	}
}

// TestGRPCToolchains is TestGRPC with each release that is supported, and with the race detector of one.
func TestGRPCToolchains(t *testing.T) {
	proof(t)
	for version, race := range map[string]string{"go1.25.6": "-race=false", "go1.26.8": "-race", "go1.27.3": "-race=false"} {
		t.Run(version, func(t *testing.T) {
			tables, report, _ := requestsIn(t, grpcProgram(t), []string{"GOTOOLCHAIN=" + version}, race)
			holdGRPC(t, tables, report)
		})
	}
}

// TestGRPCModes is TestGRPC with a vendor directory, and in a workspace.
func TestGRPCModes(t *testing.T) {
	proof(t)
	t.Run("vendored", func(t *testing.T) {
		dir := grpcProgram(t)
		goCommand(t, dir, nil, "mod", "vendor")
		untouched(t, dir, "program", "report.txt")
		tables, report, _ := requestsIn(t, dir, nil, "-mod=vendor")
		holdGRPC(t, tables, report)
	})
	t.Run("workspace", func(t *testing.T) {
		dir := grpcProgram(t)
		goCommand(t, dir, nil, "work", "init", ".")
		untouched(t, dir, "program", "report.txt")
		tables, report, _ := requestsIn(t, dir, []string{"GOWORK="})
		holdGRPC(t, tables, report)
	})
}

func holdGRPC(t *testing.T, tables map[string][]map[string]any, report string) {
	t.Helper()
	found := make(map[string]string)
	for _, r := range tables["requests"] {
		found[fmt.Sprint(r["EVENT_NAME"], " ", r["REQUEST"])] = fmt.Sprint(r["COUNT_STAR"], " ", r["SUM_ERRORS"])
	}
	const unary = "statement/grpc/unary /test.Shop/"
	compareRows(t, found, map[string]string{
		unary + "Hold": "1 0", unary + "Held": "2 0", unary + "Start": "1 0", unary + "Ask": "1 0", unary + "Fails": "1 1", unary + "Errs": "1 1",
		unary + "Late": "1 1", unary + "Refuses": "1 0", "statement/grpc/stream /test.Shop/Watch": "1 0", "statement/grpc/stream ?": "1 1",
	})
	found = make(map[string]string)
	for _, r := range tables["request_statements"] {
		found[fmt.Sprint(r["REQUEST"], ", ", r["EVENT_NAME"], ", ", r["STATEMENT"])] = fmt.Sprint(r["COUNT_STAR"], " ", r["SUM_ERRORS"])
	}
	const sent = ", wait/io/socket/grpc/client, /test.Shop/"
	compareRows(t, found, map[string]string{
		"/test.Shop/Ask" + sent + "Held": "1 0", "<nil>" + sent + "Hold": "1 0", "<nil>" + sent + "Held": "1 0", "<nil>" + sent + "Start": "1 0", "<nil>" + sent + "Ask": "1 0",
		"<nil>" + sent + "Fails": "1 1", "<nil>" + sent + "Errs": "1 1", "<nil>" + sent + "Late": "1 1", "<nil>" + sent + "Refuses": "1 0", "<nil>" + sent + "secret": "1 1",
	})
	text, err := os.ReadFile("testdata/grpc/main.go")
	if err != nil {
		t.Fatal(err)
	}
	source := strings.Split(string(text), "\n")
	waits := make(map[string]string)
	for _, r := range tables["request_waits"] {
		for _, mark := range []string{"hold", "held", "child", "watch"} {
			if r["SOURCE"] == fmt.Sprint("main.go:", lineOf(source, "// wait: "+mark)) {
				waits[mark] += fmt.Sprint(r["REQUEST"], ", ", r["GOROUTINE"], ", ", r["REASON"], ", ", r["NAME"], ", ", r["COUNT_STAR"])
			}
		}
	}
	compareRows(t, waits, map[string]string{
		"hold": "/test.Shop/Hold, SERVING, chan receive, main.server.release, 1", "held": "/test.Shop/Held, SERVING, sync.Mutex.Lock, main.server.mu, 1",
		"child": "/test.Shop/Start, STARTED, chan receive, main.server.during, 1", "watch": "/test.Shop/Watch, SERVING, chan receive, main.server.update, 1",
	})
	for _, want := range []string{"% 1 of gRPC /test.Shop/Held\n", ", sql, grpc\n", "\nLost: nothing.\n"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report has no %q", want)
		}
	}
	if t.Failed() {
		t.Log(report)
	}
}

// fakeGRPC is a module in the place of gRPC, as one of another version may be.
func fakeGRPC(internal string) map[string]string {
	return map[string]string{
		"grpc/go.mod": "module google.golang.org/grpc\n\ngo 1.16\n", "grpc/grpc.go": "package grpc\n\nimport _ \"google.golang.org/grpc/internal\"\n",
		"grpc/internal/internal.go": "package internal\n\n" + internal,
		"other/go.mod":              "module example.com/other\n\ngo 1.16\n\nrequire google.golang.org/grpc v1.0.0\n",
		"other/other.go":            "package other\n\nimport _ \"google.golang.org/grpc\"\n",
		"main.go":                   strings.Replace(contended, "\"time\"\n", "\"time\"\n\n\t_ \"example.com/other\"\n", 1),
	}
}

// TestGRPCLeftOut holds that a program is built without calls of gRPC, with a word why, where the file
// that records them cannot be added without a change of the program's.
func TestGRPCLeftOut(t *testing.T) {
	const (
		both     = "var AddGlobalServerOptions, AddGlobalDialOptions interface{}\n"
		replace  = "\nreplace (\n\texample.com/other => ./other\n\tgoogle.golang.org/grpc => ./grpc\n)\n"
		other    = goMod + "\nrequire example.com/other v0.0.0\n"
		indirect = other + "\nrequire google.golang.org/grpc v1.0.0 // indirect\n"
	)
	for name, c := range map[string]struct {
		internal, goMod string
		flags           []string
		reason          string
	}{
		"another version":   {"var AddExtraServerOptions interface{}\n", indirect, nil, "this version of google.golang.org/grpc has no AddGlobalServerOptions"},
		"another type":      {"var AddGlobalServerOptions, AddGlobalDialOptions func()\n", indirect, nil, "has no AddGlobalServerOptions"},
		"a module of old":   {both, strings.Replace(other, "go 1.25.0", "go 1.16", 1), nil, "does not require google.golang.org/grpc: go mod tidy"},
		"a written go.mod":  {both, indirect, []string{"-mod=mod"}, "with -mod=mod the go command would write"},
		"a file of sources": {"var AddExtraServerOptions interface{}\n", indirect, []string{"main.go"}, "in command-line-arguments: this version"},
	} {
		t.Run(name, func(t *testing.T) {
			all := fakeGRPC(c.internal)
			all["go.mod"] = c.goMod + replace
			dir := files(t, all)
			untouched(t, dir, "program")
			out := must(t, dir, nil, append([]string{"build", "-o", "program"}, c.flags...)...)
			if !strings.Contains(out, "perfschema: calls of gRPC are not recorded in ") || !strings.Contains(out, c.reason) {
				t.Errorf("it says %q", out)
			}
			if report := reported(t, dir, filepath.Join(dir, "program")); !strings.Contains(report, "sync.Mutex.Lock  main.lock main.go:15") {
				t.Error(report)
			}
		})
	}
}

func TestRequires(t *testing.T) {
	for text, want := range map[string]string{
		"module a\n": "false false", "module google.golang.org/grpc\n": "true false", "module \"google.golang.org/grpc\"\n": "true false",
		"require google.golang.org/grpc v1.0.0\n": "true false", "require google.golang.org/grpc v1.0.0 // indirect; for b\n": "true true",
		"require (\n\ta v1.0.0 // indirect\n\tgoogle.golang.org/grpc v1.0.0 // indirect\n)\n": "true true",
		"require (\n\tgoogle.golang.org/grpc/x v1.0.0\n)\n":                                   "false false",
		"replace (\n\tgoogle.golang.org/grpc => ./a\n)\n":                                     "false false", "// require google.golang.org/grpc v1.0.0\n": "false false",
		"exclude google.golang.org/grpc v1.0.0\nrequire b v1.0.0\n": "false false",
	} {
		required, indirect := requires([]byte(text), grpcModule)
		if got := fmt.Sprint(required, " ", indirect); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
