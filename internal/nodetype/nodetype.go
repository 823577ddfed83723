// Package nodetype finds in Go source the types that implement an interface
// which is told by one method, so that a test can hold a table of them against
// the source: a type that is new there does not go unseen.
package nodetype

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Method tells the types that are wanted: they have a method of that name
// whose last parameter is some of Param or pkg.Param, "..." or a slice.
type Method struct{ Name, Param string }

// Find returns the types below a directory, as "package.Type", that declare the
// method or get it by embedding, sorted. Test files do not count, nor do folders
// named testdata or as in skip.
func Find(dir string, m Method, skip ...string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if d.Name() == "testdata" || slices.Contains(skip, d.Name()) {
			return filepath.SkipDir
		}
		found, err := findIn(path, m)
		out = append(out, found...)
		return err
	})
	slices.Sort(out)
	return slices.Compact(out), err
}

// findIn looks into one directory.
func findIn(dir string, m Method) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	name := ""
	has, embeds := make(map[string]bool), make(map[string][]string)
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("parse: %w", err)
		}
		name = f.Name.Name
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil && d.Name.Name == m.Name && lastParam(d.Type) == m.Param {
					has[baseName(d.Recv.List[0].Type)] = true
				}
			case *ast.GenDecl:
				noteEmbedded(d, embeds)
			}
		}
	}
	for grew := true; grew; {
		grew = false
		for typ, embedded := range embeds {
			if !has[typ] && slices.ContainsFunc(embedded, func(e string) bool { return has[e] || e == "."+m.Param }) {
				has[typ], grew = true, true
			}
		}
	}
	var out []string
	for typ := range has {
		out = append(out, name+"."+typ)
	}
	return out, nil
}

// noteEmbedded collects what the structs of a declaration embed: the name of a
// type of the same package, or "." and the name of one of another.
func noteEmbedded(d *ast.GenDecl, embeds map[string][]string) {
	for _, s := range d.Specs {
		t, ok := s.(*ast.TypeSpec)
		if !ok {
			continue
		}
		st, ok := t.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, f := range st.Fields.List {
			if len(f.Names) == 0 {
				embeds[t.Name.Name] = append(embeds[t.Name.Name], baseName(f.Type))
			}
		}
	}
}

func lastParam(t *ast.FuncType) string {
	if len(t.Params.List) == 0 {
		return ""
	}
	switch e := t.Params.List[len(t.Params.List)-1].Type.(type) {
	case *ast.Ellipsis:
		return strings.TrimPrefix(baseName(e.Elt), ".")
	case *ast.ArrayType:
		return strings.TrimPrefix(baseName(e.Elt), ".")
	}
	return ""
}

func baseName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return baseName(e.X)
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return "." + e.Sel.Name
	case *ast.IndexExpr:
		return baseName(e.X)
	}
	return ""
}
