package server_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/server"
)

// chunkStore is what a server has counted for the chunk store of a database.
func chunkStore(t *testing.T, s *server.Server, dir, database string) record.FileInfo {
	t.Helper()
	name := filepath.Join(dir, database, ".dolt", "noms")
	for _, f := range s.Schema().Read().FileInstances() {
		if f.EventName == "wait/io/file/dolt/chunk_store" && f.Name == name {
			return f
		}
	}
	t.Fatalf("no chunk store %s", name)
	return record.FileInfo{}
}

// A statement that changes something is one sync, however much it changes; in
// a transaction only the commit is.
func TestCommitsSync(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	exec(t, db, "CREATE DATABASE shop", "USE shop", "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(100))")
	syncs := func(statements ...string) uint64 {
		t.Helper()
		before := chunkStore(t, s, dir, "shop").IO
		exec(t, db, statements...)
		after := chunkStore(t, s, dir, "shop").IO
		if after.Misc.Count > before.Misc.Count && (after.Write.Count <= before.Write.Count || after.BytesWritten <= before.BytesWritten) {
			t.Errorf("%v: synced without a write: %+v", statements, after)
		}
		return after.Misc.Count - before.Misc.Count
	}
	var inserts []string
	for i := range 20 {
		inserts = append(inserts, fmt.Sprintf("INSERT INTO shop.t VALUES (%d, UUID())", i))
	}
	if got := syncs(inserts...); got != 20 {
		t.Errorf("20 inserts are %d syncs", got)
	}
	if got := syncs("BEGIN", "DELETE FROM shop.t WHERE id = 1", "UPDATE shop.t SET v = 'x'"); got != 0 {
		t.Errorf("an open transaction is %d syncs", got)
	}
	if got := syncs("COMMIT"); got != 1 {
		t.Errorf("a commit is %d syncs", got)
	}
	if got := syncs("BEGIN", "DELETE FROM t", "ROLLBACK"); got != 0 {
		t.Errorf("a rollback is %d syncs", got)
	}
	if got := syncs("SELECT * FROM shop.t", "UPDATE shop.t SET v = 'x'"); got != 0 {
		t.Errorf("reading, and an update that changes nothing, are %d syncs", got)
	}
}

