package goroot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCache holds that the cache is for its user alone, and refused where it is not his.
func TestCache(t *testing.T) {
	for name, c := range map[string]struct {
		before func(dir string) error
		want   string
	}{
		"missing": {func(string) error { return nil }, ""},
		"open":    {func(dir string) error { return os.MkdirAll(dir, 0o777) }, ""},
		"link": {func(dir string) error {
			return os.Symlink(t.TempDir(), dir)
		}, " is no directory: remove it, or set PERFSCHEMA_CACHE to another directory"},
		"file": {func(dir string) error { return os.WriteFile(dir, nil, 0o666) }, " is no directory: "},
		"another's": {func(dir string) error {
			if err := os.Mkdir(dir, 0o700); err != nil {
				return err
			}
			return os.Chown(dir, 65534, 65534)
		}, " belongs to another user: set PERFSCHEMA_CACHE to a directory of your own"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "another's" && os.Geteuid() != 0 {
				t.Skip("only root gives files away")
			}
			parent := t.TempDir()
			t.Setenv("PERFSCHEMA_CACHE", parent)
			if err := c.before(filepath.Join(parent, folder)); err != nil {
				t.Fatal(err)
			}
			dir, err := Cache()
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s, %v, want %q", dir, err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if i, err := os.Lstat(dir); err != nil || i.Mode() != os.ModeDir|0o700 {
				t.Errorf("%v, %v", i.Mode(), err)
			}
		})
	}
}
