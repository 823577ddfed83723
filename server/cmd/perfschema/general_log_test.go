package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// generalLogOf reads the general log of a server: its entries without their times, and
// without the lines that files begin with.
func generalLogOf(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begins := regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\t *\d+ `)
	var all []string
	for _, e := range begins.Split(string(b), -1)[1:] {
		e, _, _ = strings.Cut(e, "\nperfschema, Version: ")
		all = append(all, strings.TrimSuffix(e, "\n"))
	}
	return all
}

func generalLogFile(t *testing.T, db *sql.DB) (path string) {
	t.Helper()
	var dir, name string
	if err := db.QueryRow("SELECT @@datadir, @@general_log_file").Scan(&dir, &name); err != nil {
		t.Fatal(err)
	}
	if host, err := os.Hostname(); err != nil || name != host+".log" {
		t.Errorf("general_log_file is %q, %v", name, err)
	}
	return filepath.Join(dir, name)
}

// What clients ask for is written as MySQL writes it: once it has been parsed, with the
// values that a prepared statement is executed with, and not of what a program runs.
func TestGeneralLog(t *testing.T) {
	for name, options := range map[string][]string{"recorded": nil, "off": {"--performance-schema=OFF"}} {
		t.Run(name, func(t *testing.T) {
			c := serveChild(t, options...)
			db := asRoot(t, c)
			run := func(statements ...string) {
				t.Helper()
				for _, q := range statements {
					if _, err := db.Exec(q); err != nil {
						t.Fatalf("%s: %v", q, err)
					}
				}
			}
			fails := func(q string) {
				t.Helper()
				if _, err := db.Exec(q); err == nil {
					t.Errorf("%s succeeded", q)
				}
			}
			path := generalLogFile(t, db)
			run("CREATE DATABASE shop", "USE shop", "CREATE TABLE orders (a INT PRIMARY KEY, b VARCHAR(100))",
				"CREATE PROCEDURE p() BEGIN INSERT INTO orders VALUES (9, 'in a program'); SELECT 1; END")
			if _, err := os.Stat(path); err == nil {
				t.Error("there is a file while it is off")
			}
			run("SET GLOBAL general_log = ON", "SELECT b\n FROM orders", "CALL p()", "INSERT INTO orders VALUES (1, 'x')")
			fails("INSERT INTO orders VALUES (1, 'twice')")
			fails("SELEC 'does not parse'")
			st, err := db.Prepare("UPDATE orders SET b = ? WHERE a = ?")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := st.Exec("it's", 1); err != nil {
				t.Fatal(err)
			}
			st.Close()
			run("PREPARE s FROM 'SELECT b FROM orders WHERE a = ?'", "SET @a = 1")
			if name == "recorded" {
				run("EXECUTE s USING @a")
			}
			run("SET sql_log_off = ON", "SELECT 'left out'", "SET sql_log_off = OFF")
			run("SET GLOBAL log_output = 'NONE'", "SELECT 'to nowhere'", "SET GLOBAL log_output = 'FILE'")
			other := asRootOf(t, c, "root", "", "/shop")
			if err := other.Ping(); err != nil {
				t.Fatal(err)
			}
			other.Close()
			for limit := time.Now().Add(10 * time.Second); !slices.Contains(generalLogOf(t, path), "Quit\t"); { // it goes on a connection of its own
				if time.Now().After(limit) {
					t.Fatal("the log does not tell that a client has left")
				}
			}
			if err := asRootOf(t, c, "nobody", ":wrong", "/").Ping(); err == nil {
				t.Error("nobody was let in")
			}
			run("SET GLOBAL general_log = OFF", "SELECT 'off again'")

			want := []string{
				"Query\tSELECT b\n FROM orders", "Query\tCALL p()", "Query\tINSERT INTO orders VALUES (1, 'x')", "Query\tINSERT INTO orders VALUES (1, 'twice')",
				"Prepare\tUPDATE orders SET b = ? WHERE a = ?", "Execute\tUPDATE orders SET b = 'it\\'s' WHERE a = 1", "Close stmt\t",
				"Query\tPREPARE s FROM ...", "Prepare\tSELECT b FROM orders WHERE a = ?", "Query\tSET @a = 1",
				"Query\tEXECUTE s USING @a", "Execute\tSELECT b FROM orders WHERE a = 1",
				"Query\tSET sql_log_off = ON", "Query\tSET GLOBAL log_output = 'NONE'",
				"Connect\troot@localhost on shop using TCP/IP", "Quit\t",
				"Connect\tnobody@localhost on  using TCP/IP", "Connect\tAccess denied for user 'nobody'@'localhost' (using password: YES)",
				"Query\tSET GLOBAL general_log = OFF",
			}
			got := generalLogOf(t, path)
			for len(got) > 0 && len(want) > 0 {
				switch {
				case want[0] == got[0]:
					got, want = got[1:], want[1:]
				case name == "off" && (strings.HasPrefix(want[0], "Query\tEXECUTE") || strings.HasPrefix(want[0], "Execute\tSELECT")):
					want = want[1:]
				default:
					t.Fatalf("it goes on with %q, want %q", got, want)
				}
			}
			if len(got)+len(want) > 0 {
				t.Errorf("left are %q, want %q", got, want)
			}
		})
	}
}

// asRootOf is a client that names an account, a password and a database.
func asRootOf(t *testing.T, c *child, user, password, database string) *sql.DB {
	t.Helper()
	db, err := sql.Open("mysql", user+password+"@tcp("+c.addr+")"+database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// No password is in the log, whatever the statement it is in becomes of.
func TestGeneralLogHasNoPasswords(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	path := generalLogFile(t, db)
	const secret = "not-for-logs"
	for _, q := range []string{
		"SET GLOBAL general_log = ON", "CREATE USER u IDENTIFIED BY '" + secret + "'", "ALTER USER u IDENTIFIED BY '" + secret + "'", "SET PASSWORD FOR u = '" + secret + "'",
		"CREATE USER v IDENTIFIED BY '" + secret + "' NONSENSE", "CREAT USER v IDENTIFIED BY '" + secret + "'", "CREATE USER v IDENTIFIED BY \"" + secret,
		"PREPARE s FROM 'CREATE USER v IDENTIFIED BY \"" + secret + "\"'", "EXECUTE s", "SET @s = 'ALTER USER v IDENTIFIED BY \"" + secret + "\"'", "PREPARE s FROM @s", "EXECUTE s",
		"PREPARE s FROM 'CREATE USER w IDENTIFIED BY \"" + secret + "\" NONSENSE'", "CALL sys.execute_prepared_stmt('ALTER USER v IDENTIFIED BY \"" + secret + "\"')",
		"CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'h', SOURCE_PASSWORD = '" + secret + "'", "CHANGE REPLICATION SOURCE TO SOURCE_HOST = , SOURCE_PASSWORD = '" + secret + "'",
		"START REPLICA USER = 'u' PASSWORD = '" + secret + "'", "/* IDENTIFIED BY '" + secret + "' */ CREATE USER IF NOT EXISTS u", "SELECT 1; ALTER USER u IDENTIFIED BY '" + secret + "'",
	} {
		_, _ = db.Exec(q) // some fail
	}
	for _, q := range []string{"ALTER USER u IDENTIFIED BY '" + secret + "'", "ALTER USER u IDENTIFIED '" + secret + "'"} {
		if st, err := db.Prepare(q); err == nil {
			_, _ = st.Exec()
			st.Close()
		}
	}
	_ = asRootOf(t, c, "u", ":"+secret, "/").Ping()
	_ = asRootOf(t, c, "u", ":"+secret+"x", "/").Ping()
	log := strings.Join(generalLogOf(t, path), "\n")
	if strings.Contains(log, secret) {
		t.Errorf("a password is in it:\n%s", log)
	}
	for _, text := range []string{"CREATE USER u IDENTIFIED BY '<secret>'", "SET PASSWORD FOR u = '<secret>'", "Prepare\tCREATE USER v IDENTIFIED BY '<secret>'", "Execute\tCREATE USER v IDENTIFIED BY '<secret>'", "Connect\tu@localhost"} {
		if !strings.Contains(strings.ReplaceAll(log, `"<secret>"`, "'<secret>'"), text) {
			t.Errorf("%q is not in it:\n%s", text, log)
		}
	}
}

// Each entry is one write of the file, counted for the connection that it is of; those of
// slow statements likewise. A file that must not be written over is not.
func TestGeneralLogFile(t *testing.T) {
	c := serveChild(t)
	db := asRoot(t, c)
	run := func(statements ...string) {
		t.Helper()
		for _, q := range statements {
			if _, err := db.Exec(q); err != nil {
				t.Fatalf("%s: %v", q, err)
			}
		}
	}
	path := generalLogFile(t, db)
	count := func(instrument, column string) (n int) {
		t.Helper()
		if err := db.QueryRow("SELECT " + column + " FROM performance_schema.file_summary_by_event_name WHERE EVENT_NAME = 'wait/io/file/sql/" + instrument + "'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	run("UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME IN ('wait/io/file/sql/query_log', 'wait/io/file/sql/slow_log')")
	run("SET GLOBAL general_log = ON", "SET GLOBAL slow_query_log = ON")
	before := count("query_log", "COUNT_WRITE")
	run("SELECT 1", "SELECT 2")
	if n := count("query_log", "COUNT_WRITE") - before; n != 3 {
		t.Errorf("three entries are %d writes", n)
	}
	var thread int
	if err := db.QueryRow("SELECT COUNT_STAR FROM performance_schema.events_waits_summary_by_thread_by_event_name WHERE THREAD_ID = PS_CURRENT_THREAD_ID() AND EVENT_NAME = 'wait/io/file/sql/query_log'").Scan(&thread); err != nil || thread < before+3 {
		t.Errorf("the connection has %d of more than %d waits, %v", thread, before+3, err)
	}
	run("SET SESSION long_query_time = 0", "SELECT 'slow'")
	if n := count("slow_log", "COUNT_WRITE"); n == 0 {
		t.Error("no write of the slow log is counted")
	}
	if err := os.Rename(path, path+".old.log"); err != nil {
		t.Fatal(err)
	}
	run("FLUSH GENERAL LOGS", "SELECT 'after the flush'")
	if got := generalLogOf(t, path); len(got) != 1 || got[0] != "Query\tSELECT 'after the flush'" {
		t.Errorf("after FLUSH GENERAL LOGS it has %q", got)
	}
	ca := filepath.Join(filepath.Dir(path), "ca.pem")
	was, err := os.ReadFile(ca)
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "outside.log")
	run("SET GLOBAL general_log_file = 'ca.pem'", "SELECT 3", "SET GLOBAL general_log_file = '"+outside+"'", "SELECT 4", "SET GLOBAL general_log_file = 'other.log'", "SELECT 5")
	if is, err := os.ReadFile(ca); err != nil || string(is) != string(was) {
		t.Errorf("ca.pem was written over: %v", err)
	}
	if _, err := os.Stat(outside); err == nil {
		t.Error("a file outside of the data directory was written")
	}
	if got := generalLogOf(t, filepath.Join(filepath.Dir(path), "other.log")); len(got) != 1 || got[0] != "Query\tSELECT 5" {
		t.Errorf("the other file has %q", got)
	}
}
