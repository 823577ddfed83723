package goroot

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/perfschema/perfschema/build/internal/patch"
)

// Layout is the version of what Make writes besides the patches.
const Layout = "2"

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
	err := Fill(cache, dir, func() bool { return whole(dir, toolchain, set) == nil }, func(made string) error { return build(made, toolchain, set) })
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
	fmt.Fprintf(h, "%s\n%s\n%s\n", Layout, toolchain, version)
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
