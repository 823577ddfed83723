package build

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build/internal/goroot"
	"github.com/perfschema/perfschema/build/internal/names"
)

// namesVersion is the version of what names.Table finds, and of the files that keep it.
const namesVersion = "5"

// A namer has the tables of names of the packages that go list has found. What cannot be read
// has no names. Tables are kept by package, so that only what has changed is read again.
type namer struct {
	cache      string
	packages   map[string]*found
	sources    map[string]names.Package
	imports    types.Importer
	fromSource bool
	failed     bool              // find could not read a package
	changed    map[string]bool   // packages whose export data is that of another source, by import path
	tables     map[string]string // that were made or read, by path and export data
}

func newNamer(packages []found, cache string, replaced map[string]string) *namer {
	n := &namer{cache: cache, packages: make(map[string]*found), sources: make(map[string]names.Package), tables: make(map[string]string)}
	exports := make(map[string]string)
	for i, p := range packages {
		n.packages[p.ImportPath] = &packages[i]
		exports[p.ImportPath] = p.Export
		n.sources[p.ImportPath] = names.Package{
			Path: p.ImportPath, Dir: p.Dir, Files: slices.Concat(p.GoFiles, p.CgoFiles), Imports: p.ImportMap,
			Source: func(name string) string { return cmp.Or(replaced[name], name) },
		}
	}
	n.imports = names.Compiled(exports)
	return n
}

// changedNamer returns a namer for packages of which some, and all that import these, have
// changed since go list found them.
func changedNamer(packages []found, cache string, changed map[string]bool) *namer {
	n := newNamer(packages, cache, nil)
	n.changed = changed
	sources := make(map[string]names.Package)
	for path := range changed {
		sources[path] = n.sources[path]
	}
	n.imports = names.Source(sources, n.imports)
	return n
}

// of returns the table of a program: of its main package and of all that this imports, without
// the standard library. path is what the linker calls the package.
func (n *namer) of(p *found, path string) string {
	var b strings.Builder
	n.walk(p, func(q *found) {
		called := q.ImportPath
		if q == p {
			called = path
		}
		b.WriteString(n.table(q, called))
	})
	return b.String()
}

// walk calls f with a package, and with each that it imports, directly or not, without the standard
// library.
func (n *namer) walk(p *found, f func(*found)) {
	done := map[string]bool{p.ImportPath: true}
	queue := []*found{p}
	for len(queue) > 0 {
		q := queue[0]
		queue = queue[1:]
		if q.Standard {
			continue
		}
		f(q)
		imports := q.Imports
		if q == p { // tests of those that it imports are not run
			imports = slices.Concat(imports, q.TestImports, q.XTestImports)
		}
		for _, i := range imports {
			if next := n.packages[cmp.Or(q.ImportMap[i], i)]; next != nil && !done[next.ImportPath] {
				done[next.ImportPath] = true
				queue = append(queue, next)
			}
		}
	}
}

// table returns the table of a package.
func (n *namer) table(p *found, path string) string {
	if p.Export == "" {
		return ""
	}
	if n.changed[p.ImportPath] {
		table, _ := n.find(p, path)
		return table
	}
	key := namesVersion + "\n" + path + "\n" + p.ImportPath + "\n" + p.Export
	table, ok := n.tables[key]
	if !ok {
		table = n.kept(key, p, path)
		n.tables[key] = table
	}
	return table
}

// kept returns the table of a package out of its file, which begins with a hash of it: a stopped
// machine may leave a file without its content. If the file is not there it is written.
func (n *namer) kept(key string, p *found, path string) string {
	sum := sha256.Sum256([]byte(key))
	file := filepath.Join(n.cache, goroot.NamesFolder, hex.EncodeToString(sum[:16])+".txt")
	if text, err := os.ReadFile(file); err == nil {
		if head, table, ok := bytes.Cut(text, []byte("\n")); ok && string(head) == digest(table) {
			goroot.Use(file)
			return string(table)
		}
	}
	table, ok := n.find(p, path)
	if ok {
		_ = goroot.WriteFile(file, []byte(digest([]byte(table))+"\n"+table)) // else it is found again
	}
	return table
}

// find finds the table of a package, and reports whether that could be read.
func (n *namer) find(p *found, path string) (table string, ok bool) {
	of := n.sources[p.ImportPath]
	of.Path = path
	table, err := names.Table(of, n.imports)
	if err != nil && !n.fromSource { // export data of a newer Go
		n.imports, n.fromSource = names.Source(n.sources, nil), true
		table, err = names.Table(of, n.imports)
	}
	n.failed = n.failed || err != nil
	return table, err == nil
}

// digest is a hash of a file's content.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}
