package gms_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/sampler"
)

// startRecorder starts a server without the dialect.
func startRecorder(t *testing.T) *testServer {
	t.Helper()
	return startServerParts(t, perfschema.Config{}, serverParts{recorder: true}, memory.NewDatabase("shop"))
}

// run has a connection run statements that must succeed.
func run(t *testing.T, c *sql.Conn, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := c.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// firstColumn returns the first column of a query's rows.
func firstColumn(t *testing.T, c *sql.Conn, query string) (out []string) {
	t.Helper()
	rows, err := c.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		values[0] = new(sql.NullString)
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		out = append(out, values[0].(*sql.NullString).String)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}

// TestRecorderRecords checks that without the dialect statements, their errors, rows, tables,
// programs, prepared statements and profiles are recorded.
func TestRecorderRecords(t *testing.T) {
	s := startRecorder(t)
	c := s.connect(t, "root", "shop")
	run(t, c, "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'",
		"UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'stage/%' OR NAME LIKE 'wait/%'",
		"CREATE TABLE goods (id INT PRIMARY KEY, name VARCHAR(20))", "INSERT INTO goods VALUES (1, 'a'), (2, 'b'), (3, 'c')",
		"UPDATE goods SET name = 'd' WHERE id = 2", "DELETE FROM goods WHERE id = 3", "SET profiling_history_size = 100, profiling = 1", "SELECT SLEEP(0.01)")
	if got := firstColumn(t, c, "SELECT name FROM goods WHERE id = 2"); !slices.Equal(got, []string{"d"}) {
		t.Errorf("the changed row has %v", got)
	}
	_, err := c.ExecContext(t.Context(), "SELECT * FROM nothing")
	var failed *mysql.MySQLError
	if !errors.As(err, &failed) {
		t.Fatalf("a query of no table gives %v", err)
	}
	st, err := c.PrepareContext(t.Context(), "SELECT name FROM goods WHERE id > ?")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := st.QueryContext(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"SELECT COUNT_STAR FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'UPDATE `goods`%'":             "1",
		"SELECT SUM_ROWS_AFFECTED FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'INSERT INTO `goods`%'": "3",
		"SELECT MYSQL_ERRNO FROM performance_schema.events_statements_history_long WHERE SQL_TEXT = 'SELECT * FROM nothing'":                 fmt.Sprint(failed.Number),
		"SELECT ROWS_SENT FROM performance_schema.events_statements_history_long WHERE SQL_TEXT = 'SELECT name FROM goods WHERE id = 2'":     "1",
		"SELECT COUNT_INSERT FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_NAME = 'goods'":                            "3",
		"SELECT COUNT_UPDATE FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_NAME = 'goods'":                            "1",
		"SELECT COUNT_DELETE FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_NAME = 'goods'":                            "1",
		"SELECT COUNT_EXECUTE FROM performance_schema.prepared_statements_instances WHERE SQL_TEXT = 'SELECT name FROM goods WHERE id > ?'":  "1",
		"SELECT COUNT(*) FROM information_schema.profiling WHERE STATE = 'starting' AND QUERY_ID = 1":                                        "1",
		"SELECT COUNT(*) > 5 FROM performance_schema.events_stages_history_long":                                                             "1",
		"SELECT COUNT(*) > 5 FROM performance_schema.events_waits_history_long WHERE EVENT_NAME = 'wait/io/table/sql/handler'":               "1",
		"SELECT sys.format_time(123456789)": "123.46 us",
		"SELECT PROCESSLIST_ID = CONNECTION_ID() FROM performance_schema.threads WHERE THREAD_ID = PS_CURRENT_THREAD_ID()":                             "1",
		"SELECT CURRENT_CONNECTIONS FROM performance_schema.accounts WHERE USER = 'root'":                                                              "1",
		"SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Performance_schema_digest_lost'":                           "0",
		"SELECT COUNT(*) FROM performance_schema.events_statements_current WHERE SQL_TEXT LIKE 'SELECT COUNT(*) FROM performance_schema.events_stat%'": "1",
	} {
		if got := firstColumn(t, c, query); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
	if got := firstColumn(t, c, "SHOW PROFILES"); len(got) == 0 {
		t.Error("SHOW PROFILES is empty")
	}
	if got := firstColumn(t, c, "SHOW ENGINE PERFORMANCE_SCHEMA STATUS"); len(got) < 100 {
		t.Errorf("SHOW ENGINE PERFORMANCE_SCHEMA STATUS has %d rows", len(got))
	}
	run(t, c, "TRUNCATE performance_schema.events_statements_summary_by_digest")
	if got := firstColumn(t, c, "SELECT COUNT(*) FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE '%goods%'"); got[0] != "0" {
		t.Errorf("%v digests are left after TRUNCATE", got)
	}
}

// TestRecorderNumbersNoPrepare checks that PREPARE takes no number of the client's protocol, and has a
// row.
func TestRecorderNumbersNoPrepare(t *testing.T) {
	s := startRecorder(t)
	c := s.connect(t, "root", "shop")
	run(t, c, "PREPARE named FROM 'SELECT 4'")
	st, err := c.PrepareContext(t.Context(), "SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if got := firstColumn(t, c, "SELECT STATEMENT_ID FROM performance_schema.prepared_statements_instances ORDER BY 1"); !slices.Equal(got, []string{"0", "1"}) {
		t.Errorf("PREPARE and a prepared statement have the numbers %v", got)
	}
}

// TestRecorderReadsEveryTable reads every table and view that the Adapter adds, without the dialect.
func TestRecorderReadsEveryTable(t *testing.T) {
	s := startRecorder(t)
	c := s.connect(t, "root", "shop")
	for _, database := range []string{gms.DatabaseName, gms.SysName, gms.ProfilingName} {
		tables := firstColumn(t, c, "SHOW TABLES FROM "+database)
		if len(tables) == 0 {
			t.Errorf("%s has no tables", database)
		}
		for _, table := range tables {
			firstColumn(t, c, "SELECT * FROM "+database+".`"+table+"` LIMIT 3")
		}
	}
}

// TestRecorderRights checks that without the dialect the engine's own grants say who reads and
// changes the Performance Schema, and that the accounts of others are not shown.
func TestRecorderRights(t *testing.T) {
	s := startRecorder(t)
	root := s.connect(t, "root", "")
	run(t, root, "CREATE USER joe@'%'", "CREATE USER ann@'%'", "GRANT SELECT ON performance_schema.* TO ann@'%'")
	const change = "UPDATE performance_schema.setup_consumers SET ENABLED = 'NO'"
	for user, refused := range map[string][]string{
		"joe": {"SELECT * FROM performance_schema.threads", change, "TRUNCATE performance_schema.events_statements_summary_by_digest", "CALL sys.ps_setup_reset_to_default(FALSE)", "SELECT * FROM profiling.query_profiles"},
		"ann": {change, "TRUNCATE performance_schema.events_statements_summary_by_digest", "CALL sys.ps_setup_reset_to_default(FALSE)", "DROP DATABASE performance_schema"},
	} {
		c := s.connect(t, user, "")
		for _, text := range refused {
			if _, err := c.ExecContext(t.Context(), text); err == nil || !strings.Contains(err.Error(), "denied") {
				t.Errorf("%s by %s: %v", text, user, err)
			}
		}
	}
	ann := s.connect(t, "ann", "")
	if got := firstColumn(t, ann, "SELECT DISTINCT USER FROM performance_schema.processlist"); !slices.Equal(got, []string{"ann"}) {
		t.Errorf("without PROCESS the process list shows %v", got)
	}
}

// TestRecorderSamples checks that the profiler splits a statement's time by operator, without the
// dialect.
func TestRecorderSamples(t *testing.T) {
	s := startRecorder(t)
	if err := s.adapter.StartProfiler(sampler.Options{}); err != nil {
		t.Fatal(err)
	}
	c := s.connect(t, "root", "shop")
	run(t, c, "CREATE TABLE n (i INT PRIMARY KEY)", "INSERT INTO n WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 900) SELECT i FROM r",
		"SELECT COUNT(*) FROM n a JOIN n b ON a.i > b.i WHERE a.i + b.i > 3")
	if got := firstColumn(t, c, "SELECT COUNT(*) FROM profiling.query_profiles WHERE SQL_TEXT LIKE 'SELECT COUNT(*) FROM n a%'"); got[0] == "0" {
		t.Error("the query has no profile")
	}
}

// TestRecorderStartsNoEvents checks that the scheduler of the dialect is refused without it.
func TestRecorderStartsNoEvents(t *testing.T) {
	s := startRecorder(t)
	if err := s.adapter.StartEvents(nil); err == nil || !strings.Contains(err.Error(), "Options.Dialect") {
		t.Errorf("StartEvents gives %v", err)
	}
}
