package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build/internal/goroot"
)

// copied returns the line for the packages of path@version: no file can be added to a module
// in the module cache, so that the module is copied out and built as a main module. Other
// lines come back as they are.
func (l *line) copied(cache string) (*line, []string, error) {
	at := slices.IndexFunc(l.packages, func(p string) bool { return strings.Contains(p, "@") })
	switch {
	case at < 0 || l.sub != "install" && l.sub != "run":
		return l, nil, nil
	case len(l.packages) > 1:
		return nil, nil, usageError{"install one path@version at a time"}
	case l.sub == "run":
		return nil, nil, usageError{fmt.Sprintf("run of path@version is not possible: use perfschema install %s, and run the program", l.packages[0])}
	case l.chdir != nil:
		return nil, nil, usageError{"-C and path@version do not go together"}
	}
	name, version, _ := strings.Cut(l.packages[at], "@")
	m, err := download(name, version)
	if err != nil {
		return nil, nil, err
	}
	dir := filepath.Join(cache, "module", strings.ReplaceAll(m.Path, "/", "+")+"@"+m.Version)
	if err := copyModule(m.Dir, dir); err != nil {
		return nil, nil, goroot.Explain(err)
	}
	of := *l
	of.chdir = []string{"-C", dir}
	if !slices.ContainsFunc(l.flags, func(f string) bool { return strings.HasPrefix(strings.TrimLeft(f, "-"), "mod=") }) {
		of.flags = append(slices.Clone(l.flags), "-mod=mod") // the module's go.sum may lack what only go install needs
	}
	of.packages = []string{"./" + strings.TrimPrefix(strings.TrimPrefix(name, m.Path), "/")}
	return &of, []string{"GOWORK=off"}, nil
}

// A module is what go mod download says of one.
type module struct{ Path, Version, Dir, Error string }

// download gets the module of a package: that with the longest path.
func download(name, version string) (*module, error) {
	var first error
	for p := name; p != "." && p != "/"; p = path.Dir(p) {
		c := exec.CommandContext(context.Background(), "go", "mod", "download", "-json", p+"@"+version)
		c.Dir, c.Env = os.TempDir(), append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := c.Output()
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errNoGo
		}
		m := &module{}
		if jerr := json.Unmarshal(out, m); jerr != nil {
			return nil, fmt.Errorf("go mod download %s@%s: %w", p, version, errors.Join(err, jerr))
		}
		if m.Error == "" && m.Dir != "" {
			return m, nil
		}
		if first == nil {
			first = fmt.Errorf("go mod download %s@%s: %s", p, version, m.Error)
		}
	}
	return nil, first
}

// copyModule copies a module out of the module cache, whole or not at all.
func copyModule(from, to string) error {
	if _, err := os.Stat(filepath.Join(to, "go.mod")); err == nil {
		goroot.Use(to)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(to), goroot.Making)
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	whole := filepath.Join(made, "module")
	if err := os.CopyFS(whole, os.DirFS(from)); err != nil {
		return err
	}
	if err := os.Rename(whole, to); err != nil {
		if _, there := os.Stat(filepath.Join(to, "go.mod")); there != nil {
			return err
		}
	}
	return nil
}
