package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build/internal/goroot"
)

// versioned returns the package of path@version that the line names, "" if it names none.
func (l *line) versioned() (string, error) {
	at := slices.IndexFunc(l.packages, func(p string) bool { return strings.Contains(p, "@") })
	switch {
	case at < 0 || l.sub != "install" && l.sub != "run":
		return "", nil
	case len(l.packages) > 1:
		return "", usageError{"install one path@version at a time"}
	case l.sub == "run":
		return "", usageError{fmt.Sprintf("run of path@version is not possible: use perfschema install %s, and run the program", l.packages[0])}
	case l.chdir != nil:
		return "", usageError{"-C and path@version do not go together"}
	}
	return l.packages[at], nil
}

// copied returns the line for a package of path@version, and the environment that it needs: no
// file can be added to a module in the module cache, so that the module is copied out and built
// as a main module.
func (l *line) copied(cache, versioned string, flags []option, progress io.Writer) (*line, []string, error) {
	name, version, _ := strings.Cut(versioned, "@")
	here, err := filepath.Abs(".")
	if err != nil {
		return nil, nil, err
	}
	m, err := download(name, version, flags, progress)
	if err != nil {
		return nil, nil, err
	}
	if err := m.refuseReplaced(name + "@" + version); err != nil {
		return nil, nil, err
	}
	dir := filepath.Join(cache, goroot.ModuleFolder, strings.ReplaceAll(m.Path, "/", "+")+"@"+m.Version)
	if err := goroot.Fill(cache, dir, func() bool { return sameFiles(m.Dir, dir) }, m.copyTo); err != nil {
		return nil, nil, err
	}
	of := *l
	of.base, of.chdir = here, []string{"-C", dir}
	of.before = []string{"-mod=mod"} // the module's go.sum may lack what only go install needs
	of.flags = []option{{"mod", "mod", true, of.before}}
	for _, o := range l.flags {
		switch {
		case o.name == "mod":
			continue
		case o.name == "pkgdir", o.name == "pgo" && o.value != "auto" && o.value != "off":
			o.value = absolute(here, o.value)
			o.words = []string{"-" + o.name + "=" + o.value}
		}
		of.flags, of.before = append(of.flags, o), append(of.before, o.words...)
	}
	if l.overlay != nil {
		overlay := absolute(here, *l.overlay)
		of.overlay = &overlay
	}
	of.packages = []string{"./" + strings.TrimPrefix(strings.TrimPrefix(name, m.Path), "/")}
	return &of, []string{"GOWORK=off"}, nil
}

// A module is what the go command says of one. Error is go mod download's.
type module struct{ Path, Version, Dir, GoMod, Error string }

// download gets the module of a package: that with the longest path that has the package. An
// exact version that is in the module cache is taken from there, without the network.
func download(name, version string, flags []option, progress io.Writer) (*module, error) {
	var queries []string
	for p := name; p != "." && p != "/"; p = path.Dir(p) {
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
			queries = append(queries, p+"@"+version)
		}
	}
	if len(queries) == 0 {
		return nil, fmt.Errorf("%s is no path of a module: its first part has no dot", name)
	}
	get := func(environment []string, queries ...string) ([]module, error) {
		arguments := []string{"mod", "download", "-json"}
		if slices.ContainsFunc(flags, func(o option) bool { return o.name == "modcacherw" && o.on() }) {
			arguments = append(arguments, "-modcacherw")
		}
		c := exec.CommandContext(context.Background(), "go", append(arguments, queries...)...)
		c.Dir, c.Env = os.TempDir(), with(os.Environ(), append([]string{"GOWORK=off", "GOFLAGS=-mod=mod"}, environment...)...)
		said := &relay{to: progress}
		c.Stderr = said
		out, err := c.Output()
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errNoGo
		}
		all, jerr := decode[module](out)
		if jerr != nil || len(all) == 0 {
			return nil, fmt.Errorf("go mod download %s: %w%s", strings.Join(queries, " "), errors.Join(err, jerr), indent(said.all.String()))
		}
		return all, nil
	}
	if strings.HasPrefix(version, "v") && strings.Count(version, ".") >= 2 {
		if all, err := get([]string{"GOPROXY=off"}, queries...); err == nil {
			if m := holder(all, name); m != nil {
				return m, nil
			}
		}
	}
	all, err := get(nil, queries...)
	if err != nil {
		return nil, err
	}
	if m := holder(all, name); m != nil {
		return m, nil
	}
	for _, m := range all { // the longest comes first
		if m.Error == "" {
			return nil, fmt.Errorf("module %s@%s has no package %s", m.Path, m.Version, name)
		}
	}
	return nil, fmt.Errorf("go mod download %s: %s", queries[0], all[0].Error)
}

// refuseReplaced returns an error if the module's go.mod replaces modules by directories that the
// module does not have, as those of a repository with several modules do: go would fail at each
// import, after it has downloaded all other modules.
func (m *module) refuseReplaced(versioned string) error {
	out, err := exec.CommandContext(context.Background(), "go", "mod", "edit", "-json", m.GoMod).Output()
	if err != nil {
		return fmt.Errorf("go mod edit -json %s: %w", m.GoMod, err)
	}
	var file struct {
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(out, &file); err != nil {
		return fmt.Errorf("go mod edit -json %s: %w", m.GoMod, err)
	}
	for _, r := range file.Replace {
		dir := r.New.Path
		if r.New.Version != "" {
			continue
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(m.Dir, filepath.FromSlash(dir))
		}
		if _, err := os.Stat(dir); err != nil {
			return fmt.Errorf("%s cannot be built by its version: its go.mod replaces %s by the directory %s, which is in its repository alone: clone that, and run perfschema build in the module's directory", versioned, r.Old.Path, r.New.Path)
		}
	}
	return nil
}

// holder is the module with the longest path that has a package; nil if there is none.
func holder(all []module, name string) (best *module) {
	for i, m := range all {
		if m.Error != "" || m.Dir == "" || best != nil && len(m.Path) <= len(best.Path) {
			continue
		}
		below := strings.TrimPrefix(strings.TrimPrefix(name, m.Path), "/")
		if of, _ := filepath.Glob(filepath.Join(m.Dir, filepath.FromSlash(below), "*.go")); len(of) > 0 {
			best = &all[i]
		}
	}
	return best
}

// copyTo copies a module out of the module cache. One that has no go.mod gets that which the go
// command makes for it.
func (m *module) copyTo(to string) error {
	if err := os.CopyFS(to, os.DirFS(m.Dir)); err != nil {
		return err
	}
	file := filepath.Join(to, "go.mod")
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	text, err := os.ReadFile(m.GoMod)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

// sameFiles reports whether a copy of a module has all its files, as long as they are there. The
// go command writes go.mod and go.sum.
func sameFiles(from, to string) bool {
	if i, err := os.Stat(filepath.Join(to, "go.mod")); err != nil || i.Size() == 0 {
		return false
	}
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "go.mod" || d.Name() == "go.sum" {
			return err
		}
		below, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		i, err := d.Info()
		if err != nil {
			return err
		}
		of, err := os.Stat(filepath.Join(to, below))
		if err == nil && of.Size() != i.Size() {
			err = fs.ErrInvalid
		}
		return err
	})
	return err == nil
}
