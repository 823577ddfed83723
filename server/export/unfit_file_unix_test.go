//go:build unix

package export_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/perfschema/perfschema/server/export"
)

// TestUnfitFiles: what is no regular file in a directory is refused by an error that names it,
// and not waited for. A pipe that is given by its name is read.
func TestUnfitFiles(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"is a pipe":         func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"is a device":       func(path string) error { return os.Symlink("/dev/zero", path) },
		"is a directory":    func(path string) error { return os.Symlink(".", path) },
		"cannot read":       func(path string) error { return os.Symlink("nowhere", path) },
		"cannot read a.csv": func(path string) error { return os.Symlink("a.csv", path) },
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.csv")
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		_, err := export.Open(dir)
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), strings.TrimSuffix(name, " a.csv")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := export.Open("/dev/zero"); err == nil || len(err.Error()) > 300 {
		t.Errorf("a device without an end: %.400v", err)
	}
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(path, []byte("durationTotal\n1\n"), 0o600) }()
	s, err := export.Open(path)
	if err := errors.Join(err, <-written); err != nil {
		t.Fatal(err)
	}
	if err := s.Next(export.NewProfile()); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
