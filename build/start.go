package build

import (
	"bytes"
	"cmp"
	"context"
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

// A found package is what go list says of one that the command line names, or of one that such a
// one imports.
type found struct {
	Name, ImportPath, Dir, Export      string
	Standard, DepOnly                  bool
	GoFiles, CgoFiles                  []string
	TestGoFiles, XTestGoFiles          []string
	Imports, TestImports, XTestImports []string
	ImportMap                          map[string]string
	Module                             *struct{ GoMod string }
}

// addStart has each main package import the recorder, by a file that only an overlay has. A
// package that is tested gets it in its external tests.
func addStart(l *line, tool *toolchain, c *command, cache string, set *patch.Set, warnings io.Writer) (*additions, error) {
	tags := tagsOf(l, tool.flags, set)
	packages, err := list(l, c, tags, warnings)
	if err != nil {
		return nil, err
	}
	replace, err := replaced(l, tool.flags)
	if err != nil {
		return nil, err
	}
	add, err := addFiles(l, tool, cache, packages, newNamer(packages, cache, replace), replace, warnings)
	if err != nil {
		return nil, err
	}
	add.tags = tags
	return add, nil
}

// addFiles writes the files that packages get, and the overlay by which they do.
func addFiles(l *line, tool *toolchain, cache string, packages []found, names *namer, replace map[string]string, warnings io.Writer) (*additions, error) {
	add := &additions{packages: packages}
	byFile := slices.ContainsFunc(l.packages, func(p string) bool { return strings.HasSuffix(p, ".go") })
	plugin := valueOf(slices.Concat(tool.flags, l.flags), "buildmode") == "plugin"
	for i := range packages {
		p := &packages[i]
		path := startOf(l, p, byFile, plugin)
		if path == "" {
			continue
		}
		name, grpcName, packageName := startFile, grpcFile, "main"
		if l.sub == "test" {
			name, grpcName, packageName = startTestFile, grpcTestFile, p.Name+"_test"
		}
		if within(p.Dir, tool.GOMODCACHE) {
			if l.sub != "test" {
				return nil, fmt.Errorf("%s lies in the module cache, where no file can be added: use perfschema install %[1]s@version", p.ImportPath)
			}
			add.warned = true
			fmt.Fprintf(warnings, "perfschema: the tests of %s are not recorded: it lies in the module cache, where no file can be added\n", p.ImportPath)
			continue
		}
		put := func(name string, text []byte) error {
			file, err := keep(cache, goroot.StartFolder, ".go", text)
			if err != nil {
				return err
			}
			replace[filepath.Join(p.Dir, name)] = file
			add.kept = append(add.kept, file)
			if byFile {
				add.files = append(add.files, filepath.Join(filepath.Dir(l.packages[0]), name))
			}
			return nil
		}
		if err := put(name, startText(packageName, names.of(p, path))); err != nil {
			return nil, err
		}
		if plugin {
			continue
		}
		can, reason, err := grpcOf(l, tool, cache, names, p)
		if err != nil {
			return nil, err
		}
		if reason != "" {
			add.warned = true
			fmt.Fprintf(warnings, "perfschema: calls of gRPC are not recorded in %s: %s\n", p.ImportPath, reason)
		}
		if can {
			if err := put(grpcName, grpcText(packageName)); err != nil {
				return nil, err
			}
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	add.overlay, err = keep(cache, goroot.OverlayFolder, ".json", overlay)
	add.kept = append(add.kept, add.overlay)
	return add, err
}

// startOf returns what the linker calls a package that gets the start file, "" if it gets none.
func startOf(l *line, p *found, byFile, plugin bool) string {
	switch {
	case p.DepOnly, p.Dir == "":
		return ""
	case l.sub == "test":
		if p.TestGoFiles == nil && p.XTestGoFiles == nil || byFile {
			return ""
		}
		return p.ImportPath // package main too
	case p.Name != "main":
		return ""
	case plugin:
		return p.ImportPath
	}
	return "main"
}

// startText is the source of a start file.
func startText(packageName, table string) []byte {
	return fmt.Appendf(nil, "package %s\n\nimport perfschema_start %q\n\nfunc init() {\n\tperfschema_start.Names(%q)\n}\n", packageName, patch.Import, table)
}

// list asks the go command for the packages and all they import, compiled, with the tags that
// they will be built with. If they cannot be compiled, or are to be tested only, it asks for the
// packages alone: the go command tells their faults.
func list(l *line, c *command, tags string, progress io.Writer) ([]found, error) {
	fields := "-json=Name,ImportPath,Dir,Export,Standard,DepOnly,ImportMap,Imports,GoFiles,CgoFiles,Module"
	if l.sub == "test" {
		fields += ",TestGoFiles,XTestGoFiles,TestImports,XTestImports"
	}
	all, err := listWith(l, c, append([]string{"-deps", "-export", fields}, l.forExport(tags)...), progress)
	if err != nil {
		all, err = listWith(l, c, append([]string{"-e", fields}, l.forList(tags)...), progress)
	}
	return all, err
}

func listWith(l *line, c *command, flags []string, progress io.Writer) ([]found, error) {
	arguments := slices.Concat(l.chdir, []string{"list"}, flags, []string{"--"}, l.packages)
	cmd := exec.CommandContext(context.Background(), c.path, arguments...)
	cmd.Env = c.environment
	out, err := run(cmd, "list", progress)
	if err != nil {
		return nil, err
	}
	all, err := decode[found](out)
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return all, nil
}

// decode decodes JSON values that follow each other.
func decode[T any](text []byte) (all []T, err error) {
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var value T
		if err := d.Decode(&value); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, value)
	}
}

// tagsOf are the tags of the command line, or of GOFLAGS, and those that go version -m shows.
func tagsOf(l *line, flags []option, set *patch.Set) string {
	tags := valueOf(flags, "tags")
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
func replaced(l *line, flags []option) (map[string]string, error) {
	name := valueOf(flags, "overlay")
	if l.overlay != nil {
		name = *l.overlay
	}
	replace := make(map[string]string)
	if name == "" {
		return replace, nil
	}
	base, err := filepath.Abs(cmp.Or(l.base, l.dir(".")))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(absolute(base, name))
	if err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &overlay); err != nil {
		return nil, fmt.Errorf("overlay %s: %w", name, err)
	}
	for from, to := range overlay.Replace {
		replace[absolute(base, from)] = absolute(base, to)
	}
	return replace, nil
}

// absolute is a file's name that may be relative to a directory; "" stays.
func absolute(dir, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// keep writes a file of the cache that is named by its content, and returns its name.
func keep(cache, folder, extension string, text []byte) (string, error) {
	name := filepath.Join(cache, folder, digest(text)+extension)
	if kept(name) {
		return name, nil
	}
	return name, goroot.WriteFile(name, text)
}

// kept reports whether a file that is named by its content is there, whole. It stays in use.
func kept(name string) bool {
	text, err := os.ReadFile(name)
	if err != nil || digest(text) != strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)) {
		return false
	}
	goroot.Use(name)
	return true
}

// within reports whether a path lies below a directory.
func within(name, dir string) bool {
	return dir != "" && strings.HasPrefix(name, dir+string(filepath.Separator))
}
