package gms_test

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/binlogreplication"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// one gives the only row of a query, its columns joined.
func oneRow(t *testing.T, s *testServer, query string) string {
	t.Helper()
	got := rows(t, s.connect(t, "root", "performance_schema"), query)
	if len(got) != 1 {
		t.Fatalf("%s gives %q", query, got)
	}
	return strings.Join(got[0], " ")
}

func TestVariablesInfo(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	s.adapter.StartedWith(map[string]gms.VariableSource{
		"max_connections":  {Source: gms.SourceCommandLine},
		"long_query_time":  {Source: gms.SourceExplicit, Path: "/etc/my.cnf"},
		"connect_timeout":  {Source: gms.SourceCommandLine},
		"no_such_variable": {Source: gms.SourceCommandLine},
	}, "")
	mustExec(t, s.connect(t, "root", ""), "SET GLOBAL connect_timeout = 11")
	info := func(name string) string {
		return oneRow(t, s, "SELECT VARIABLE_SOURCE, VARIABLE_PATH, SET_TIME IS NULL, SET_USER FROM variables_info WHERE VARIABLE_NAME = '"+name+"'")
	}
	for name, want := range map[string]string{
		"max_connections": "COMMAND_LINE  1 NULL", "long_query_time": "EXPLICIT /etc/my.cnf 1 NULL",
		"connect_timeout": "DYNAMIC  0 root", "net_read_timeout": "COMPILED  1 NULL",
	} {
		if got := info(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	mustExec(t, s.connect(t, "root", ""), "SET GLOBAL connect_timeout = 10")
	for query, want := range map[string]string{
		"SELECT VARIABLE_SCOPE, DATA_TYPE, MIN_VALUE, DOCUMENTATION IS NULL FROM variables_metadata WHERE VARIABLE_NAME = 'performance_schema_digests_size'": "GLOBAL Integer -1 0",
		"SELECT VARIABLE_SCOPE, DATA_TYPE FROM variables_metadata WHERE VARIABLE_NAME = 'autocommit'":                                                        "SESSION Boolean",
		"SELECT VARIABLE_SCOPE, DATA_TYPE FROM variables_metadata WHERE VARIABLE_NAME = 'sql_mode'":                                                          "SESSION Set",
		"SELECT VARIABLE_SCOPE, DATA_TYPE FROM variables_metadata WHERE VARIABLE_NAME = 'long_query_time'":                                                   "SESSION Numeric",
		"SELECT VARIABLE_SCOPE, DATA_TYPE FROM variables_metadata WHERE VARIABLE_NAME = 'version'":                                                           "GLOBAL String",
		"SELECT COUNT(*) FROM variables_info i LEFT JOIN session_variables g ON g.VARIABLE_NAME = i.VARIABLE_NAME WHERE g.VARIABLE_NAME IS NULL":             "0",
	} {
		if got := oneRow(t, s, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

func TestVariablesByThread(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c, other := s.connect(t, "root", "performance_schema"), s.connect(t, "root", "")
	thread := rows(t, other, "SELECT PS_CURRENT_THREAD_ID()")[0][0]
	of := func(table, name string) string {
		got := rows(t, c, "SELECT VARIABLE_VALUE FROM "+table+" WHERE THREAD_ID = "+thread+" AND VARIABLE_NAME = '"+name+"'")
		return fmt.Sprint(got)
	}
	before := of("variables_by_thread", "sort_buffer_size")
	mustExec(t, other, "SET sort_buffer_size = 65536, @a = 5, @B = 'text', @n = NULL")
	mustExec(t, other, "SET autocommit = 0")
	mustExec(t, other, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")
	if got := of("variables_by_thread", "sort_buffer_size"); got != "[[65536]]" || got == before {
		t.Errorf("sort_buffer_size is %s, was %s", got, before)
	}
	for name, want := range map[string]string{
		"autocommit": "[[OFF]]", "last_insert_id": "[[NULL]]", "max_connections": "[]", "collation_connection": fmt.Sprint(rows(t, other, "SELECT @@collation_connection")),
		"pseudo_thread_id": fmt.Sprint(rows(t, other, "SELECT CONNECTION_ID()")), "sql_mode": fmt.Sprint(rows(t, other, "SELECT @@sql_mode")),
	} {
		if got := of("variables_by_thread", name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"a": "[[5]]", "b": "[[text]]", "n": "[[NULL]]", "none": "[]"} {
		if got := of("user_variables_by_thread", name); got != want {
			t.Errorf("@%s is %s, want %s", name, got, want)
		}
	}
	mustExec(t, other, `SET @my_password = 'Xy', @s = "CREATE USER u IDENTIFIED BY 'Xy'", @text = "it's 'quoted'"`)
	for name, want := range map[string]string{"my_password": "[[<secret>]]", "s": "[[CREATE USER u IDENTIFIED '<secret>']]", "text": "[[it's 'quoted']]"} {
		if got := of("user_variables_by_thread", name); got != want {
			t.Errorf("@%s is %s, want %s", name, got, want)
		}
	}
	// Everything that a session shows of itself, others see of it but what SET has no part in.
	own := rows(t, other, "SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.variables_by_thread WHERE THREAD_ID = "+thread+" ORDER BY 1")
	seen := rows(t, c, "SELECT VARIABLE_NAME, VARIABLE_VALUE FROM variables_by_thread WHERE THREAD_ID = "+thread+" ORDER BY 1")
	if len(own) != len(seen) || len(own) < 100 {
		t.Fatalf("%d variables of its own, others see %d", len(own), len(seen))
	}
	for i := range own {
		if !slices.Equal(own[i], seen[i]) && seen[i][1] != "NULL" {
			t.Errorf("it has %q, others see %q", own[i], seen[i])
		}
	}
	mustExec(t, c, "SET GLOBAL sort_buffer_size = 131072")
	if got := of("variables_by_thread", "sort_buffer_size"); got != "[[65536]]" {
		t.Errorf("SET GLOBAL changed a session's to %s", got)
	}
	fresh := s.connect(t, "root", "")
	if got := rows(t, c, "SELECT VARIABLE_VALUE FROM variables_by_thread WHERE VARIABLE_NAME = 'sort_buffer_size' AND THREAD_ID = "+
		rows(t, fresh, "SELECT PS_CURRENT_THREAD_ID()")[0][0]); fmt.Sprint(got) != "[[131072]]" {
		t.Errorf("a session that began after SET GLOBAL has %s", got)
	}
	mustExec(t, c, "SET GLOBAL sort_buffer_size = DEFAULT")
}

func TestStatusBy(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	mustExec(t, s.connect(t, "root", ""), "CREATE USER app@localhost")
	mustExec(t, s.connect(t, "root", ""), "GRANT ALL ON *.* TO app@localhost")
	reader := s.connect(t, "root", "performance_schema")
	a, b := s.connect(t, "app", ""), s.connect(t, "app", "")
	for range 3 {
		rows(t, a, "SELECT 1")
	}
	rows(t, b, "SELECT 1")
	thread := rows(t, a, "SELECT PS_CURRENT_THREAD_ID()")[0][0]
	questions := func(table, where string) string {
		return fmt.Sprint(rows(t, reader, "SELECT VARIABLE_VALUE FROM "+table+" WHERE VARIABLE_NAME = 'Questions' AND "+where))
	}
	expect := func(when, byThread, byAccount, byUser string) {
		t.Helper()
		for _, of := range []struct{ table, where, want string }{
			{"status_by_thread", "THREAD_ID = " + thread, byThread},
			{"status_by_account", "USER = 'app' AND HOST = 'localhost'", byAccount}, {"status_by_user", "USER = 'app'", byUser},
		} {
			if got := questions(of.table, of.where); got != "[["+of.want+"]]" && got != of.want {
				t.Errorf("%s: %s has %s, want %s", when, of.table, got, of.want)
			}
		}
	}
	expect("at first", "4", "5", "5")
	mustExec(t, reader, "TRUNCATE TABLE status_by_thread")
	expect("after TRUNCATE of threads", "0", "5", "5")
	s.hangUp(t, a)
	await(t, "the session to end", func() bool { return questions("status_by_thread", "THREAD_ID = "+thread) == "[]" })
	expect("after one has left", "[]", "6", "6") // to quit is one, too
	mustExec(t, reader, "TRUNCATE TABLE status_by_account")
	expect("after TRUNCATE of accounts", "[]", "0", "6")
	mustExec(t, reader, "TRUNCATE TABLE status_by_user")
	expect("after TRUNCATE of users", "[]", "0", "0")
	rows(t, b, "SELECT 1")
	expect("and on", "[]", "1", "1")
	mustExec(t, reader, "FLUSH STATUS")
	expect("after FLUSH STATUS", "[]", "0", "0")
	if got := rows(t, reader, "SELECT DISTINCT VARIABLE_NAME FROM status_by_account WHERE VARIABLE_NAME LIKE 'Com%'"); len(got) != 1 || got[0][0] != "Com_stmt_reprepare" {
		t.Errorf("Of Com_* %q are listed", got)
	}
}

func TestHostCache(t *testing.T) {
	s, _ := loginServer(t, nil)
	c := s.connect(t, "root", "performance_schema")
	dial := func(say string) string {
		t.Helper()
		conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 9)}}).Dial("tcp", s.addr)
		if err != nil {
			t.Skip("no second loopback address: ", err)
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(5 * time.Minute)) // a test that hangs fails
		if _, err := conn.Write([]byte(say)); err != nil {
			t.Fatal(err)
		}
		if half, ok := conn.(*net.TCPConn); ok && say != "" {
			_ = half.CloseWrite()
		}
		var got []byte
		for b := make([]byte, 512); ; {
			n, err := conn.Read(b)
			got = append(got, b[:n]...)
			if err != nil || say == "" {
				return string(got)
			}
		}
	}
	const of = "SELECT SUM_CONNECT_ERRORS, COUNT_HANDSHAKE_ERRORS, COUNT_HOST_BLOCKED_ERRORS, HOST, HOST_VALIDATED, FIRST_ERROR_SEEN IS NULL FROM host_cache WHERE IP = '127.0.0.9'"
	mustExec(t, c, "SET GLOBAL max_connect_errors = 2")
	defer mustExec(t, c, "SET GLOBAL max_connect_errors = DEFAULT")
	for range 2 {
		dial("GET / HTTP/1.1\r\n\r\n")
	}
	if got := fmt.Sprint(rows(t, c, of)); got != "[[2 2 0 NULL NO 0]]" {
		t.Errorf("after two that spoke HTTP: %s", got)
	}
	if got := dial("GET / HTTP/1.1\r\n\r\n"); !strings.Contains(got, "Host '127.0.0.9' is blocked because of many connection errors") {
		t.Errorf("a host that is blocked is told %q", got)
	}
	if got := fmt.Sprint(rows(t, c, of)); got != "[[2 2 1 NULL NO 0]]" {
		t.Errorf("of a host that is blocked: %s", got)
	}
	for _, forget := range []string{"TRUNCATE TABLE host_cache", "FLUSH HOSTS"} {
		mustExec(t, c, forget)
		if got := rows(t, c, of); len(got) != 0 {
			t.Errorf("after %s: %s", forget, got)
		}
		dial("GET / HTTP/1.1\r\n\r\n")
		if got := fmt.Sprint(rows(t, c, of)); got != "[[1 1 0 NULL NO 0]]" {
			t.Errorf("after %s and one more: %s", forget, got)
		}
	}
	if got := rows(t, c, "SELECT IP FROM host_cache WHERE IP = '127.0.0.1'"); len(got) != 0 {
		t.Errorf("this machine is in the cache: %s", got)
	}
}

func TestErrorLog(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	at := time.Date(2026, 5, 6, 7, 8, 9, 123456000, time.UTC)
	s.adapter.LogMessage(at, gms.LogNote, "first")
	s.adapter.LogMessage(at, gms.LogWarning, "second")
	c := s.connect(t, "root", "performance_schema")
	got := rows(t, c, "SELECT LOGGED, THREAD_ID, PRIO, ERROR_CODE, SUBSYSTEM, DATA FROM error_log")
	want := "[[2026-05-06 07:08:09.123456 0 Note NULL Server first] [2026-05-06 07:08:09.123457 0 Warning NULL Server second]]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mustExec(t, c, "SET GLOBAL profiling_error_log_size = 150")
	defer mustExec(t, c, "SET GLOBAL profiling_error_log_size = DEFAULT")
	s.adapter.LogMessage(at.Add(time.Second), gms.LogError, "third")
	if got := fmt.Sprint(rows(t, c, "SELECT PRIO, DATA FROM error_log")); got != "[[Error third]]" {
		t.Errorf("what is left is %s", got)
	}
	status := statusOf(t, c, "SHOW GLOBAL STATUS LIKE 'Error_log%'")
	if status["Error_log_buffered_events"] != "1" || status["Error_log_expired_events"] != "2" || status["Error_log_latest_write"] != "1778051290123456" {
		t.Errorf("status: %v", status)
	}
}

func TestLogStatus(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "performance_schema")
	if got := rows(t, c, "SELECT SERVER_UUID = @@server_uuid, LOCAL, REPLICATION, STORAGE_ENGINES FROM log_status"); len(got) != 1 || got[0][0] != "1" || got[0][3] != "{}" {
		t.Errorf("log_status: %q", got)
	}
	mustExec(t, c, "CREATE USER backup@localhost")
	mustExec(t, c, "GRANT SELECT ON performance_schema.* TO backup@localhost")
	refusal{"SELECT * FROM performance_schema.log_status", 1227, "42000", "BACKUP_ADMIN"}.check(t, s, "backup", "")
	mustExec(t, c, "GRANT BACKUP_ADMIN ON *.* TO backup@localhost")
	if got := rows(t, s.connect(t, "backup", ""), "SELECT COUNT(*) FROM performance_schema.log_status"); got[0][0] != "1" {
		t.Errorf("with BACKUP_ADMIN: %q", got)
	}
}

func TestServerTables(t *testing.T) {
	s, _ := loginServer(t, nil)
	for query, want := range map[string]string{
		"SELECT UDF_NAME, UDF_RETURN_TYPE, UDF_TYPE, UDF_LIBRARY FROM user_defined_functions WHERE UDF_NAME = 'two'": "two integer function NULL",
		"SELECT UDF_RETURN_TYPE FROM user_defined_functions WHERE UDF_NAME = 'one'":                                  "NULL",
		"SELECT VALUE FROM tls_channel_status WHERE PROPERTY = 'Enabled' AND CHANNEL = 'mysql_main'":                 "Yes",
		"SELECT VALUE FROM tls_channel_status WHERE PROPERTY = 'Ssl_server_not_after'":                               "Dec 31 23:59:59 2099 GMT",
		"SELECT COUNT(*) FROM persisted_variables":                                                                   "0",
		"SELECT COUNT(*) FROM replication_connection_status":                                                         "0",
		"SELECT COUNT(*) FROM replication_applier_global_filters":                                                    "0",
	} {
		if got := oneRow(t, s, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// source is a server that replicates.
type source struct {
	binlogreplication.BinlogReplicaController
	status binlogreplication.ReplicaStatus
}

// GetReplicaStatus implements binlogreplication.BinlogReplicaController.
func (s source) GetReplicaStatus(*gmssql.Context) (*binlogreplication.ReplicaStatus, error) {
	return &s.status, nil
}

func TestReplica(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	at := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	s.engine.Analyzer.Catalog.BinlogReplicaController = source{status: binlogreplication.ReplicaStatus{
		SourceHost: "db1", SourcePort: 3306, SourceUser: "repl", ConnectRetry: 60, SourceRetryCount: 10, AutoPosition: true,
		ReplicaIoRunning: "Connecting", ReplicaSqlRunning: "Yes", LastIoErrNumber: 2003, LastIoError: "no route", LastIoErrorTimestamp: &at,
		ReplicateIgnoreTables: []string{"d.t"},
	}}
	for query, want := range map[string]string{
		"SELECT HOST, PORT, USER, AUTO_POSITION, SSL_ALLOWED, CONNECTION_RETRY_INTERVAL, CONNECTION_RETRY_COUNT, HEARTBEAT_INTERVAL FROM replication_connection_configuration": "db1 3306 repl 1 NO 60 10 NULL",
		"SELECT CHANNEL_NAME = '', SERVICE_STATE, LAST_ERROR_NUMBER, LAST_ERROR_MESSAGE, LAST_ERROR_TIMESTAMP, THREAD_ID FROM replication_connection_status":                   "1 CONNECTING 2003 no route 2026-05-06 07:08:09.000000 NULL",
		"SELECT SERVICE_STATE, WORKER_ID, LAST_ERROR_NUMBER, LAST_ERROR_TIMESTAMP FROM replication_applier_status_by_worker WHERE CHANNEL_NAME = ''":                           "ON 0 0 NULL",
		"SELECT FILTER_NAME, FILTER_RULE FROM replication_applier_filters":                                                                                                     "REPLICATE_IGNORE_TABLE d.t",
		"SELECT REPLICATION FROM log_status": `{"channels": [{"channel_name": ""}]}`,
	} {
		if got := oneRow(t, s, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestVariableNames compares the names of variables with MySQL's.
func TestVariableNames(t *testing.T) {
	file, err := os.ReadFile("testdata/mysql-global-variables.tsv")
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t, perfschema.Config{})
	shown := make(map[string]bool)
	for _, r := range rows(t, s.connect(t, "root", ""), "SHOW GLOBAL VARIABLES") {
		shown[r[0]] = true
	}
	for name := range strings.Lines(string(file)) {
		name = strings.TrimSpace(name)
		if name != "name" && !strings.HasPrefix(name, "#") && !shown[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

// What an account has counted never falls while its sessions leave, at whatever moment of
// their leaving somebody reads.
func TestStatusByAccountNeverFalls(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "performance_schema")
	mustExec(t, root, "CREATE USER app@localhost")
	s.connect(t, "app", "") // the account stays
	var leaving sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		leaving.Go(func() {
			for range 50 {
				c := s.connect(t, "app", "")
				rows(t, c, "SELECT 1")
				s.hangUp(t, c)
			}
		})
	}
	go func() { leaving.Wait(); close(done) }()
	for last, reading := 0, true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		got := rows(t, root, "SELECT VARIABLE_VALUE FROM status_by_account WHERE USER = 'app' AND VARIABLE_NAME = 'Questions'")
		n, err := strconv.Atoi(got[0][0])
		if err != nil || n < last {
			t.Errorf("status_by_account had %d Questions, now %s", last, got)
			<-done
			return
		}
		last = n
	}
}

// FLUSH STATUS at whatever moment of a session's leaving takes nothing that its end needs.
func TestFlushStatusWhileSessionsLeave(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "performance_schema")
	var leaving sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		leaving.Go(func() {
			for range 50 {
				c := s.connect(t, "root", "")
				rows(t, c, "SELECT 1")
				s.hangUp(t, c)
			}
		})
	}
	go func() { leaving.Wait(); close(done) }()
	for flushing := true; flushing; {
		select {
		case <-done:
			flushing = false
		default:
		}
		mustExec(t, root, "FLUSH STATUS")
	}
	if got := s.panicsCaught(t, root); got != 0 {
		t.Errorf("%d panics", got)
	}
}
