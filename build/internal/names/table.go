package names

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Package is one to be gone through.
type Package struct {
	Path  string // of the import, as functions have it: main of a program
	Dir   string
	Files []string // in Dir
	// Source returns another file's name for one that an overlay replaces; nil for none.
	Source func(name string) string
}

// Table returns the lines of a package that may wait: for each file "package path/file", and
// then a line "line kind name" for each. exports are the files of export data by import path.
// Faults of types leave out what they concern.
func Table(p Package, exports map[string]string) (string, error) {
	files := token.NewFileSet()
	var syntax []*ast.File
	for _, name := range p.Files {
		full := filepath.Join(p.Dir, name)
		from := full
		if p.Source != nil {
			from = p.Source(full)
		}
		text, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		f, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		syntax = append(syntax, f)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	faults := 0
	var first error
	config := types.Config{
		FakeImportC: true,
		Error: func(err error) {
			if faults++; first == nil {
				first = err
			}
		},
		Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
			if exports[path] == "" {
				return nil, fmt.Errorf("no export data of %s", path)
			}
			return os.Open(exports[path])
		}),
	}
	_, _ = config.Check(p.Path, files, syntax, info)
	found := find(files, syntax, info)
	if len(found) == 0 && faults > 0 {
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
		fmt.Fprintf(&b, "%d %c %s\n", s.line, s.kind, strings.Join(found[s], " or "))
	}
	return b.String()
}
