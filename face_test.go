package perfschema

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var rewriteFace = flag.Bool("rewrite-face", false, "write testdata/face.txt anew")

// TestFace compares the package's exported names with testdata/face.txt, so that none is added
// unnoticed: an exported name is a promise. Names that only readers or engines need belong elsewhere.
func TestFace(t *testing.T) {
	const golden = "testdata/face.txt"
	got := strings.Join(exportedNames(t), "\n") + "\n"
	if *rewriteFace {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(data)), "\n")
	have := strings.Split(strings.TrimSpace(got), "\n")
	for _, n := range have {
		if !slices.Contains(want, n) {
			t.Errorf("%s is exported and not in %s; if callers need it: go test . -run TestFace -rewrite-face", n, golden)
		}
	}
	for _, n := range want {
		if !slices.Contains(have, n) {
			t.Errorf("%s is in %s and no longer exported", n, golden)
		}
	}
}

// exportedNames returns the exported types, functions, methods, variables and constants of all
// platforms' files, sorted.
func exportedNames(t *testing.T) (names []string) {
	t.Helper()
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	add := func(kind string, id *ast.Ident) {
		if id.IsExported() {
			names = append(names, kind+" "+id.Name)
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if of := receiver(d); of == "" {
					add("func", d.Name)
				} else if ast.IsExported(of) && d.Name.IsExported() {
					names = append(names, "method "+of+"."+d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add("type", spec.Name)
					case *ast.ValueSpec:
						for _, id := range spec.Names {
							add(d.Tok.String(), id)
						}
					}
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// receiver returns the name of a method's receiver type, "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
