package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/build/internal/goroot"
)

// TestPrograms builds two programs by one command: each has the names of its own files, which are
// called alike and are no other's.
func TestPrograms(t *testing.T) {
	second := strings.NewReplacer("mu.", "guard.", "mu ", "guard ").Replace(contended)
	dir := files(t, map[string]string{"go.mod": goMod, "cmd/one/main.go": contended, "cmd/two/main.go": second, "bin/.keep": ""})
	must(t, dir, nil, "build", "-o", "bin/", "./cmd/...")
	for program, name := range map[string]string{"one": "main.mu", "two": "main.guard"} {
		report := reported(t, dir, filepath.Join(dir, "bin", program))
		for _, want := range []string{"  sync.Mutex " + name + ", 0x", contendedLine + "  for " + name + "\n"} {
			if !strings.Contains(report, want) {
				t.Errorf("%s: no %q in\n%s", program, want, report)
			}
		}
	}
}

// TestKept holds that a table of names is found anew where its file has lost something.
func TestKept(t *testing.T) {
	dir := files(t, map[string]string{"main.go": "package main\n\nvar c chan int\n\nfunc main() { <-c }\n"})
	cache := t.TempDir()
	p := found{Name: "main", ImportPath: "example.com/program", Dir: dir, Export: "x", GoFiles: []string{"main.go"}}
	table := func() string { return newNamer([]found{p}, cache, nil).of(&p, "main") }
	want := table()
	if want != "main/main.go\n5 c main.c\n" {
		t.Fatalf("%q", want)
	}
	kept, err := filepath.Glob(filepath.Join(cache, goroot.NamesFolder, "*"))
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	whole, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(kept[0], whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if got := table(); got != want {
			t.Fatalf("of %d bytes: %q, want %q", n, got, want)
		}
	}
	if err := os.Remove(filepath.Join(dir, "main.go")); err != nil {
		t.Fatal(err)
	}
	if got := table(); got != want {
		t.Errorf("what was kept is %q, want %q", got, want)
	}
}

// TestStartText holds that a start file has the table whatever that has.
func TestStartText(t *testing.T) {
	for _, table := range []string{"", "main/a.go\n1 s x\n", "main/`%s%d`.go\n\"\\\x00\xff\u2028\n"} {
		f, err := parser.ParseFile(token.NewFileSet(), "start.go", startText("main", table), 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		ast.Inspect(f.Decls[1], func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok {
				text, err := strconv.Unquote(l.Value)
				if err != nil {
					t.Error(err)
				}
				got = append(got, text)
			}
			return true
		})
		if len(got) != 1 || got[0] != table || f.Name.Name != "main" {
			t.Errorf("%q in place of %q", got, table)
		}
	}
}
