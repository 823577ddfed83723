package goroot

import (
	"crypto/rand"
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

// folder is all of the cache, so that Sweep removes nothing else wherever PERFSCHEMA_CACHE is.
const folder = "perfschema-build"

// Cache returns the directory of the cache: perfschema-build in PERFSCHEMA_CACHE, or in the
// user's cache directory. It makes it if it is missing.
func Cache() (string, error) {
	dir := os.Getenv("PERFSCHEMA_CACHE")
	if dir == "" {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return "", fmt.Errorf("no cache directory (%w): set PERFSCHEMA_CACHE to one", err)
		}
	}
	dir, err := filepath.Abs(filepath.Join(dir, folder))
	if err != nil {
		return "", err
	}
	return dir, Explain(os.MkdirAll(dir, 0o777))
}

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
// missing or not whole.
func Make(cache, toolchain, version string, set *patch.Set) (string, error) {
	dir := filepath.Join(cache, "goroot", strings.ReplaceAll(version, " ", "_")+"-"+key(toolchain, version, set))
	if whole(dir, set) {
		Use(dir)
		return dir, nil
	}
	return dir, Explain(build(dir, toolchain, set))
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

// whole reports whether a GOROOT has the files of the set as they should be. A directory that
// was renamed before its files reached the disk, when the machine stopped, has not.
func whole(dir string, set *patch.Set) bool {
	for name, text := range written(set) {
		found, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || string(found) != string(text) {
			return false
		}
	}
	return true
}

// build makes a GOROOT beside dir and renames it.
func build(dir, toolchain string, set *patch.Set) error {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	made := filepath.Join(parent, fmt.Sprintf("%s%d-%s", Making, os.Getpid(), rand.Text()))
	defer os.RemoveAll(made)
	ours := map[string]bool{".": true} // directories that are no links
	for name := range written(set) {
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			ours[d] = true
		}
	}
	for _, d := range slices.Sorted(maps.Keys(ours)) {
		if err := link(made, toolchain, d, ours, set); err != nil {
			return err
		}
	}
	for name, text := range written(set) {
		if err := os.WriteFile(filepath.Join(made, filepath.FromSlash(name)), text, 0o666); err != nil {
			return err
		}
	}
	err := os.Rename(made, dir)
	if err == nil || whole(dir, set) { // another build made it first
		return nil
	}
	// The directory that is there lacks files. Move it away: a build may be reading it.
	broken := made + "-broken"
	defer os.RemoveAll(broken)
	if os.Rename(dir, broken) != nil {
		return err
	}
	return os.Rename(made, dir)
}

// link makes the directory d of a GOROOT, with a link for all in it that is the toolchain's.
func link(made, toolchain, d string, ours map[string]bool, set *patch.Set) error {
	to := filepath.Join(made, filepath.FromSlash(d))
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	from := filepath.Join(toolchain, filepath.FromSlash(d))
	entries, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) && d != "." {
		return nil // the toolchain has no such directory
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := path.Join(d, e.Name())
		if ours[name] || set.Edited[name] != nil || set.Added[name] != nil {
			continue
		}
		if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
