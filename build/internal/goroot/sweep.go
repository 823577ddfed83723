package goroot

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// making is the age at which an unfinished directory is removed, as a killed build leaves one; unused
// the time without a build after which a finished one is; pause that between two sweeps.
const (
	making = time.Hour
	unused = 30 * 24 * time.Hour
	pause  = 24 * time.Hour
)

// Use notes that a file or directory of the cache is in use. It stays for 30 days.
func Use(name string) {
	if i, err := os.Stat(name); err == nil && time.Since(i.ModTime()) > unused/30 {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // else it is made anew once
	}
}

// Hold keeps Sweep, of any process, from the cache until release is called, the process ends or
// another program takes its place. It sweeps first, once a day and unless other builds hold the
// cache.
func Hold(cache string) (release func(), err error) {
	name := filepath.Join(cache, "sweep.lock")
	if i, err := os.Stat(filepath.Join(cache, "swept")); err != nil || time.Since(i.ModTime()) > pause {
		if unlock, err := tryLock(name); err == nil {
			Sweep(cache)
			_ = WriteFile(filepath.Join(cache, "swept"), nil) // else the next build sweeps
			unlock()
		}
	}
	release, err = lock(name, false)
	return release, Explain(err)
}

// Sweep removes what killed builds have left in the cache, and what has not been used for 30
// days. It follows no link, and goes through the folders that this package makes and no others.
func Sweep(cache string) {
	if filepath.Base(cache) != folder || own(cache) != nil {
		return
	}
	root, err := os.OpenRoot(cache)
	if err != nil {
		return
	}
	defer root.Close()
	for _, name := range folders {
		if i, err := root.Lstat(name); err == nil && i.IsDir() && owned(i) {
			sweepFolder(root, name)
		}
	}
}

func sweepFolder(root *os.Root, name string) {
	below, err := root.OpenRoot(name)
	if err != nil {
		return
	}
	defer below.Close()
	entries, err := fs.ReadDir(below.FS(), ".")
	if err != nil {
		return
	}
	for _, e := range entries {
		stays := unused
		if strings.HasPrefix(e.Name(), Making) {
			stays = making
		}
		if i, err := e.Info(); err == nil && time.Since(i.ModTime()) > stays {
			_ = below.RemoveAll(e.Name()) // else the next build tries
		}
	}
}
