package build

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// mostChanged is how many packages may have changed, or import one that has: of more go makes the
// export data, which is faster to read.
const mostChanged = 40

// changed finds the names of packages anew that have changed since go listed them, and of those
// that import them. It returns nil if more has changed than go list can do without: other files,
// imports or build constraints.
func (m *memory) changed(of *memo, inputs map[string]string) *additions {
	var packages []found
	if text, err := os.ReadFile(of.Listed); err != nil || !kept(of.Listed) || json.Unmarshal(text, &packages) != nil {
		return nil
	}
	dirs := make(map[string]bool) // that have changed
	for name, print := range inputs {
		if print != of.Then[name] {
			dirs[name] = true
		}
	}
	changed := make(map[string]bool)
	explained := make(map[string]bool)
	for i, p := range packages {
		if dirs[p.Dir] && m.own(&packages[i]) {
			changed[p.ImportPath], explained[p.Dir] = true, true
		}
	}
	if !maps.Equal(dirs, explained) || !sameHeads(of.Heads, dirs) {
		return nil
	}
	// go list has a package behind those that it imports.
	for _, p := range packages {
		for _, i := range p.Imports {
			changed[p.ImportPath] = changed[p.ImportPath] || changed[i]
		}
	}
	maps.DeleteFunc(changed, func(_ string, is bool) bool { return !is })
	if len(changed) > mostChanged {
		return nil
	}
	for _, p := range packages {
		if _, err := os.Stat(p.Export); err != nil && p.Export != "" && !changed[p.ImportPath] {
			return nil // go has trimmed its cache
		}
	}
	names := changedNamer(packages, m.cache, changed)
	add, err := addFiles(m.line, m.tool, m.cache, packages, names, make(map[string]string), io.Discard)
	if err != nil || names.failed || names.fromSource {
		return nil
	}
	return add
}

// readHeads adds the heads of all files in a directory: of Go files, what stands before their
// first declaration that is no import, or all if they cannot be parsed. Others have the head "".
func readHeads(dir string, heads map[string]string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		name := filepath.Join(dir, e.Name())
		heads[name] = ""
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, "", text, parser.ImportsOnly|parser.SkipObjectResolution)
		if err != nil { // no file of the package perhaps
			heads[name] = digest(text)
			continue
		}
		end := f.Name.End()
		for _, d := range f.Decls {
			end = d.End()
		}
		heads[name] = digest(text[:files.Position(end).Offset])
	}
	return nil
}

// sameHeads reports whether directories have the files that they had, with the same heads.
func sameHeads(heads map[string]string, dirs map[string]bool) bool {
	before, now := make(map[string]string), make(map[string]string)
	for name, head := range heads {
		if dirs[filepath.Dir(name)] {
			before[name] = head
		}
	}
	for dir := range dirs {
		if err := readHeads(dir, now); err != nil {
			return false
		}
	}
	return maps.Equal(before, now)
}
