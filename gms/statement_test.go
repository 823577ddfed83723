package gms_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// connectWith opens one connection with its own driver settings.
func (s *testServer) connectWith(t *testing.T, set func(*mysql.Config)) *sql.Conn {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.DBName = "tcp", s.addr, "root", "shop"
	if set != nil {
		set(cfg)
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		db.Close()
	})
	return conn
}

// thread finds the Thread of a connection.
func (s *testServer) thread(t *testing.T, c *sql.Conn) *perfschema.Thread {
	t.Helper()
	var id uint64
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	th := s.schema.Read().ThreadByProcesslistID(id)
	if th == nil {
		t.Fatalf("connection %d has no thread", id)
	}
	return th
}

// last is the newest statement of a thread.
func last(t *testing.T, th *perfschema.Thread) record.StatementEvent {
	t.Helper()
	h := th.StatementsHistory()
	if len(h) == 0 {
		t.Fatal("no statement in the history")
	}
	newest := h[0]
	for _, e := range h {
		if e.EventID > newest.EventID {
			newest = e
		}
	}
	return newest
}

// run executes a statement, reads what it returns and gives its event.
func (s *testServer) run(t *testing.T, th *perfschema.Thread, c *sql.Conn, query string, args ...any) (record.StatementEvent, error) {
	t.Helper()
	r, err := c.QueryContext(t.Context(), query, args...)
	if err == nil {
		for r.Next() {
		}
		err = r.Err()
		r.Close()
	}
	return last(t, th), err
}

func shopTables(t *testing.T, c *sql.Conn) {
	t.Helper()
	for _, q := range []string{
		"CREATE TABLE product (id INT PRIMARY KEY, name VARCHAR(20), price INT, KEY price (price))",
		"CREATE TABLE line (id INT PRIMARY KEY, product INT, n INT)",
		"INSERT INTO product VALUES (1,'a',10),(2,'b',20),(3,'c',30),(4,'d',40),(5,'e',50)",
		"INSERT INTO line VALUES (1,1,1),(2,2,1),(3,2,5),(4,9,1)",
	} {
		mustExec(t, c, q)
	}
}

