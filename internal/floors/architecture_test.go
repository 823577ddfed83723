package floors

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFilesNamed: the source files and packages that the pages about the code name are
// there. ARCHITECTURE.md names each package.
func TestFilesNamed(t *testing.T) {
	files, packages := sources(t)
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, name := range append(pages, "../../ARCHITECTURE.md", "../../CONTRIBUTING.md", "../../README.md", "../../RELEASING.md") {
		if slices.Contains([]string{"reliances.md", "upstream.md"}, filepath.Base(name)) { // they name files of others
			continue
		}
		text := readPage(t, name)
		for _, m := range regexp.MustCompile("`([a-z][a-z0-9_/*{},.]*)`").FindAllStringSubmatch(text, -1) {
			named++
			switch first, _, _ := strings.Cut(m[1], "/"); {
			case strings.HasSuffix(m[1], ".go"):
				if !slices.ContainsFunc(files, func(f string) bool { return names(m[1], f) }) {
					t.Errorf("%s: there is no source file %s", filepath.Base(name), m[1])
				}
			case strings.Contains(m[1], "/internal/") || first == "internal" && len(m[1]) > len("internal/"):
				if !slices.ContainsFunc(packages, func(p string) bool { return names(strings.TrimSuffix(m[1], "/"), p) }) {
					t.Errorf("%s: there is no package %s", filepath.Base(name), m[1])
				}
			}
		}
	}
	if named < 100 {
		t.Fatalf("only %d names found: the pages are written otherwise now", named)
	}
	architecture := readPage(t, "../../ARCHITECTURE.md")
	for _, p := range packages {
		if !regexp.MustCompile(`\b` + path.Base(p) + `\b`).MatchString(architecture) {
			t.Errorf("ARCHITECTURE.md does not name the package %s", p)
		}
	}
}

// names says whether a page means a file or package by a name: its path, or the end of
// it, with * for any part of a name.
func names(name, file string) bool {
	depth := strings.Count(name, "/") + 1
	parts := strings.Split(file, "/")
	if depth > len(parts) {
		return false
	}
	ok, err := path.Match(name, strings.Join(parts[len(parts)-depth:], "/"))
	return ok && err == nil
}

// sources are the Go files of the repository and the packages that they are, by their
// paths below its root. Of a module that was fetched alone there are not all.
func sources(t *testing.T) (files, packages []string) {
	t.Helper()
	for _, m := range modules {
		if _, err := os.Stat(filepath.Join("..", "..", m, "go.mod")); err != nil {
			t.Skip("the other modules are not here: ", err)
		}
	}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name != "." && d.Name()[0] == '.'):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go"):
			files = append(files, name)
			if dir := path.Dir(name); dir != "." && !strings.HasSuffix(name, "_test.go") && !slices.Contains(packages, dir) {
				packages = append(packages, dir)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, packages
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
