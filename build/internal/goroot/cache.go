package goroot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// folder is all of the cache, so that Sweep removes nothing else wherever PERFSCHEMA_CACHE is.
const folder = "perfschema-build"

// Folders of the cache. Sweep goes through these and no others.
const (
	gorootFolder  = "goroot"
	ModuleFolder  = "module"  // copies of modules
	StartFolder   = "start"   // files that are added to packages
	OverlayFolder = "overlay" // overlays that add them
	NamesFolder   = "names"   // tables of names
	InputFolder   = "input"   // what builds were made of
)

var folders = []string{gorootFolder, ModuleFolder, StartFolder, OverlayFolder, NamesFolder, InputFolder}

// Cache returns the directory of the cache: perfschema-build in PERFSCHEMA_CACHE, or in the
// user's cache directory. It makes it if it is missing. Programs are compiled
// from its files: Cache refuses a link and a directory of another user, and makes one that only the user
// can read and write.
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
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", Explain(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", Explain(err)
	}
	return dir, own(dir)
}

// own makes sure that a directory is the user's own.
func own(dir string) error {
	i, err := os.Lstat(dir)
	switch {
	case err != nil:
		return Explain(err)
	case !i.IsDir():
		return fmt.Errorf("%s is no directory: remove it, or set PERFSCHEMA_CACHE to another directory", dir)
	case !owned(i):
		return fmt.Errorf("%s belongs to another user: set PERFSCHEMA_CACHE to a directory of your own", dir)
	case i.Mode().Perm()&0o077 == 0:
		return nil
	}
	return Explain(os.Chmod(dir, 0o700))
}
