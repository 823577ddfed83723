//go:build linux

package server_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"

	"golang.org/x/sys/unix"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// smallDisk is a file system of its own.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill takes what room there is on a disk, until the function it gives is called.
func fill(t *testing.T, disk string) (empty func()) {
	t.Helper()
	name := filepath.Join(disk, "filler")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 4096)
	for err == nil {
		_, err = f.Write(block)
	}
	f.Close()
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatal(err)
	}
	return func() { remove(t, name) }
}

func TestFullDisk(t *testing.T) {
	racetest.SkipAlone(t)
	fullDisk(t, perfschema.Config{})
}

// What keeps the data does not depend on what is recorded.
func TestFullDiskWithoutPerformanceSchema(t *testing.T) {
	racetest.SkipAlone(t)
	fullDisk(t, perfschema.Config{Off: true})
}

func fullDisk(t *testing.T, cfg perfschema.Config) {
	disk := smallDisk(t, "48m")
	dir := filepath.Join(disk, "data")
	s, err := server.Start(t.Context(), server.Config{Listen: "127.0.0.1:0", DataDir: dir, PerformanceSchema: cfg})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }() // again, unless the test failed
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY, v VARCHAR(100))",
		"INSERT INTO shop.t VALUES (1, 'first')")
	// The session that is refused, and that must not keep what was refused.
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	refused := func(statement string) {
		t.Helper()
		if _, err := conn.ExecContext(context.Background(), statement); number(err) != 1021 {
			t.Errorf("%s: %v, want error 1021", statement, err)
		}
	}
	rows := func(want int) {
		t.Helper()
		var inSession int
		if err := conn.QueryRowContext(context.Background(), "SELECT COUNT(*) FROM shop.t").Scan(&inSession); err != nil || inSession != want {
			t.Errorf("the session sees %d rows, %v; want %d", inSession, err, want)
		}
		if got := queryInt(t, db, "SELECT COUNT(*) FROM shop.t"); got != want {
			t.Errorf("another session sees %d rows, want %d", got, want)
		}
	}
	empty := fill(t, disk)
	for _, statement := range []string{
		"INSERT INTO shop.t VALUES (2, 'second')", "UPDATE shop.t SET v = 'x'", "DELETE FROM shop.t", "TRUNCATE TABLE shop.t",
		"CREATE TABLE shop.u (id INT PRIMARY KEY)", "ALTER TABLE shop.t ADD COLUMN w INT", "DROP TABLE shop.t",
		"CREATE DATABASE two", "DROP DATABASE shop", "SET PERSIST max_connections = 77", "CREATE TEMPORARY TABLE shop.v (id INT PRIMARY KEY)",
	} {
		refused(statement)
		rows(1)
	}
	if got := queryInt(t, db, "SELECT @@GLOBAL.max_connections"); got != 151 {
		t.Errorf("max_connections is %d, which was refused", got)
	}
	// A transaction is rolled back when its COMMIT is refused.
	exec := func(statements ...string) {
		t.Helper()
		for _, q := range statements {
			if _, err := conn.ExecContext(context.Background(), q); err != nil {
				t.Errorf("%s: %v", q, err)
			}
		}
	}
	empty()
	exec("BEGIN", "INSERT INTO shop.t VALUES (2, 'second')")
	empty = fill(t, disk)
	refused("COMMIT")
	rows(1)
	empty()
	exec("INSERT INTO shop.t VALUES (3, 'third')")
	rows(2)
	// The server's own writes until there is no room end in the same error.
	exec("CREATE TABLE shop.big (id INT PRIMARY KEY, v LONGTEXT)")
	done := 0
	for ; ; done++ {
		var b strings.Builder
		for i := range 4000 {
			fmt.Fprintf(&b, "%x", uint64(done*4000+i+1)*0x9E3779B97F4A7C15)
		}
		if _, err = conn.ExecContext(context.Background(), "INSERT INTO shop.big VALUES (?, ?)", done, b.String()); err != nil {
			break
		}
	}
	if number(err) != 1021 {
		t.Errorf("after %d rows: %v, want error 1021", done, err)
	}
	if got := queryInt(t, db, "SELECT COUNT(*) FROM shop.big"); got != done {
		t.Errorf("%d rows, and %d were acknowledged", got, done)
	}
	// What makes room is not refused.
	exec("CREATE USER ann", "DROP DATABASE shop")
	if _, err := conn.ExecContext(context.Background(), "CALL dolt_purge_dropped_databases()"); err != nil {
		t.Error(err)
	}
	exec("CREATE DATABASE again", "CREATE TABLE again.t (id INT PRIMARY KEY)", "INSERT INTO again.t VALUES (1)")

	empty = fill(t, disk)
	if err := s.Close(); err != nil && !errors.Is(err, unix.ENOSPC) {
		t.Errorf("stopping on a full disk: %v", err)
	}
	_, err = server.Start(t.Context(), server.Config{Listen: "127.0.0.1:0", DataDir: dir})
	if !errors.Is(err, datadir.ErrFull) {
		t.Errorf("starting on a full disk: %v", err)
	}
	empty()
	s = start(t, server.Config{DataDir: dir})
	if got := queryInt(t, open(t, s, "root", ""), "SELECT COUNT(*) FROM again.t"); got != 1 {
		t.Errorf("%d rows after a start, want 1", got)
	}
}
