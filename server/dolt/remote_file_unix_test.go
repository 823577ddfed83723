//go:build unix

package dolt

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A remote with a named pipe in it is refused before anything opens it.
func TestRemotesAreRegular(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "table"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := checkRegular("file://" + dir); err != nil {
		t.Error(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "manifest"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := checkRegular("file://" + dir); err == nil {
		t.Error("a named pipe is taken for a file")
	}
	link := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, "manifest"), filepath.Join(link, "manifest")); err != nil {
		t.Fatal(err)
	}
	if err := checkRegular("file://" + link); err == nil {
		t.Error("a link to a named pipe is taken for a file")
	}
	for _, other := range []string{"https://host/db", "origin", "file://" + filepath.Join(dir, "nowhere"), "file://%zz"} {
		if err := checkRegular(other); err != nil {
			t.Errorf("%s: %v", other, err)
		}
	}
}
