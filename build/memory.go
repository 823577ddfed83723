package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
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
type memory struct {
	file  string
	cache string
	line  *line
	tool  *toolchain
	begun time.Time
}

// A memo is what a memory keeps.
type memo struct {
	Root          string   // the GOROOT
	Tags, Overlay string   // as additions has them
	Files         []string // likewise
	Kept          []string // files of the cache that are named by their content

	// Inputs are the files and directories that all this hangs on, with hashes of their sizes and
	// times.
	Inputs map[string]string

	// What go list said, and when: a file that is named by its content, the Inputs of then, and
	// the heads of the files in directories of packages that are no module cache's.
	Listed string
	Then   map[string]string
	Heads  map[string]string
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
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n%q\n%q\n%s\n%q\n%q\n", namesVersion, goroot.Layout, patch.Version(), digest(grpcSource), tool.said, dir, l.sub, flags, l.packages)
	for _, v := range slices.Sorted(slices.Values(os.Environ())) {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO_") {
			fmt.Fprintf(h, "%q\n", v)
		}
	}
	return &memory{filepath.Join(cache, goroot.InputFolder, hex.EncodeToString(h.Sum(nil)[:16])+".memo"), cache, l, tool, time.Now()}
}

// recall returns what is kept; nil if something has changed since but the insides of packages. If
// these have changed, their names are found anew.
func (m *memory) recall() *memo {
	if m == nil {
		return nil
	}
	text, err := os.ReadFile(m.file)
	of := &memo{}
	if err != nil || json.Unmarshal(text, of) != nil || len(of.Kept) == 0 {
		return nil
	}
	inputs, newest, err := prints(slices.Collect(maps.Keys(of.Inputs)))
	if err != nil {
		return nil
	}
	goroot.Use(m.file)
	goroot.Use(of.Root)
	missing := func(name string) bool { return !kept(name) }
	if maps.Equal(inputs, of.Inputs) && !slices.ContainsFunc(of.Kept, missing) {
		return of
	}
	found := m.changed(of, inputs)
	if found == nil {
		return nil
	}
	of.Inputs = inputs
	m.write(of, found, newest)
	return of
}

// write keeps a memo with what was found, unless an input is so new that it may have changed
// unseen.
func (m *memory) write(of *memo, found *additions, newest time.Time) {
	of.Overlay, of.Files, of.Kept = found.overlay, found.files, found.kept
	if newest.After(m.begun.Add(-settled)) {
		return
	}
	if text, err := json.Marshal(of); err == nil {
		_ = goroot.WriteFile(m.file, text) // else go lists them again
	}
}

// keep keeps what was found, unless there was something to warn of.
func (m *memory) keep(root string, set *patch.Set, found *additions) {
	if m == nil || found.warned {
		return
	}
	all := goroot.Inputs(root, m.tool.GOROOT, set)
	if file := m.tool.GOMOD; file != "" && file != os.DevNull {
		dir := filepath.Dir(file)
		all = append(all, file, filepath.Join(dir, "go.sum"), filepath.Join(dir, "vendor", "modules.txt"))
	}
	var err error
	if name := valueOf(slices.Concat(m.tool.flags, m.line.flags), "modfile"); name != "" {
		if name, err = filepath.Abs(absolute(m.line.dir("."), name)); err != nil {
			return
		}
		all = append(all, name, strings.TrimSuffix(name, ".mod")+".sum")
	}
	heads := make(map[string]string)
	for i, p := range found.packages {
		if p.Export == "" && p.ImportPath != "unsafe" {
			return // go list had faults to tell, which the go command will
		}
		if !m.own(&found.packages[i]) {
			continue
		}
		all = append(all, p.Dir)
		if p.Module != nil && p.Module.GoMod != "" {
			all = append(all, p.Module.GoMod)
		}
		if err := readHeads(p.Dir, heads); err != nil {
			return
		}
	}
	inputs, newest, err := prints(all)
	if err != nil {
		return
	}
	text, err := json.Marshal(found.packages)
	if err != nil {
		return
	}
	listed, err := keep(m.cache, goroot.InputFolder, ".json", text)
	if err != nil {
		return
	}
	m.write(&memo{Root: root, Tags: found.tags, Inputs: inputs, Listed: listed, Then: inputs, Heads: heads}, found, newest)
}

// own reports whether a package may change: it is none of the standard library's and of the
// module cache's.
func (m *memory) own(p *found) bool { return !p.Standard && !within(p.Dir, m.tool.GOMODCACHE) }
