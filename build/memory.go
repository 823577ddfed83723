package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/build/internal/goroot"
	"github.com/perfschema/perfschema/build/internal/patch"
)

// A memory is the file of the cache that keeps what was found for a command line, so that go
// need not list the packages again while nothing has changed that the answer hangs on. A nil
// memory keeps nothing.
type memory struct{ file string }

// A memo is what a memory keeps.
type memo struct {
	Root          string   // the GOROOT
	Tags, Overlay string   // as additions has them
	Files         []string // likewise
	Kept          []string // files of the cache that are named by their content

	Inputs []string // files and directories that all this hangs on
	Print  string   // a hash of their sizes and times
}

// settled is the age at which a file's time can be trusted: one that is written twice within the
// clock's tick keeps its time. The go command's index of modules waits as long.
const settled = 2 * time.Second

// memory returns the memory of a line. There is none where what go finds hangs on more than the
// directories that it has found packages in: on patterns, overlays and workspaces.
func (l *line) memory(tool *toolchain, cache string) *memory {
	wild := func(p string) bool {
		return strings.Contains(p, "...") || slices.Contains([]string{"all", "std", "cmd", "tool", "work"}, p)
	}
	if l.sub == "vet" || l.lenient || slices.ContainsFunc(l.packages, wild) || tool.GOWORK != "" && tool.GOWORK != "off" ||
		l.overlay != nil || valueOf(tool.flags, "overlay") != "" {
		return nil
	}
	dir, err := filepath.Abs(l.dir("."))
	if err != nil {
		return nil
	}
	h := sha256.New()
	flags := l.forExport(tagsOf(l, tool.flags, &patch.Set{}))
	fmt.Fprintf(h, "%s\n%s\n%s\n%q\n%q\n%s\n%q\n%q\n", namesVersion, goroot.Layout, patch.Version(), tool.said, dir, l.sub, flags, l.packages)
	for _, v := range slices.Sorted(slices.Values(os.Environ())) {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO_") {
			fmt.Fprintf(h, "%q\n", v)
		}
	}
	return &memory{filepath.Join(cache, goroot.InputFolder, hex.EncodeToString(h.Sum(nil)[:16])+".json")}
}

// recall returns what is kept, nil if something has changed since.
func (m *memory) recall() *memo {
	if m == nil {
		return nil
	}
	text, err := os.ReadFile(m.file)
	of := &memo{}
	if err != nil || json.Unmarshal(text, of) != nil || len(of.Kept) == 0 {
		return nil
	}
	if print, _, err := fingerprint(of.Inputs); err != nil || print != of.Print {
		return nil
	}
	for _, name := range of.Kept {
		if !kept(name) {
			return nil
		}
	}
	goroot.Use(m.file)
	goroot.Use(of.Root)
	return of
}

// keep keeps what was found, unless something of it is so new that it may change unseen.
func (m *memory) keep(root string, set *patch.Set, l *line, tool *toolchain, found *additions) {
	if m == nil {
		return
	}
	inputs, err := goroot.Inputs(root, tool.GOROOT, set)
	if err != nil {
		return
	}
	of := &memo{Root: root, Tags: found.tags, Overlay: found.overlay, Files: found.files, Kept: found.kept, Inputs: inputs}
	if tool.GOMOD != "" && tool.GOMOD != os.DevNull {
		dir := filepath.Dir(tool.GOMOD)
		of.Inputs = append(of.Inputs, tool.GOMOD, filepath.Join(dir, "go.sum"), filepath.Join(dir, "vendor", "modules.txt"))
	}
	if name := valueOf(slices.Concat(tool.flags, l.flags), "modfile"); name != "" {
		of.Inputs = append(of.Inputs, absolute(l.dir("."), name))
	}
	for _, p := range found.packages {
		if p.Export == "" && p.ImportPath != "unsafe" {
			return // go list had faults to tell, which the go command will
		}
		if p.Standard || within(p.Dir, tool.GOMODCACHE) {
			continue
		}
		of.Inputs = append(of.Inputs, p.Dir)
		if p.Module != nil && p.Module.GoMod != "" {
			of.Inputs = append(of.Inputs, p.Module.GoMod)
		}
	}
	slices.Sort(of.Inputs)
	of.Inputs = slices.Compact(of.Inputs)
	print, newest, err := fingerprint(of.Inputs)
	if err != nil || time.Since(newest) < settled {
		return
	}
	of.Print = print
	if text, err := json.Marshal(of); err == nil {
		_ = goroot.WriteFile(m.file, text) // else go lists them again
	}
}

// fingerprint returns a hash of the sizes and times of files, of directories of all files in
// them, and the newest of the times. A file that is missing is one without either.
func fingerprint(names []string) (print string, newest time.Time, err error) {
	h := sha256.New()
	for _, name := range names {
		i, err := os.Stat(name)
		switch {
		case os.IsNotExist(err):
			fmt.Fprintf(h, "%q none\n", name)
			continue
		case err != nil:
			return "", newest, err
		case !i.IsDir():
			newest = note(h, i, newest)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return "", newest, err
		}
		for _, e := range entries {
			if e.IsDir() {
				continue
			}
			i, err := e.Info()
			if err == nil && i.Mode()&fs.ModeSymlink != 0 {
				i, err = os.Stat(filepath.Join(name, e.Name()))
				if os.IsNotExist(err) {
					fmt.Fprintf(h, "%q none\n", e.Name())
					continue
				}
			}
			if err != nil {
				return "", newest, err
			}
			newest = note(h, i, newest)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), newest, nil
}

// note adds a file to a hash.
func note(h hash.Hash, i fs.FileInfo, newest time.Time) time.Time {
	if i.IsDir() { // that a link leads to
		fmt.Fprintf(h, "%q directory\n", i.Name())
		return newest
	}
	fmt.Fprintf(h, "%q %d %d %o\n", i.Name(), i.Size(), i.ModTime().UnixNano(), i.Mode())
	if i.ModTime().After(newest) {
		return i.ModTime()
	}
	return newest
}
