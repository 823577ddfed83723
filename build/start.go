package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build/internal/goroot"
	"github.com/perfschema/perfschema/build/internal/patch"
)

// startFile is the name of the file that packages have more than on the disk.
const (
	startFile     = "perfschema_start.go"
	startTestFile = "perfschema_start_test.go"
)

// A found package is what go list says of one that the command line names.
type found struct {
	Name, ImportPath, Dir, Export string
	Standard, DepOnly             bool
	GoFiles, CgoFiles             []string
	TestGoFiles, XTestGoFiles     []string
	ImportMap                     map[string]string
}

// addStart has each main package import the recorder, by a file that only an overlay has. A
// package that is tested gets it in its external tests.
func addStart(l *line, tool *toolchain, c *command, cache string, set *patch.Set) (*additions, error) {
	packages, err := list(l, c)
	if err != nil {
		return nil, err
	}
	flags := goFlags(tool.GOFLAGS)
	if l.sub != "test" && covers(l, flags) {
		return nil, errors.New("-cover does not go with the file that is added to package main: Go's cover tool knows no overlay; build without it")
	}
	add := &additions{tags: tagsOf(l, flags, set)}
	replace, err := replaced(l, flags)
	if err != nil {
		return nil, err
	}
	byFile := slices.ContainsFunc(l.packages, func(p string) bool { return strings.HasSuffix(p, ".go") })
	text := "package %s\n\nimport perfschema_start \"" + patch.Import + "\"\n\nfunc init() {\n\tperfschema_start.Names(`" + namesOf(packages, cache, replace) + "`)\n}\n"
	for _, p := range packages {
		if p.DepOnly {
			continue
		}
		if within(p.Dir, tool.GOMODCACHE) {
			return nil, fmt.Errorf("%s lies in the module cache, where no file can be added: use perfschema install %[1]s@version", p.ImportPath)
		}
		name, packageName := startFile, "main"
		if l.sub == "test" {
			name, packageName = startTestFile, p.Name+"_test"
			if p.TestGoFiles == nil && p.XTestGoFiles == nil || p.Dir == "" || byFile {
				continue
			}
		} else if p.Name != "main" {
			continue
		}
		file := filepath.Join(p.Dir, name)
		if replace[file], err = keep(cache, "start", ".go", fmt.Appendf(nil, text, packageName)); err != nil {
			return nil, err
		}
		if byFile {
			add.files = append(add.files, filepath.Join(filepath.Dir(l.packages[0]), name))
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	add.overlay, err = keep(cache, "overlay", ".json", overlay)
	return add, err
}

// list asks the go command for the packages and all they import, compiled. If they cannot be
// compiled, or are to be tested only, it asks for the packages alone: the go command tells
// their faults.
func list(l *line, c *command) ([]found, error) {
	const fields = "-json=Name,ImportPath,Dir,Export,Standard,DepOnly,ImportMap,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles"
	all, err := listWith(l, c, append([]string{"-deps", "-export", fields}, l.forExport()...))
	if err != nil {
		all, err = listWith(l, c, append([]string{"-e", fields}, l.forList()...))
	}
	return all, err
}

func listWith(l *line, c *command, flags []string) ([]found, error) {
	arguments := append(slices.Clone(l.chdir), "list")
	arguments = append(append(append(arguments, flags...), "--"), l.packages...)
	cmd := exec.CommandContext(context.Background(), c.path, arguments...)
	cmd.Env = c.environment
	out, err := run(cmd, "list")
	if err != nil {
		return nil, err
	}
	var all []found
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p found
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}

// goFlags are the flags of GOFLAGS that matter here, by name.
func goFlags(text string) map[string]string {
	flags := make(map[string]string)
	for _, f := range strings.Fields(text) {
		f = strings.Trim(f, `'"`)
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		flags[name] = value
	}
	return flags
}

// covers reports whether a program is to be built for coverage.
func covers(l *line, flags map[string]string) bool {
	for _, name := range []string{"cover", "covermode", "coverpkg"} {
		if _, ok := flags[name]; ok || len(l.flagsOf([]string{name})) > 0 {
			return true
		}
	}
	return false
}

// tagsOf are the tags of the command line, or of GOFLAGS, and those that go version -m shows.
func tagsOf(l *line, flags map[string]string, set *patch.Set) string {
	tags := flags["tags"]
	if l.tags != nil {
		tags = *l.tags
	}
	all := strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' })
	all = append(all, "perfschema")
	for _, p := range set.Patches {
		all = append(all, "perfschema."+p)
	}
	return strings.Join(all, ",")
}

// replaced is what an overlay of the command line, or of GOFLAGS, replaces.
func replaced(l *line, flags map[string]string) (map[string]string, error) {
	name := flags["overlay"]
	if l.overlay != nil {
		name = *l.overlay
	}
	replace := make(map[string]string)
	if name == "" {
		return replace, nil
	}
	base, err := filepath.Abs(l.dir("."))
	if err != nil {
		return nil, err
	}
	absolute := func(name string) string {
		if name == "" || filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(base, name)
	}
	text, err := os.ReadFile(absolute(name))
	if err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &overlay); err != nil {
		return nil, fmt.Errorf("overlay %s: %w", name, err)
	}
	for from, to := range overlay.Replace {
		replace[absolute(from)] = absolute(to)
	}
	return replace, nil
}

// keep writes a file of the cache that is named by its content, and returns its name.
func keep(cache, folder, extension string, text []byte) (string, error) {
	sum := sha256.Sum256(text)
	name := filepath.Join(cache, folder, hex.EncodeToString(sum[:8])+extension)
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, text) {
		goroot.Use(name)
		return name, nil
	}
	return name, goroot.Explain(write(name, text))
}

// write writes a file whole or not at all.
func write(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), goroot.Making)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// within reports whether a path lies below a directory.
func within(name, dir string) bool {
	return dir != "" && strings.HasPrefix(name, dir+string(filepath.Separator))
}
