package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
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
	t.Run("page", func(t *testing.T) { o.beside(t).libraryPage(t) })
	t.Run("checkout", func(t *testing.T) { o.beside(t).fromCheckout(t) })
}

// beside is another directory of the same place.
func (o *outside) beside(t *testing.T) *outside { return &outside{dir: t.TempDir(), env: o.env} }

// libraryPage does what the beginning of docs/library.md says, command by command, and
// asks the program what the page asks.
func (o *outside) libraryPage(t *testing.T) {
	if _, err := exec.LookPath("mariadb"); err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	page, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	const address = "127.0.0.1"
	if runtime.GOOS != "linux" {
		t.Skip("has one address on loopback")
	}
	own := fmt.Sprintf("127.64.%d.%d", byte(os.Getpid()>>8), byte(os.Getpid())) // whose port 3307 nobody else has
	blocks := regexp.MustCompile("(?s)```(?:go|sql|)\n(.*?)```").FindAllSubmatch(page, 4)
	if len(blocks) < 4 || !bytes.Contains(blocks[0][1], []byte(address+":3307")) {
		t.Fatal("the page does not begin with a program, commands, a query and its answer")
	}
	if err := os.WriteFile(filepath.Join(o.dir, "main.go"), bytes.Replace(blocks[0][1], []byte(address), []byte(own), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	var run []string
	for _, line := range strings.Split(strings.TrimSpace(string(blocks[1][1])), "\n") {
		words := strings.Fields(line)
		if words[1] == "run" { // which would leave its program behind when it is ended
			run = words
			continue
		}
		o.run(t, words[0], words[1:]...)
	}
	if len(run) == 0 {
		t.Fatal("no command runs the program")
	}
	program := filepath.Join(o.dir, "jobs")
	o.run(t, "go", append([]string{"build", "-o", program}, run[2:]...)...)
	c := exec.Command(program)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait() //nolint:errcheck // it is killed
	defer c.Process.Kill()
	want, got := string(blocks[3][1]), ""
	for deadline := time.Now().Add(time.Minute); got != want && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		client := exec.Command("mariadb", "--no-defaults", "-h"+own, "-P3307", "-uroot", "--table", "performance_schema", "-e", string(blocks[2][1]))
		out, err := client.CombinedOutput() // it fails until the program listens
		if got = string(out); err != nil {
			got = err.Error() + "\n" + got
		}
	}
	if got != want {
		t.Errorf("the program answers\n%s\nthe page says\n%s", got, want)
	}
}

// fromCheckout does what README says of a version that is not tagged yet: all packages are
// found, those of this repository in the checkout.
func (o *outside) fromCheckout(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("`(go mod edit [^`]*)` and `go mod tidy`").FindSubmatch(readme)
	if m == nil {
		t.Fatal("README does not say how to use a checkout")
	}
	o.example(t, "gms.go.txt", "gms.New(")
	words := strings.Fields(strings.ReplaceAll(string(m[1]), "../perfschema", root))
	o.run(t, words[0], words[1:]...)
	o.run(t, "go", "mod", "tidy")
	if dir := strings.TrimSpace(o.run(t, "go", "list", "-deps", "-f", `{{if eq .ImportPath "`+rootPath+`/gms"}}{{.Dir}}{{end}}`, ".")); dir != filepath.Join(root, "gms") {
		t.Errorf("gms is in %q", dir)
	}
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
