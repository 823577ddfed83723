package goroot

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	making = time.Hour           // the age at which what a killed build has left unfinished goes
	unused = 30 * 24 * time.Hour // the time without a build after which a GOROOT or a module goes
	edited = 5 * 24 * time.Hour  // the same for start files and overlays: each edit of a program makes new ones
	pause  = 24 * time.Hour      // the least time between two sweeps, and between two notes of a use
)

// Use notes that a file or directory of the cache is in use. It stays for 5 days, a GOROOT or a
// module for 30.
func Use(name string) {
	if i, err := os.Stat(name); err == nil && time.Since(i.ModTime()) > pause {
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

// Sweep removes what killed builds have left in the cache, and what has not been used for long.
// It follows no link, and goes through the folders that this package makes and no others.
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
		stays := edited
		if e.IsDir() {
			stays = unused
		}
		if strings.HasPrefix(e.Name(), Making) {
			stays = making
		}
		if i, err := e.Info(); err == nil && time.Since(i.ModTime()) > stays {
			_ = below.RemoveAll(e.Name()) // else the next build tries
		}
	}
}
