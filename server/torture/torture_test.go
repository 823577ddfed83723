package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// builtServer builds the server once for all tests.
var builtServer = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "perfschema-torture-server-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "perfschema")
	// As make build compiles it, so that nothing is compiled twice.
	out, err := exec.Command("go", "build", "-trimpath", "-tags", "gms_pure_go", "-o", path, "../cmd/perfschema").CombinedOutput()
	if err != nil {
		return dir, errors.New(string(out))
	}
	return path, nil
})

func TestMain(m *testing.M) {
	becomeServerIfAsked()
	writeFilesIfAsked()
	code := m.Run()
	if path, err := builtServer(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

func server(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("tortures a built server, which -short does not build")
	}
	path, err := builtServer()
	if err != nil {
		t.Fatalf("building the server: %v", err)
	}
	return path
}

// startServer starts the server of a trial, until the test's end, and opens it.
func startServer(t *testing.T, tr *trial, dir string) (*process, *sql.DB) {
	t.Helper()
	p, err := tr.start(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	db, err := p.open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return p, db
}

// littleTime is for how long a kind begins anew.
const littleTime = 3 * time.Second

// A little of every kind. make torture does more.
func TestTorture(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			err := k.torture(context.Background(), server(t), seed, littleTime, t.Logf)
			if errors.Is(err, errSkipped) {
				t.Skip(err)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
