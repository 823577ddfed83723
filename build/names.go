package build

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build/internal/goroot"
	"github.com/perfschema/perfschema/build/internal/names"
)

// namesVersion is the version of what names.Table finds.
const namesVersion = "2"

// namesOf is the table of names of all packages that are not the standard library's. What
// cannot be read has no names. Tables are kept by package, so that only what has changed is
// read again.
func namesOf(packages []found, cache string, replaced map[string]string) string {
	exports := make(map[string]string)
	sources := make(map[string]names.Package)
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
		sources[p.ImportPath] = names.Package{
			Path: p.ImportPath, Dir: p.Dir, Files: slices.Concat(p.GoFiles, p.CgoFiles), Imports: p.ImportMap,
			Source: func(name string) string { return cmp.Or(replaced[name], name) },
		}
	}
	imports := names.Compiled(exports)
	fromSource := false
	var b strings.Builder
	for _, p := range packages {
		if p.Standard || p.Export == "" {
			continue
		}
		key := sha256.Sum256([]byte(namesVersion + "\n" + p.ImportPath + "\n" + p.Export))
		file := filepath.Join(cache, "names", hex.EncodeToString(key[:8])+".txt")
		if text, err := os.ReadFile(file); err == nil {
			goroot.Use(file)
			b.Write(text)
			continue
		}
		of := sources[p.ImportPath]
		if p.Name == "main" {
			of.Path = "main"
		}
		table, err := names.Table(of, imports)
		if err != nil && !fromSource { // export data of a newer Go
			imports, fromSource = names.Source(sources), true
			table, err = names.Table(of, imports)
		}
		if err != nil {
			continue
		}
		b.WriteString(table)
		_ = write(file, []byte(table)) // it is found again
	}
	return b.String()
}
