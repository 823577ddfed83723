//go:build unix

package server_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/server"
)

// TestUnfitFiles: a file of the data directory that is damaged, another kind of file, without
// an end or far too large keeps the server from starting, soon and without memory for it. The
// error names the file and what to do.
func TestUnfitFiles(t *testing.T) {
	racetest.SkipAlone(t)
	base := t.TempDir()
	s, err := server.Start(context.Background(), server.Config{Listen: "127.0.0.1:0", DataDir: base})
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.item (id INT PRIMARY KEY)", "SET PERSIST max_connections = 33",
		"UPDATE sys.sys_config SET value = '100' WHERE variable = 'statement_truncate_len'")
	if err := errors.Join(db.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	text := func(content string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(content), 0o600) }
	}
	kinds := []struct {
		name string
		kind bool // another kind of file, or too large for any
		make func(path string) error
	}{
		{"a directory", true, func(path string) error { return os.Mkdir(path, 0o700) }},
		{"a pipe", true, func(path string) error { return syscall.Mkfifo(path, 0o600) }},
		{"a device without an end", true, func(path string) error { return os.Symlink("/dev/zero", path) }},
		{"too large", true, func(path string) error { return errors.Join(text("")(path), os.Truncate(path, 1<<40)) }},
		{"one long line", false, text(strings.Repeat("a", 3<<20))},
		{"nested", false, text(strings.Repeat(`{"a":[`, 1<<19))},
		{"nested far and closed", false, text(strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20))},
		{"null bytes", false, text(strings.Repeat("\x00", 1<<10))},
	}
	for file, content := range map[string]bool{ // whether the content is read at the start
		".doltcfg/privileges.db":            true,
		".doltcfg/branch_control.db":        false,
		".doltcfg/.dolt/config_global.json": true,
		"sys_config.json":                   true,
		"shop/.dolt/repo_state.json":        true,
		"shop/.dolt/config.json":            false,
		"shop/.dolt/noms/manifest":          true,
		"shop/.dolt/noms/LOCK":              false,
		"perfschema.lock":                   false,
		"ca.pem":                            true,
		"server-cert.pem":                   true,
		"server-key.pem":                    true,
		"private_key.pem":                   true,
	} {
		for _, k := range kinds {
			sized := !strings.HasSuffix(file, "LOCK")
			if !k.kind && !content || k.name == "too large" && !sized {
				continue
			}
			t.Run(file+", "+k.name, func(t *testing.T) {
				dir := copyDir(t, base)
				path := filepath.Join(dir, file)
				if err := os.RemoveAll(path); err != nil {
					t.Fatal(err)
				}
				if err := k.make(path); err != nil {
					t.Fatal(err)
				}
				before := allocated()
				err, ok := startWithin(t, dir, 5*time.Minute)
				if !ok {
					t.Fatal("the start does not end")
				}
				if err == nil {
					t.Fatal("it starts")
				}
				if grown := allocated() - before; grown > 256<<20 {
					t.Errorf("%d MiB are allocated", grown>>20)
				}
				said := err.Error()
				if !strings.Contains(said, filepath.Base(path)) || len(said) > 1000 || !strings.Contains(said, "restore") && !strings.Contains(said, "; give a") {
					t.Errorf("the error: %.1000s", said)
				}
			})
		}
	}
}

// startWithin starts a server that is expected not to start; ok is false if it does neither.
func startWithin(t *testing.T, dir string, limit time.Duration) (err error, ok bool) {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		s, err := server.Start(context.Background(), server.Config{Listen: "127.0.0.1:0", DataDir: dir})
		if err == nil {
			err = errors.Join(s.Close())
			done <- err
			return
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err, true
	case <-time.After(limit):
		return nil, false
	}
}

// allocated returns the bytes that were allocated since the process began.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
