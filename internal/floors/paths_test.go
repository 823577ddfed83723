package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Where SOURCE looks further up the stack, and which packages' heap an instrument
// claims, is said by package paths in strings. When code moves they stay behind and
// nothing fails to compile: SOURCE would name a stand-in, memory would be counted
// twice.

// modulePath is what begins the path of a package in a string.
var modulePath = regexp.MustCompile(`^github\.com/(perfschema|dolthub)/[a-z]`)

// notPackages are strings that look like paths and are none.
var notPackages = map[string]bool{
	"github.com/dolthub/go-mysql-server/": true, // the beginning of paths
	"github.com/dolthub/vitess/":          true,
	"github.com/dolthub/dolt/go/":         true,
}

// TestPathsInStrings asks for each package whose path stands in a string, and for the
// type or function where the string names one.
func TestPathsInStrings(t *testing.T) {
	packages := tree(t)
	ours := make(map[string]pkg)
	for _, p := range packages {
		ours[p.ImportPath] = p
	}
	asked, where := map[string]bool{}, map[string]string{}
	for _, p := range packages {
		for s, position := range stringsOf(t, p) {
			if !modulePath.MatchString(s) || notPackages[s] {
				continue
			}
			name, symbol := cutSymbol(s)
			where[name] = position
			if of, ok := ours[name]; ok {
				if symbol != "" && !declares(t, of, symbol) {
					t.Errorf("%s: %q names what %s does not have", position, s, name)
				}
				continue
			}
			asked[name] = true
		}
	}
	if len(asked)+len(where) < 20 {
		t.Fatalf("only %d paths found: the strings are written otherwise now", len(where))
	}
	arguments := []string{"-e", "-tags=gms_pure_go"}
	for name := range asked {
		arguments = append(arguments, name)
	}
	for _, p := range list[pkg](t, arguments...) {
		if p.Dir == "" {
			t.Errorf("%s: there is no package %s", where[p.ImportPath], p.ImportPath)
		}
	}
}

// cutSymbol takes a function's or method's name off the path it begins with:
// "x/y.(*T)." is T of x/y, "x/y." is x/y.
func cutSymbol(s string) (path, symbol string) {
	slash := strings.LastIndexByte(s, '/')
	dot := strings.IndexByte(s[slash+1:], '.')
	if dot < 0 {
		return strings.TrimSuffix(s, "/"), ""
	}
	path, symbol = s[:slash+1+dot], s[slash+1+dot+1:]
	symbol = strings.TrimPrefix(symbol, "(*")
	if i := strings.IndexAny(symbol, ").["); i >= 0 {
		symbol = symbol[:i]
	}
	return path, symbol
}

func parse(t *testing.T, p pkg) (files []*ast.File, fset *token.FileSet) {
	t.Helper()
	fset = token.NewFileSet()
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files, fset
}

// declares says whether a package has something of that name at its top.
func declares(t *testing.T, p pkg, name string) bool {
	files, _ := parse(t, p)
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == name {
					return true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if ts, ok := s.(*ast.TypeSpec); ok && ts.Name.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}

// stringsOf are the strings of a package and where they stand, with what constants of
// the package are added up to; not the imports.
func stringsOf(t *testing.T, p pkg) map[string]string {
	files, fset := parse(t, p)
	constants := make(map[string]ast.Expr)
	for _, f := range files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i := range min(len(v.Names), len(v.Values)) {
					constants[v.Names[i].Name] = v.Values[i]
				}
			}
		}
	}
	found := make(map[string]string)
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.BinaryExpr:
				if s, ok := textOf(n, constants); ok {
					found[s] = fset.Position(n.Pos()).String()
					return false
				}
			case *ast.BasicLit:
				if s, ok := textOf(n, constants); ok {
					found[s] = fset.Position(n.Pos()).String()
				}
			}
			return true
		})
	}
	return found
}

// textOf is the text of an expression of constants.
func textOf(e ast.Expr, constants map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return s, err == nil
		}
	case *ast.Ident:
		if c := constants[e.Name]; c != nil {
			return textOf(c, constants)
		}
	case *ast.BinaryExpr:
		if a, ok := textOf(e.X, constants); ok && e.Op == token.ADD {
			b, ok := textOf(e.Y, constants)
			return a + b, ok
		}
	}
	return "", false
}