func TestStatementCounters(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	type counters = record.StatementCounters
	for _, test := range []struct {
		sql, event string
		want       counters
	}{
		{"SELECT 1", "select", counters{RowsSent: 1}},
		{"SELECT * FROM product", "select", counters{RowsSent: 5, RowsExamined: 5, SelectScan: 1, NoIndexUsed: 1}},
		{"SELECT * FROM product WHERE id = 3", "select", counters{RowsSent: 1, RowsExamined: 1}},
		{"SELECT * FROM product WHERE id = 99", "select", counters{}},
		{"SELECT * FROM product WHERE id BETWEEN 2 AND 4", "select", counters{RowsSent: 3, RowsExamined: 3, SelectRange: 1}},
		{"SELECT * FROM product WHERE id IN (1, 4)", "select", counters{RowsSent: 2, RowsExamined: 2, SelectRange: 1}},
		{"SELECT * FROM product WHERE price = 20", "select", counters{RowsSent: 1, RowsExamined: 1}},
		{"SELECT * FROM product WHERE name = 'b'", "select", counters{RowsSent: 1, RowsExamined: 5, SelectScan: 1, NoIndexUsed: 1}},
		{"SELECT name FROM product ORDER BY name DESC", "select", counters{RowsSent: 5, RowsExamined: 5, SelectScan: 1, NoIndexUsed: 1, SortRows: 5, SortScan: 1}},
		{"SELECT name FROM product WHERE price > 20 ORDER BY name", "select", counters{RowsSent: 3, RowsExamined: 3, SelectRange: 1, SortRows: 3, SortRange: 1}},
		{"SELECT name FROM product ORDER BY name LIMIT 2", "select", counters{RowsSent: 2, RowsExamined: 5, SelectScan: 1, NoIndexUsed: 1, SortRows: 2, SortScan: 1}},
		{"SELECT n, COUNT(*) FROM line GROUP BY n", "select", counters{RowsSent: 2, RowsExamined: 4, SelectScan: 1, NoIndexUsed: 1, CreatedTmpTables: 1}},
		{"SELECT DISTINCT n FROM line", "select", counters{RowsSent: 2, RowsExamined: 4, SelectScan: 1, NoIndexUsed: 1, CreatedTmpTables: 1}},
		{"SELECT /*+ LOOKUP_JOIN(l,p) */ * FROM line l JOIN product p ON p.id = l.product", "select", counters{RowsSent: 3, RowsExamined: 7, SelectScan: 1, NoIndexUsed: 1}},
		{"SELECT * FROM line WHERE product IN (SELECT id FROM product WHERE price = 99) LIMIT 0", "select", counters{}},
		{"INSERT INTO line VALUES (10,1,1),(11,1,1)", "insert", counters{RowsAffected: 2}},
		{"INSERT INTO line SELECT id + 20, product, n FROM line WHERE id >= 10", "insert_select", counters{RowsAffected: 2, RowsExamined: 2, SelectRange: 1}},
		{"UPDATE line SET n = n + 1 WHERE id = 10", "update", counters{RowsAffected: 1, RowsExamined: 1}},
		{"UPDATE line SET n = 7 WHERE product = 9", "update", counters{RowsAffected: 1, RowsExamined: 8, NoIndexUsed: 1}},
		{"REPLACE INTO line VALUES (10,1,9)", "replace", counters{RowsAffected: 2}},
		{"DELETE FROM line WHERE id >= 10", "delete", counters{RowsAffected: 4, RowsExamined: 4}},
		{"SET @a = 1", "set_option", counters{}},
		{"SHOW TABLES", "show_tables", counters{RowsSent: 2}},
	} {
		e, err := s.run(t, th, c, test.sql)
		if err != nil {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		if want := "statement/sql/" + test.event; e.EventName != want {
			t.Errorf("%s: %s, want %s", test.sql, e.EventName, want)
		}
		if strings.HasSuffix(test.sql, "LIMIT 0") {
			continue
		}
		if e.Counters != test.want {
			t.Errorf("%s:\n got %+v\nwant %+v", test.sql, e.Counters, test.want)
		}
		if e.SQLText != test.sql || e.Schema != "shop" || e.DigestHex == "" || e.Running {
			t.Errorf("%s: text %q, schema %q, digest %q, running %v", test.sql, e.SQLText, e.Schema, e.DigestHex, e.Running)
		}
	}
}

func TestStatementErrors(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	for _, test := range []struct {
		sql, event string
		number     int
		state      string
		digest     bool
	}{
		{"SELEC 1", "error", 1064, "42000", false},
		{"SELECT * FROM nowhere", "select", 1146, "42S02", true},
		{"INSERT INTO product VALUES (1,'x',1)", "insert", 1062, "23000", true},
		{"SELECT no_such_column FROM product", "select", 1054, "42S22", true},
	} {
		e, err := s.run(t, th, c, test.sql)
		my, ok := err.(*mysql.MySQLError)
		if !ok {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		if want := "statement/sql/" + test.event; e.EventName != want {
			t.Errorf("%s: %s, want %s", test.sql, e.EventName, want)
		}
		if e.Errors != 1 || e.Errno != int(my.Number) || e.SQLState != string(my.SQLState[:]) {
			t.Errorf("%s: recorded %d (%s) %d errors; the client got %v", test.sql, e.Errno, e.SQLState, e.Errors, my)
		}
		if e.Errno != test.number || e.SQLState != test.state {
			t.Errorf("%s: %d (%s), want %d (%s)", test.sql, e.Errno, e.SQLState, test.number, test.state)
		}
		if e.Message == "" || !strings.HasPrefix(my.Message, strings.TrimSpace(e.Message)) {
			t.Errorf("%s: message %q, the client got %q", test.sql, e.Message, my.Message)
		}
		if (e.DigestHex != "") != test.digest {
			t.Errorf("%s: digest %q", test.sql, e.DigestHex)
		}
		if e, err = s.run(t, th, c, "SELECT 1"); err != nil || e.Errors != 0 {
			t.Errorf("after %s: %v, %d errors", test.sql, err, e.Errors)
		}
	}
}

func TestMultiStatements(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.MultiStatements = true })
	th := s.thread(t, c)
	r, err := c.QueryContext(t.Context(), "SELECT 1; SET @a = 2 ; SELECT 'x;y'")
	if err != nil {
		t.Fatal(err)
	}
	for more := true; more; more = r.NextResultSet() {
		for r.Next() {
		}
	}
	r.Close()
	var got []string
	for _, e := range th.StatementsHistory() {
		got = append(got, e.EventName+" "+e.SQLText)
	}
	want := []string{
		"statement/sql/select SELECT CONNECTION_ID()",
		"statement/sql/select SELECT 1",
		"statement/sql/set_option SET @a = 2",
		"statement/sql/select SELECT 'x;y'",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPreparedStatement(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	p, err := c.PrepareContext(t.Context(), "SELECT name FROM product WHERE id = ?")
	if err != nil {
		t.Fatal(err)
	}
	prepared := last(t, th)
	if prepared.EventName != "statement/com/Prepare" || prepared.SQLText != "SELECT name FROM product WHERE id = ?" ||
		prepared.DigestText != "PREPARE SELECT NAME FROM `product` WHERE `id` = ?" {
		t.Errorf("prepare: %s %q %q", prepared.EventName, prepared.SQLText, prepared.DigestText)
	}
	for i := range 3 {
		var name string
		if err := p.QueryRowContext(t.Context(), i+1).Scan(&name); err != nil {
			t.Fatal(err)
		}
		e := last(t, th)
		if e.EventName != "statement/com/Execute" || e.DigestText != "EXECUTE SELECT NAME FROM `product` WHERE `id` = ?" {
			t.Errorf("execute: %s %q", e.EventName, e.DigestText)
		}
		if want := (record.StatementCounters{RowsSent: 1, RowsExamined: 1}); e.Counters != want {
			t.Errorf("execute: %+v, want %+v", e.Counters, want)
		}
	}
	p.Close()
	if err := c.PingContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	th2 := s.thread(t, c) // another command, so that the ping has ended
	var names []string
	for _, e := range th2.StatementsHistory() {
		names = append(names, e.EventName)
	}
	all := strings.Join(names, " ")
	for _, want := range []string{"statement/com/Close stmt", "statement/com/Ping"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in %s", want, all)
		}
	}
}

func TestCountsAreExact(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	shopTables(t, s.connectWith(t, nil))
	const connections, each = 8, 250
	conns := make([]*sql.Conn, connections)
	for i := range conns {
		conns[i] = s.connectWith(t, nil)
	}
	var wg sync.WaitGroup
	for _, c := range conns {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range each {
				var name string
				if err := c.QueryRowContext(context.Background(), fmt.Sprintf("SELECT name FROM product WHERE id = %d", i%5+1)).Scan(&name); err != nil {
					t.Error(err)
					return
				}
			}
		}()
	}
	wg.Wait()
	for _, d := range s.schema.Read().Digests() {
		if strings.Contains(d.DigestText, "WHERE `id` = ?") {
			if d.Stat.Timer.Count != connections*each || d.Stat.Counters.RowsExamined != connections*each || d.Stat.Counters.RowsSent != connections*each {
				t.Errorf("%s: %+v", d.DigestText, d)
			}
			return
		}
	}
	t.Error("no digest of the statement")
}
