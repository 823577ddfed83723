package server_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// contents lists the files below a directory with a digest of each.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || d != nil && d.IsDir() {
			fmt.Fprintln(&b, path)
			return nil
		}
		if err != nil { // below a file there is nothing to list
			fmt.Fprintln(&b, err)
			return fs.SkipDir
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %x %d\n", path, sha256.Sum256(data), len(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func copyDir(t *testing.T, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// one finds the one file a pattern matches.
func one(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) != 1 {
		t.Fatalf("%s matches %v, %v", pattern, found, err)
	}
	return found[0]
}

func truncate(t *testing.T, file string, percent int64) {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, info.Size()*percent/100); err != nil {
		t.Fatal(err)
	}
}

// garble overwrites the middle half of a file.
func garble(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) / 4; i < len(data)*3/4; i++ {
		data[i] ^= byte(i*7 + 0x55)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// garbleEnd overwrites the end of a file, where a table file has its index.
func garbleEnd(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) - 200; i < len(data); i++ {
		data[i] ^= 0x55
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// TestDamage damages a data directory in many ways. The server must refuse
// each with one line and leave the files for whoever repairs them.
func TestDamage(t *testing.T) {
	racetest.SkipAlone(t)
	const (
		noms    = "shop/.dolt/noms/"
		journal = noms + "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"
	)
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(100))",
		"INSERT INTO shop.t (v) VALUES (UUID()), (UUID())")
	for range 10 {
		exec(t, db, "INSERT INTO shop.t (v) SELECT UUID() FROM shop.t")
	}
	// After this there are table files, old and new, and a journal.
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"USE shop", "CALL DOLT_COMMIT('-Am', 'fill')", "CALL DOLT_GC()"} {
		if _, err := conn.ExecContext(context.Background(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	conn.Close()
	db = open(t, s, "root", "")
	for range 20 {
		exec(t, db, "INSERT INTO shop.t (v) SELECT UUID() FROM shop.t LIMIT 100")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	tests := map[string]func(t *testing.T, dir string){
		"manifest truncated":   func(t *testing.T, d string) { truncate(t, d+noms+"manifest", 10) },
		"manifest empty":       func(t *testing.T, d string) { truncate(t, d+noms+"manifest", 0) },
		"manifest garbled":     func(t *testing.T, d string) { garble(t, d+noms+"manifest") },
		"manifest missing":     func(t *testing.T, d string) { remove(t, d+noms+"manifest") },
		"journal truncated":    func(t *testing.T, d string) { truncate(t, d+journal, 50) },
		"journal cut at end":   func(t *testing.T, d string) { truncate(t, d+journal, 99) },
		"journal empty":        func(t *testing.T, d string) { truncate(t, d+journal, 0) },
		"journal garbled":      func(t *testing.T, d string) { garble(t, d+journal) },
		"journal missing":      func(t *testing.T, d string) { remove(t, d+journal) },
		"index garbled":        func(t *testing.T, d string) { garble(t, d+noms+"journal.idx") },
		"old manifest garbled": func(t *testing.T, d string) { garble(t, d+noms+"oldgen/manifest") },
		"table file truncated": func(t *testing.T, d string) { truncate(t, one(t, d+noms+"oldgen/*.darc"), 50) },
		"table file garbled":   func(t *testing.T, d string) { garbleEnd(t, one(t, d+noms+"oldgen/*.darc")) },
		"table file missing":   func(t *testing.T, d string) { remove(t, one(t, d+noms+"oldgen/*.darc")) },
		"newer table missing":  func(t *testing.T, d string) { remove(t, one(t, d+noms+"*.darc")) },
		"storage missing":      func(t *testing.T, d string) { remove(t, d+noms) },
		"repository garbled":   func(t *testing.T, d string) { garble(t, d+"shop/.dolt/repo_state.json") },
		"accounts truncated":   func(t *testing.T, d string) { truncate(t, d+".doltcfg/privileges.db", 20) },
		"accounts empty":       func(t *testing.T, d string) { truncate(t, d+".doltcfg/privileges.db", 0) },
		"variables not readable": func(t *testing.T, d string) {
			garble(t, d+".doltcfg/.dolt/config_global.json")
		},
	}
	for name, damage := range tests {
		t.Run(name, func(t *testing.T) {
			damagedDir := copyDir(t, dir)
			damage(t, damagedDir+"/")
			before := contents(t, damagedDir)
			s, err := server.Start(context.Background(), server.Config{Listen: "127.0.0.1:0", DataDir: damagedDir})
			if err == nil {
				s.Close()
				t.Fatal("started")
			}
			if !errors.Is(err, datadir.ErrDamaged) {
				t.Errorf("got %v, want one that is %v", err, datadir.ErrDamaged)
			}
			if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), damagedDir) {
				t.Errorf("not one line that names the directory: %q", err)
			}
			if after := contents(t, damagedDir); after != before {
				t.Errorf("the directory changed:\n%s\nbefore:\n%s", after, before)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		s := start(t, server.Config{DataDir: copyDir(t, dir)})
		if got := queryInt(t, open(t, s, "root", ""), "SELECT COUNT(*) FROM shop.t"); got != 2048+2000 {
			t.Errorf("%d rows, want %d", got, 2048+2000)
		}
	})
}
