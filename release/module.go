package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// published is a module that a release consists of.
type published struct {
	dir string // below the repository's root, with slashes; empty for the root
}

// modules are those that are published, each after those that it requires.
var modules = []published{{""}, {"gms"}, {"history"}, {"otel"}, {"prometheus"}, {"server"}}

const rootPath = "github.com/perfschema/perfschema"

func (p published) path() string { return path.Join(rootPath, p.dir) }

// tag is the tag by which the module proxy finds the version of a module.
func (p published) tag(version string) string { return path.Join(p.dir, version) }

// check reads the module's go.mod, and finds what keeps others from fetching it: a
// replacement, which holds in this repository alone, or another version of one of the
// modules that are published with it.
func (p published) check(root, version string) error {
	name := filepath.Join(root, filepath.FromSlash(p.dir), "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read the module's file: %w", err)
	}
	f, err := modfile.Parse(name, text, nil)
	if err != nil {
		return fmt.Errorf("parse the module's file: %w", err)
	}
	switch {
	case !semver.IsValid(version):
		return fmt.Errorf("%q is no version: give one as v0.1.0", version)
	case f.Module.Mod.Path != p.path():
		return fmt.Errorf("%s is of module %s, not %s", name, f.Module.Mod.Path, p.path())
	case len(f.Replace)+len(f.Exclude) > 0:
		return fmt.Errorf("%s replaces or excludes a module: go install refuses it, and who fetches it never sees the replacement", name)
	}
	for _, r := range f.Require {
		for _, m := range modules {
			if r.Mod.Path == m.path() && r.Mod.Version != version {
				return fmt.Errorf("%s requires %s, which is published as %s", name, r.Mod, version)
			}
		}
	}
	return nil
}
