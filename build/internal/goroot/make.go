package goroot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/perfschema/perfschema/build/internal/patch"
)

// layout is the version of what Make writes besides the patches.
const layout = "1"

// Explain adds what to do to an error of the cache.
func Explain(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("the cache cannot be written (%w): set PERFSCHEMA_CACHE to a directory that can", err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("no room for the cache (%w): make some, or set PERFSCHEMA_CACHE to a directory with more", err)
	}
	return err
}

// Make returns the GOROOT of a toolchain with a set of patches, and makes it if it is
// missing or not whole. Of processes that make it at once one does and the others wait.
func Make(cache, toolchain, version string, set *patch.Set) (string, error) {
	dir := filepath.Join(cache, gorootFolder, plain(version)+"-"+key(toolchain, version, set))
	err := Fill(cache, dir, func() bool { return whole(dir, toolchain, set) }, func(made string) error { return build(made, toolchain, set) })
	return dir, err
}

// plain is a version as a file's name may have it.
func plain(version string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '+' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, version)
}

// key is a hash of all that a GOROOT is made of.
func key(toolchain, version string, set *patch.Set) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n", layout, toolchain, version)
	for name, text := range written(set) {
		fmt.Fprintf(h, "%s %x\n", name, sha256.Sum256(text))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// written are the files of a GOROOT that are no links, in order of their names.
func written(set *patch.Set) func(yield func(string, []byte) bool) {
	all := maps.Clone(set.Edited)
	maps.Copy(all, set.Added)
	return func(yield func(string, []byte) bool) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if !yield(name, all[name]) {
				return
			}
		}
	}
}

// whole reports whether a GOROOT has the files of the set as they should be, a link for all
// else that the toolchain has, and nothing more. A directory that was renamed before its files
// reached the disk, when the machine stopped, has not; nor one whose toolchain has changed.
func whole(dir, toolchain string, set *patch.Set) bool {
	for name, text := range written(set) {
		found, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(found, text) {
			return false
		}
	}
	ours := directories(set)
	for d := range ours {
		found, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(d)))
		if err != nil {
			return false
		}
		linked, err := links(toolchain, d, ours, set)
		if err != nil {
			return false
		}
		n := 0
		for _, e := range found {
			if e.Type() == fs.ModeSymlink {
				if n == len(linked) || linked[n] != e.Name() {
					return false
				}
				n++
			}
		}
		if n != len(linked) {
			return false
		}
	}
	return true
}

// directories are those of a GOROOT that are no links, by their path below it.
func directories(set *patch.Set) map[string]bool {
	ours := map[string]bool{".": true}
	for name := range written(set) {
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			ours[d] = true
		}
	}
	return ours
}

// links are the names in the directory d of a GOROOT that are links, in order.
func links(toolchain, d string, ours map[string]bool, set *patch.Set) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(toolchain, filepath.FromSlash(d)))
	if errors.Is(err, fs.ErrNotExist) && d != "." {
		return nil, nil // the toolchain has no such directory
	}
	var all []string
	for _, e := range entries {
		if name := path.Join(d, e.Name()); !ours[name] && set.Edited[name] == nil && set.Added[name] == nil {
			all = append(all, e.Name())
		}
	}
	return all, err
}

// build makes a GOROOT in a directory.
func build(made, toolchain string, set *patch.Set) error {
	ours := directories(set)
	for d := range ours {
		to := filepath.Join(made, filepath.FromSlash(d))
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		names, err := links(toolchain, d, ours, set)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := os.Symlink(filepath.Join(toolchain, filepath.FromSlash(d), name), filepath.Join(to, name)); err != nil {
				return err
			}
		}
	}
	for name, text := range written(set) {
		if err := os.WriteFile(filepath.Join(made, filepath.FromSlash(name)), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
