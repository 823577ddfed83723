package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const version = "v0.1.0" // as go.work has it

// outside is a place where nothing of the repository is but what a module proxy has.
type outside struct {
	dir string
	env []string
}

func newOutside(t *testing.T) *outside {
	t.Helper()
	root, err := repository(".")
	if err != nil {
		t.Skip("not in a git repository: ", err)
	}
	proxy := t.TempDir()
	if err := writeProxy(root, proxy, version); err != nil {
		t.Fatal(err)
	}
	// Everything else comes from what has been fetched before, and where it is not
	// complete from where it came.
	known := filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download")
	o := &outside{dir: t.TempDir()}
	o.env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -modcacherw -trimpath -tags=gms_pure_go",
		"GOPROXY=file://"+filepath.ToSlash(proxy)+",file://"+filepath.ToSlash(known)+","+goEnv(t, "GOPROXY"),
		"GONOSUMDB=*", "GONOSUMCHECK=1", "GOSUMDB=off", "GOMODCACHE="+t.TempDir(), "GOBIN="+filepath.Join(o.dir, "bin"))
	return o
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func (o *outside) run(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	c := exec.Command(name, arguments...)
	c.Dir, c.Env = o.dir, o.env
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

// example writes a program around the Go code of README that has a text in it.
func (o *outside) example(t *testing.T, around, has string) {
	t.Helper()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var code string
	for _, part := range strings.Split(string(readme), "```go\n")[1:] {
		if block, _, _ := strings.Cut(part, "```"); strings.Contains(block, has) {
			code = block
		}
	}
	if code == "" {
		t.Fatalf("no example in README has %s", has)
	}
	text, err := os.ReadFile(filepath.Join("testdata", around))
	if err != nil {
		t.Fatal(err)
	}
	program := bytes.Replace(text, []byte("EXAMPLE"), []byte(code), 1)
	if err := os.WriteFile(filepath.Join(o.dir, "main.go"), program, 0o644); err != nil {
		t.Fatal(err)
	}
	o.run(t, "go", "mod", "init", "example.com/"+strings.TrimSuffix(around, ".go.txt"))
}

// TestLibraryOutside builds and runs README's example for any program.
func TestLibraryOutside(t *testing.T) {
	o := newOutside(t)
	o.example(t, "library.go.txt", "RegisterStatement(")
	o.run(t, "go", "get", rootPath+"@"+version)
	if got := o.run(t, "go", "run", "."); got != "recorded\n" {
		t.Errorf("the example says %q", got)
	}
}

// TestAdapterOutside builds and runs README's example for go-mysql-server.
func TestAdapterOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles go-mysql-server")
	}
	o := newOutside(t)
	o.example(t, "gms.go.txt", "gms.New(")
	o.run(t, "go", "get", rootPath+"/gms@"+version)
	o.run(t, "go", "mod", "tidy")
	o.run(t, "go", "run", ".")
}

// TestInstall installs the server as README says.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the server")
	}
	o := newOutside(t)
	o.run(t, "go", "install", rootPath+"/server/cmd/perfschema@"+version)
	if got := o.run(t, filepath.Join(o.dir, "bin", "perfschema"), "--version"); !strings.Contains(got, strings.TrimPrefix(version, "v")) {
		t.Errorf("the installed server says it is %q", got)
	}
}

// TestNotFetchable: what a module's file must not have is found before it is published.
func TestNotFetchable(t *testing.T) {
	for _, test := range []struct{ file, version, want string }{
		{"module " + rootPath + "\ngo 1.26\n", "v0.1.0", ""},
		{"module " + rootPath + "\ngo 1.26\n", "0.1", "is no version"},
		{"module example.com/other\n", "v0.1.0", "is of module"},
		{"module " + rootPath + "\nreplace " + rootPath + "/gms => ./gms\n", "v0.1.0", "replaces"},
		{"module " + rootPath + "\nrequire " + rootPath + "/gms v0.0.9\n", "v0.1.0", "published as v0.1.0"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(test.file), 0o644); err != nil {
			t.Fatal(err)
		}
		err := published{}.check(dir, test.version)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q as %s: %v, want %q", test.file, test.version, err, test.want)
		}
	}
}
