package goroot

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// making is the age at which an unfinished directory is removed, as a killed build leaves one; unused
// the time without a build after which a finished one is.
const (
	making = time.Hour
	unused = 30 * 24 * time.Hour
)

// Making begins the names of what is not whole.
const Making = "making-"

// Use notes that a file or directory of the cache is in use. It stays for 30 days.
func Use(name string) {
	if i, err := os.Stat(name); err == nil && time.Since(i.ModTime()) > unused/30 {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // else it is made anew once
	}
}

// Sweep removes what killed builds have left in the cache, and what has not been used for 30 days.
func Sweep(cache string) {
	all, err := filepath.Glob(filepath.Join(cache, "*", "*"))
	if err != nil || filepath.Base(cache) != folder {
		return
	}
	for _, name := range all {
		stays := unused
		if strings.HasPrefix(filepath.Base(name), Making) {
			stays = making
		}
		if i, err := os.Lstat(name); err == nil && time.Since(i.ModTime()) > stays {
			_ = os.RemoveAll(name) // else the next build tries
		}
	}
}
