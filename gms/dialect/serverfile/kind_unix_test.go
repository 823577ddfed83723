//go:build unix

package serverfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReadableKind: what is no regular file is not readable, and is not opened: opening a pipe
// waits for a writer.
func TestReadableKind(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a device":    func(path string) error { return os.Symlink("/dev/zero", path) },
		"a directory": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		path := filepath.Join(t.TempDir(), "f")
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		if Readable(path) == nil || Read(path, 10) != nil {
			t.Errorf("%s is readable", name)
		}
	}
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, nil, 0o600); err != nil || Readable(path) != nil {
		t.Errorf("a file is not readable: %v", Readable(path))
	}
}
