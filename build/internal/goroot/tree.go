package goroot

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/perfschema/perfschema/build/internal/patch"
)

// A tree is what a GOROOT has besides the files of a set, by paths below it.
type tree struct {
	dirs   map[string]bool // that are no links
	links  []string        // to the same path of the toolchain
	copies []string        // of the toolchain's files
}

// largest is the size above which a file is a link also where others are copies: those of the
// race detector.
const largest = 512 << 10

// treeOf returns the tree for a set. The packages that have edited files, and all below them,
// are copied: the go command has no index of a directory with a link in it, and reads all its
// files each time it runs.
func treeOf(toolchain string, set *patch.Set) (*tree, error) {
	t := &tree{dirs: map[string]bool{".": true}}
	for name := range written(set) {
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			t.dirs[d] = true
		}
	}
	edited := make(map[string]bool)
	for name := range set.Edited {
		edited[path.Dir(name)] = true
	}
	for _, d := range slices.Sorted(maps.Keys(t.dirs)) {
		below := false
		for up := d; up != "."; up = path.Dir(up) {
			below = below || edited[up] && up != d // its directory is gone through already
		}
		if below {
			continue
		}
		if err := t.add(toolchain, d, edited[d], set); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// add adds what the toolchain has in a directory.
func (t *tree) add(toolchain, d string, copied bool, set *patch.Set) error {
	t.dirs[d] = true
	entries, err := os.ReadDir(filepath.Join(toolchain, filepath.FromSlash(d)))
	if os.IsNotExist(err) && d != "." {
		return nil // the toolchain has no such directory
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := path.Join(d, e.Name())
		switch {
		case set.Edited[name] != nil || set.Added[name] != nil:
		case copied && e.IsDir():
			if err := t.add(toolchain, name, e.Name() != "testdata", set); err != nil {
				return err
			}
		case t.dirs[name]: // it has files of the set
		case copied && e.Type().IsRegular() && small(e):
			t.copies = append(t.copies, name)
		default:
			t.links = append(t.links, name)
		}
	}
	return nil
}

func small(e fs.DirEntry) bool {
	i, err := e.Info()
	return err == nil && i.Size() <= largest
}

// build makes a GOROOT in a directory.
func build(made, toolchain string, set *patch.Set) error {
	t, err := treeOf(toolchain, set)
	if err != nil {
		return err
	}
	below := func(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for d := range t.dirs {
		if err := os.MkdirAll(below(made, d), 0o777); err != nil {
			return err
		}
	}
	for _, name := range t.links {
		if err := os.Symlink(below(toolchain, name), below(made, name)); err != nil {
			return err
		}
	}
	for _, name := range t.copies {
		if err := copyFile(below(toolchain, name), below(made, name)); err != nil {
			return err
		}
	}
	for name, text := range written(set) {
		if err := os.WriteFile(below(made, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a file and its time.
func copyFile(from, to string) error {
	i, err := os.Stat(from)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, text, 0o666); err != nil {
		return err
	}
	return os.Chtimes(to, i.ModTime(), i.ModTime())
}

// whole returns an error unless a GOROOT has the files of the set as they should be, a link or a
// copy for all else that the toolchain has, and nothing more. A directory that was renamed before
// its files reached the disk, when the machine stopped, has not; nor one whose toolchain has
// changed.
func whole(dir, toolchain string, set *patch.Set) error {
	t, err := treeOf(toolchain, set)
	if err != nil {
		return err
	}
	wanted := make(map[string]bool)
	for name, text := range written(set) {
		wanted[name] = true
		found, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if !bytes.Equal(found, text) {
			return fmt.Errorf("%s is not as it should be", name)
		}
	}
	for _, name := range t.links {
		wanted[name] = true
	}
	for _, name := range t.copies {
		wanted[name] = true
		from, err := os.Lstat(filepath.Join(toolchain, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		to, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if from.Size() != to.Size() || !from.ModTime().Equal(to.ModTime()) {
			return fmt.Errorf("%s is not the toolchain's", name)
		}
	}
	found := 0
	for d := range t.dirs {
		entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(d)))
		if err != nil {
			return err
		}
		for _, e := range entries {
			switch name := path.Join(d, e.Name()); {
			case e.IsDir() && t.dirs[name]:
			case wanted[name]:
				found++
			default:
				return fmt.Errorf("%s is not the toolchain's", name)
			}
		}
	}
	if found != len(wanted) {
		return fmt.Errorf("%d files are missing", len(wanted)-found)
	}
	return nil
}

// Inputs are the files and directories that a GOROOT of Make's hangs on: those of its own that
// have files of the set or links, and those of the toolchain that have what is edited. What lies
// in other folders Make alone compares.
func Inputs(dir, toolchain string, set *patch.Set) []string {
	all := []string{filepath.Join(toolchain, "VERSION"), dir}
	for name := range written(set) {
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			all = append(all, filepath.Join(dir, filepath.FromSlash(d)))
		}
	}
	for name := range set.Edited {
		all = append(all, filepath.Join(toolchain, filepath.FromSlash(path.Dir(name))))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
