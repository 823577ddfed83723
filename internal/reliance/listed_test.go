package reliance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// use is a place in this repository's source that relies on internals of a dependency, or may.
type use struct {
	file, what string
	// listed reports whether an entry is of that; nil if it is enough that the page names the file.
	listed func(*entry) bool
	ours   bool // the text may be this repository's own
}

func (u *use) isIn(l *list) bool {
	switch {
	case u.listed == nil:
		return l.names(u.file)
	case u.ours && slices.Contains(l.none, u.file):
		return true
	}
	return l.has(u.file, u.listed)
}

// TestListed finds what the list lacks.
func TestListed(t *testing.T) {
	l := readList(t)
	o := ownSource(t)
	used := make(map[string]bool)
	for dir := range o.packages {
		for _, u := range o.usesOf(dir) {
			used[u.file] = true
			if !u.isIn(&l) {
				t.Errorf("%s: %s is not in docs/reliances.md", u.file, u.what)
			}
		}
	}
	if len(used) < 60 {
		t.Errorf("only %d files found that rely on something: the source is written otherwise now", len(used))
	}
	for _, e := range l.entries {
		for _, file := range e.files {
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				t.Errorf("%s: there is no file %s", e.name, file)
			}
		}
	}
	for _, file := range l.none {
		if !used[file] && !strings.HasSuffix(file, ".s") {
			t.Errorf("%s uses nothing by which it could rely on others: take it off the list", file)
		}
	}
	for _, file := range assembly(t) {
		if !l.names(file) {
			t.Errorf("%s: assembly is not in docs/reliances.md", file)
		}
	}
}

// notServed are folders whose programs are for whoever works on this repository.
var notServed = []string{"bench", "browser", "examples", "release", "server/torture", "server/truth", "internal/tear"}

// walk calls do for each file that is not a test.
func walk(t *testing.T, do func(name string)) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, "server", "go.mod")); err != nil {
		t.Skip("the other modules are not here: ", err)
	}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name != "." && strings.ContainsRune("._", rune(d.Name()[0])) || slices.Contains(notServed, name)):
			return fs.SkipDir
		case !d.IsDir() && !strings.HasSuffix(name, "_test.go"):
			do(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// own is this repository's source.
type own struct {
	packages map[string]source // by folder, with the files of every platform
	methods  map[string]bool   // that types of it have
	rules    map[string]bool   // of go-mysql-server's analyzer
	batches  map[string]bool
}

func ownSource(t *testing.T) *own {
	analyzer := parseDir(t, filepath.Join(moduleDir(t, "github.com/dolthub/go-mysql-server"), "sql", "analyzer"), false)
	o := &own{make(map[string]source), make(map[string]bool), analyzer.rules(), analyzer.batches()}
	if len(o.rules) < 40 || len(o.batches) < 5 {
		t.Fatalf("only %d rules found in %d batches: the analyzer is written otherwise now", len(o.rules), len(o.batches))
	}
	walk(t, func(name string) {
		if dir := path.Dir(name); strings.HasSuffix(name, ".go") && o.packages[dir].files == nil {
			o.packages[dir] = parseDir(t, filepath.Join(root, dir), true)
		}
	})
	for _, s := range o.packages {
		for _, f := range s.files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
					o.methods[fn.Name.Name] = true
				}
			}
		}
	}
	return o
}

func assembly(t *testing.T) (files []string) {
	walk(t, func(name string) {
		if strings.HasSuffix(name, ".s") {
			files = append(files, name)
		}
	})
	return files
}

func declaresTest(t *testing.T, file, name string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Name.Name == name
	})
}

// calledName is the name by which a function is called, without what it is of.
func calledName(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.IndexExpr:
		return calledName(f.X)
	case *ast.IndexListExpr:
		return calledName(f.X)
	}
	return ""
}
