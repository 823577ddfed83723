//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestUnfitOptionFile: an option file that is damaged, large or without an end is refused by
// an error that names it and is short. A pipe is read: a shell gives one by <(...).
func TestUnfitOptionFile(t *testing.T) {
	list := options()
	dir := t.TempDir()
	path := filepath.Join(dir, "my.cnf")
	text := func(content string) func() error {
		return func() error { return os.WriteFile(path, []byte(content), 0o600) }
	}
	for name, make := range map[string]func() error{
		"a directory":   func() error { return os.Mkdir(path, 0o700) },
		"a device":      func() error { return os.Symlink("/dev/zero", path) },
		"too large":     func() error { return errors.Join(text("")(), os.Truncate(path, 1<<40)) },
		"one line":      text(strings.Repeat("a", 1<<20)),
		"a long group":  text("[" + strings.Repeat("a", 1<<20-2) + "]"),
		"a long value":  text("[perfschema]\ncollation-server=" + strings.Repeat("a", 1<<19)),
		"a long name":   text("[perfschema]\n" + strings.Repeat("a", 1<<19) + "=1"),
		"lines of many": text(strings.Repeat("[", 1<<19)),
		"null bytes":    text("[perfschema]\n\x00"),
	} {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := make(); err != nil {
			t.Fatal(err)
		}
		given, _, err := readOptionFile(path, list, fileGroups, false)
		if err == nil || given != nil || !strings.Contains(err.Error(), path) || len(err.Error()) > 500 {
			t.Errorf("%s: %d options, %.600v", name, len(given), err)
		}
		if _, _, err := readPasswordFile(path); err == nil && name != "a long group" && name != "one line" || err != nil && (!strings.Contains(err.Error(), path) || len(err.Error()) > 500) {
			t.Errorf("%s as the file of a password: %.600v", name, err)
		}
	}
	if err := errors.Join(os.RemoveAll(path), syscall.Mkfifo(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(path, []byte("[perfschema]\ndemo\n"), 0o600) }()
	given, _, err := readOptionFile(path, list, fileGroups, false)
	if err := errors.Join(err, <-written); err != nil || len(given) != 1 {
		t.Errorf("a pipe: %d options, %v", len(given), err)
	}
}
