package names

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Package is one to be gone through, or one that others import.
type Package struct {
	Path  string // of the import, as functions have it: main of a program
	Dir   string
	Files []string // in Dir
	// Imports has the paths of imports that are not as the files write them; nil for none.
	Imports map[string]string
	// Source returns another file's name for one that an overlay replaces; nil for none.
	Source func(name string) string
}

// parse parses the package's files. Their names are without the directory.
func (p *Package) parse(files *token.FileSet) ([]*ast.File, error) {
	var syntax []*ast.File
	for _, name := range p.Files {
		from := filepath.Join(p.Dir, name)
		if p.Source != nil {
			from = p.Source(from)
		}
		text, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		syntax = append(syntax, f)
	}
	return syntax, nil
}

// Table returns the lines of a package that may wait: for each file "package path/file", and
// then a line "line kind name" for each. Faults of types leave out what they concern; if
// nothing is left, the first is the error.
func Table(p Package, imports types.Importer) (table string, err error) {
	defer func() {
		if e := recover(); e != nil { // as package go/types does for export data that it does not know
			table, err = "", fmt.Errorf("types of %s: %v", p.Path, e)
		}
	}()
	files := token.NewFileSet()
	syntax, err := p.parse(files)
	if err != nil {
		return "", err
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	var first error
	config := types.Config{FakeImportC: true, Importer: mapped{p.Imports, imports}, Error: func(err error) { first = cmp.Or(first, err) }}
	_, _ = config.Check(p.Path, files, syntax, info) // first has the error
	found := find(files, syntax, info)
	if len(found) == 0 && first != nil {
		return "", first
	}
	return format(p.Path, found), nil
}

// format writes a table, in order of files and lines.
func format(packagePath string, found map[site][]string) string {
	sites := slices.SortedFunc(maps.Keys(found), func(a, b site) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.kind, b.kind))
	})
	var b strings.Builder
	file := ""
	for _, s := range sites {
		if s.file != file {
			file = s.file
			fmt.Fprintf(&b, "%s\n", path.Join(packagePath, file))
		}
		fmt.Fprintf(&b, "%d %c %s\n", s.line, s.kind, strings.Join(distinct(found[s]), " or "))
	}
	return b.String()
}

// distinct leaves out the names that stand before: of five tickers a select tells one.
func distinct(names []string) []string {
	var out []string
	for _, n := range names {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
