package names

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
)

// Compiled imports packages by their export data. exports are its files, by import path. A
// package of go/types panics at export data of a newer Go, which Table returns as an error.
func Compiled(exports map[string]string) types.Importer {
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(exports[path])
	})
}

// source imports packages from their source, without the bodies of functions.
type source struct {
	packages map[string]Package
	rest     types.Importer            // of packages that are not among these
	done     map[string]*types.Package // nil while one is at it
}

// Source imports packages from their source: slower than Compiled, and of any Go. They are by
// import path. All others rest imports, which must be such that none of them imports one of these.
func Source(packages map[string]Package, rest types.Importer) types.Importer {
	return &source{packages, rest, map[string]*types.Package{"unsafe": types.Unsafe}}
}

func (s *source) Import(path string) (*types.Package, error) {
	if done, ok := s.done[path]; ok {
		if done == nil {
			return nil, fmt.Errorf("%s imports itself", path)
		}
		return done, nil
	}
	p, ok := s.packages[path]
	if !ok && s.rest != nil {
		return s.rest.Import(path)
	}
	if !ok {
		return nil, fmt.Errorf("no package %s", path)
	}
	s.done[path] = nil
	files := token.NewFileSet()
	syntax, err := p.parse(files)
	if err != nil {
		return nil, err
	}
	config := types.Config{IgnoreFuncBodies: true, FakeImportC: true, Importer: mapped{p.Imports, s}, Error: func(error) {}}
	s.done[path], _ = config.Check(path, files, syntax, nil) // what it has in spite of faults
	return s.done[path], nil
}

// mapped imports by the paths that a package's imports have in truth.
type mapped struct {
	paths map[string]string
	types.Importer
}

func (m mapped) Import(path string) (*types.Package, error) {
	if p, ok := m.paths[path]; ok {
		path = p
	}
	return m.Importer.Import(path)
}