// What Dolt does by the type of a chunk store works on one that is observed.
func TestObservedStoresWork(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	outside := t.TempDir()
	exec(t, db, "CREATE DATABASE shop", "USE shop", "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(100))",
		"INSERT INTO t (v) VALUES (UUID()), (UUID())")
	for range 8 {
		exec(t, db, "INSERT INTO t (v) SELECT UUID() FROM t")
	}
	exec(t, db, "CALL DOLT_COMMIT('-Am', 'fill')", "INSERT INTO t (v) VALUES (UUID())", "CALL DOLT_COMMIT('-am', 'more')")
	// That the database was made is one, and its collation, which is not the storage's own, another.
	if n := queryInt(t, db, "SELECT COUNT(*) FROM dolt_reflog()"); n != 4 {
		t.Errorf("dolt_reflog shows %d commits, want 4", n)
	}
	exec(t, db,
		"CALL DOLT_REMOTE('add', 'away', 'file://"+outside+"/remote')", "CALL DOLT_PUSH('away', 'main')", "CALL DOLT_FETCH('away')",
		"CALL DOLT_BACKUP('sync-url', 'file://"+outside+"/backup')",
		"CALL DOLT_CLONE('file://"+outside+"/remote', 'twin')", "ANALYZE TABLE t")
	if n := queryInt(t, db, "SELECT COUNT(*) FROM twin.t"); n != 513 {
		t.Errorf("a clone has %d rows, want 513", n)
	}
	// Who gathers statistics reads at any time, and the twin's chunks are the same:
	// they would be in the cache before they are asked for.
	exec(t, db, "SET PERSIST dolt_stats_paused = 1", "CALL DOLT_STATS_STOP()")
	before := chunkStore(t, s, dir, "shop").IO
	exec(t, db, "CALL DOLT_GC()") // ends the connection, and empties the caches
	db = open(t, s, "root", "")
	if n := queryInt(t, db, "SELECT COUNT(DISTINCT v) FROM shop.t"); n != 513 {
		t.Errorf("%d rows, want 513", n)
	}
	read := chunkStore(t, s, dir, "shop").IO
	if read.Read.Count <= before.Read.Count || read.BytesRead-before.BytesRead < 513*40 {
		t.Errorf("513 rows were read from %d bytes in %d chunks", read.BytesRead-before.BytesRead, read.Read.Count-before.Read.Count)
	}
	queryInt(t, db, "SELECT COUNT(DISTINCT v) FROM shop.t")
	if again := chunkStore(t, s, dir, "shop").IO; again.Read.Count != read.Read.Count {
		t.Errorf("what is in the cache was read again: %d chunks", again.Read.Count-read.Read.Count)
	}
	exec(t, db, "CALL DOLT_BACKUP('restore', 'file://"+outside+"/backup', 'restored')")
	if n := queryInt(t, db, "SELECT COUNT(*) FROM restored.t"); n != 513 {
		t.Errorf("a restored backup has %d rows, want 513", n)
	}
	exec(t, db, "DROP DATABASE twin")
	for _, f := range s.Schema().Read().FileInstances() {
		if strings.HasPrefix(f.Name, filepath.Join(dir, "twin")+"/") || strings.HasPrefix(f.Name, outside) {
			t.Errorf("%s is still there, or never ought to be", f.Name)
		}
	}
	exec(t, db, "CALL DOLT_UNDROP('twin')", "INSERT INTO twin.t (v) VALUES ('x')")
	if f := chunkStore(t, s, dir, "twin"); f.IO.Misc.Count == 0 || f.OpenCount != 1 {
		t.Errorf("an undropped database's store: %+v", f)
	}
	exec(t, open(t, s, "root", "", func(c *mysql.Config) { c.DBName = "shop" }), "CALL DOLT_GC('--full')")
}

// What a statement reads from the store counts on its own Thread or on those
// that help it, and in no other account.
func TestReadsAreTheStatements(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	exec(t, db, "CREATE DATABASE shop", "USE shop", "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(100))",
		"INSERT INTO t (v) VALUES (UUID()), (UUID())")
	for range 8 {
		exec(t, db, "INSERT INTO t (v) SELECT UUID() FROM t")
	}
	exec(t, db, "CREATE USER reader", "GRANT ALL ON *.* TO reader", "SET PERSIST dolt_stats_paused = 1", "CALL DOLT_STATS_STOP()")
	exec(t, db, "CALL DOLT_GC()")
	db = open(t, s, "reader", "")
	db.SetMaxOpenConns(1)
	const reads = ` FROM performance_schema.events_waits_summary_by_account_by_event_name
		WHERE EVENT_NAME = 'wait/io/file/dolt/chunk_store' AND USER = 'reader'`
	before := queryInt(t, db, "SELECT SUM(COUNT_STAR)"+reads)
	if n := queryInt(t, db, "SELECT COUNT(DISTINCT v) FROM shop.t"); n != 512 {
		t.Errorf("%d rows, want 512", n)
	}
	if n := queryInt(t, db, "SELECT SUM(COUNT_STAR)"+reads) - before; n < 3 {
		t.Errorf("512 rows were read in %d reads of their reader's", n)
	}
}

// A data directory is known by the name it was given.
func TestLinkedDataDirectoryIsObserved(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Skip(err)
	}
	s := start(t, server.Config{DataDir: link})
	exec(t, open(t, s, "root", ""), "CREATE DATABASE shop")
	if f := chunkStore(t, s, link, "shop"); f.IO.Write.Count == 0 {
		t.Errorf("%+v", f)
	}
}
