package server_test

import (
	"database/sql"
	"sync/atomic"
	"testing"
	"time"

	"github.com/perfschema/perfschema/server"
)

// threadMemory is what the thread of a connection has of an instrument.
func threadMemory(t *testing.T, db *sql.DB, connection int64, instrument string) (current, high int64) {
	t.Helper()
	err := db.QueryRowContext(t.Context(), `SELECT m.CURRENT_NUMBER_OF_BYTES_USED, m.HIGH_NUMBER_OF_BYTES_USED
		FROM performance_schema.memory_summary_by_thread_by_event_name m JOIN performance_schema.threads t USING (THREAD_ID)
		WHERE t.PROCESSLIST_ID = ? AND m.EVENT_NAME = ?`, connection, "memory/sql/"+instrument).Scan(&current, &high)
	if err != nil {
		t.Fatalf("%s: %v", instrument, err)
	}
	return current, high
}

func connectionOf(t *testing.T, c *sql.Conn) (id int64) {
	t.Helper()
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// An INSERT of many rows holds their edits while it runs, and none after.
func TestEditMemory(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.n (i INT PRIMARY KEY)", "CREATE TABLE shop.copied (id INT PRIMARY KEY, k INT, pad CHAR(120), KEY (k))",
		"INSERT INTO shop.n VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)")
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	id := connectionOf(t, c)
	var done atomic.Bool
	seen := make(chan int64)
	go func() {
		var most int64
		for !done.Load() {
			n, _ := threadMemory(t, db, id, "thd::transactions")
			most = max(most, n)
			time.Sleep(time.Millisecond)
		}
		seen <- most
	}()
	_, err = c.ExecContext(t.Context(), `INSERT INTO shop.copied SELECT a.i + 10*b.i + 100*c.i + 1000*d.i + 10000*e.i, a.i*7919 + e.i, REPEAT('x', 120)
		FROM shop.n a, shop.n b, shop.n c, shop.n d, shop.n e WHERE e.i < 5`)
	done.Store(true)
	most := <-seen
	if err != nil {
		t.Fatal(err)
	}
	now, high := threadMemory(t, db, id, "thd::transactions")
	t.Logf("seen %d bytes, a high mark of %d", most, high)
	// 50,000 rows in two lists: a node of 104 bytes each, with what the lists have
	// room for; a key of 4 and 8 bytes and a row of some 130.
	if least := int64(50_000 * (2*104 + 16 + 16 + 128)); high < least || high > least*2 {
		t.Errorf("a high mark of %d, at least %d are held", high, least)
	}
	if most == 0 {
		t.Error("nobody saw the statement hold edits")
	}
	if now != 0 {
		t.Errorf("%d bytes are left", now)
	}
}

// A session's copy of the variables, and what Dolt keeps for it, are on its
// thread, and go with it.
func TestSessionMemory(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.n (i INT PRIMARY KEY, k INT, KEY (k))")
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	id := connectionOf(t, c)
	for _, q := range []string{"USE shop", "INSERT INTO n VALUES (1, 2)", "SET @a = 1"} {
		if _, err := c.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if n, _ := threadMemory(t, db, id, "THD::variables"); n < 40_000 || n > 200_000 {
		t.Errorf("the variables have %d bytes", n)
	}
	if n, _ := threadMemory(t, db, id, "session_state"); n < 3_000 || n > 60_000 {
		t.Errorf("Dolt keeps %d bytes", n)
	}
	if n, _ := threadMemory(t, db, id, "THD::main_mem_root"); n != 0 {
		t.Errorf("a connection that does nothing has trees of %d bytes", n)
	}
	of := func() (n int64) {
		if err := db.QueryRowContext(t.Context(), `SELECT COALESCE(SUM(CURRENT_NUMBER_OF_BYTES_USED), 0) FROM performance_schema.memory_summary_global_by_event_name
			WHERE EVENT_NAME IN ('memory/sql/THD::variables', 'memory/sql/session_state')`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	two := of()
	if err := c.Raw(func(driver any) error { return driver.(interface{ Close() error }).Close() }); err != nil {
		t.Fatal(err)
	}
	for of() > two-40_000 {
		if t.Context().Err() != nil {
			t.Fatal("the session's memory did not go with it")
		}
	}
}

// A table with full-text indexes holds the edits of their tables too.
func TestFullTextEditMemory(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.n (i INT PRIMARY KEY)", "INSERT INTO shop.n VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
		"CREATE TABLE shop.plain (id INT PRIMARY KEY, t TEXT)", "CREATE TABLE shop.indexed (id INT PRIMARY KEY, t TEXT, FULLTEXT (t))")
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	id := connectionOf(t, c)
	high := func(table string) int64 {
		t.Helper()
		_, err := c.ExecContext(t.Context(), "INSERT INTO shop."+table+` SELECT a.i + 10*b.i + 100*c.i,
			CONCAT_WS(' ', MD5(a.i*100 + b.i*10 + c.i), MD5(a.i), MD5(b.i*7), MD5(c.i*77), MD5(a.i + 50), MD5(b.i*9 + 60), MD5(c.i + 99))
			FROM shop.n a, shop.n b, shop.n c WHERE c.i < 3`)
		if err != nil {
			t.Fatal(err)
		}
		now, high := threadMemory(t, db, id, "thd::transactions")
		if now != 0 {
			t.Errorf("%s: %d bytes are left", table, now)
		}
		return high
	}
	// 300 rows of one table; and of seven words each in two tables at least, with a
	// node of 104 bytes, a key and a row each.
	plain, indexed := high("plain"), high("indexed")
	t.Logf("%d bytes without words, %d with", plain, indexed)
	if least := int64(300*(104+8+250) + 300*7*2*(104+48)); indexed < least || indexed > 8*least || plain > indexed/4 {
		t.Errorf("%d bytes without words, %d with; at least %d", plain, indexed, least)
	}
}

// A fused merge join counts the rows of a key that it keeps.
func TestFusedMergeJoinMemory(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.n (i INT PRIMARY KEY)", "INSERT INTO shop.n VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
		"CREATE TABLE shop.few (id INT PRIMARY KEY, k INT, KEY (k))", "CREATE TABLE shop.many (id INT PRIMARY KEY, k INT, KEY (k))",
		"INSERT INTO shop.few VALUES (1, 7), (2, 7), (3, 8)",
		"INSERT INTO shop.many SELECT a.i + 10*b.i + 100*c.i + 1000*d.i, 7 FROM shop.n a, shop.n b, shop.n c, shop.n d")
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	id := connectionOf(t, c)
	var n int
	if err := c.QueryRowContext(t.Context(), `SELECT /*+ MERGE_JOIN(few, many) JOIN_ORDER(few, many) */ COUNT(*) FROM shop.few JOIN shop.many ON few.k = many.k`).Scan(&n); err != nil || n != 20_000 {
		t.Fatalf("%d rows, %v", n, err)
	}
	now, high := threadMemory(t, db, id, "JOIN_CACHE")
	// Of each row two slices, in a list that has grown to at most five quarters,
	// and a key of the index.
	if least := int64(10_000 * (2*24 + 8)); high < least || high > 2*least || now != 0 {
		t.Errorf("%d bytes, a high mark of %d; at least %d are held", now, high, least)
	}
}
