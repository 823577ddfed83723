package sqltest_test

import (
	"slices"
	"strings"
	"testing"
)

// The commands of the client protocol that prepare, execute and close a statement have its
// text, and a digest each, as in MySQL; the others that name one have neither.
func TestDigestsOfPreparedStatements(t *testing.T) {
	s := start(t)
	db := open(t, dial(s))
	db.SetMaxOpenConns(1)
	mustExec(t, db, "CREATE DATABASE shop")
	mustExec(t, db, "CREATE TABLE shop.t (a INT PRIMARY KEY)")
	mustExec(t, db, "INSERT INTO shop.t VALUES (1)")
	mustExec(t, db, "TRUNCATE performance_schema.events_statements_summary_by_digest")
	c := rawConnect(t, s.Addr().String(), true)
	c.command(0x02, []byte("shop")...)
	c.read()
	number := c.number()
	id, _ := c.prepare("SELECT a FROM t WHERE a > ?")
	for range 3 {
		c.execute(id, 0, 0)
		c.result(false)
	}
	c.execute(id, 1, 0)
	c.result(true)
	c.fetch(id, 5)
	c.command(0x18, append(append([]byte{}, id...), 0, 0, 'x')...)
	c.one(0x1a, id...)
	c.command(0x19, id...)
	c.one(0x0e)
	id, _ = c.prepare("INSERT INTO t VALUES (?)")
	c.execute(id, 0, 1) // 1062
	c.result(false)
	for _, text := range []string{"SELECT * FROM nosuch", "SELEC 1"} {
		c.command(0x16, []byte(text)...)
		c.ok(c.read())
	}
	c.command(0x19, 99, 0, 0, 0)
	c.one(0x0e)
	c.query("SET @a = 1")
	c.take()

	rows, err := db.Query(`SELECT CONCAT_WS(' | ', EVENT_NAME, IFNULL(SQL_TEXT, 'NULL'), IFNULL(DIGEST_TEXT, 'NULL'), MYSQL_ERRNO)
		FROM performance_schema.events_statements_history JOIN performance_schema.threads USING (THREAD_ID)
		WHERE PROCESSLIST_ID = ? AND EVENT_NAME LIKE 'statement/com/%' ORDER BY EVENT_ID`, number)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		got = append(got, line)
	}
	want := []string{
		"statement/com/Ping | NULL | NULL | 0",
		"statement/com/Prepare | INSERT INTO t VALUES (?) | PREPARE INSERT INTO `t` VALUES (?) | 0",
		"statement/com/Execute | INSERT INTO t VALUES (?) | EXECUTE INSERT INTO `t` VALUES (?) | 1062",
		"statement/com/Prepare | SELECT * FROM nosuch | PREPARE SELECT * FROM `nosuch` | 1146",
		"statement/com/Close stmt | NULL | NULL | 0",
		"statement/com/Ping | NULL | NULL | 0",
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("no %s among\n%s", line, strings.Join(got, "\n"))
		}
	}
	counts := map[string]int{}
	digests, err := db.Query(`SELECT DIGEST_TEXT, COUNT_STAR FROM performance_schema.events_statements_summary_by_digest
		WHERE SCHEMA_NAME = 'shop' AND DIGEST_TEXT REGEXP '^(PREPARE|EXECUTE|DEALLOCATE|SELECT .a.|INSERT)'`)
	if err != nil {
		t.Fatal(err)
	}
	defer digests.Close()
	for digests.Next() {
		var text string
		var n int
		if err := digests.Scan(&text, &n); err != nil {
			t.Fatal(err)
		}
		counts[text] = n
	}
	for text, n := range map[string]int{
		"PREPARE SELECT `a` FROM `t` WHERE `a` > ?": 1, "EXECUTE SELECT `a` FROM `t` WHERE `a` > ?": 4, "DEALLOCATE SELECT `a` FROM `t` WHERE `a` > ?": 1,
		"PREPARE INSERT INTO `t` VALUES (?)": 1, "EXECUTE INSERT INTO `t` VALUES (?)": 1, "PREPARE SELECT * FROM `nosuch`": 1,
	} {
		if counts[text] != n {
			t.Errorf("%s is counted %d times, want %d", text, counts[text], n)
		}
		delete(counts, text)
	}
	if len(counts) != 0 {
		t.Errorf("and these: %v", counts)
	}
}
