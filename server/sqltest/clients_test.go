package sqltest_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// tool finds a client program. Without it the test is skipped, or fails if
// PERFSCHEMA_REQUIRE_TOOLS is set.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	return path
}

// client runs a program to its end and returns what it printed.
func client(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), tool(t, name), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func hostPort(t *testing.T, addr net.Addr) (host, port string) {
	t.Helper()
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		t.Fatal(err)
	}
	return host, port
}

func TestMariaDBClient(t *testing.T) {
	s := start(t)
	host, port := hostPort(t, s.Addr())
	run := func(query string) string {
		return client(t, "mariadb", "--no-defaults", "-h"+host, "-P"+port, "-uroot", "-N", "-e", query)
	}
	run("CREATE DATABASE shop; USE shop; CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1),(2),(3); SELECT * FROM t;")
	got := run("SELECT COUNT_STAR, SUM_ROWS_SENT, SUM_ROWS_EXAMINED FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT = 'SELECT * FROM `t`' AND SCHEMA_NAME = 'shop'")
	if strings.TrimSpace(got) != "1\t3\t3" {
		t.Errorf("the client's own query: %q", got)
	}
	if got := run("SELECT ATTR_VALUE FROM performance_schema.session_account_connect_attrs WHERE ATTR_NAME = 'program_name' AND PROCESSLIST_ID = CONNECTION_ID()"); strings.TrimSpace(got) != "mysql" {
		t.Errorf("the connection attribute program_name is %q", got)
	}
}

// sysbench's queries are counted to the last one.
func TestSysbench(t *testing.T) {
	transactions := regexp.MustCompile(`transactions:\s+(\d+)`)
	for mode, verb := range map[string]string{"auto": "EXECUTE ", "disable": ""} {
		t.Run("ps-mode="+mode, func(t *testing.T) {
			s := start(t)
			host, port := hostPort(t, s.Addr())
			client(t, "mariadb", "--no-defaults", "-h"+host, "-P"+port, "-uroot", "-e", "CREATE DATABASE sbtest")
			bench := func(command string) string {
				return client(t, "sysbench", "oltp_read_write", "--mysql-host="+host, "--mysql-port="+port, "--mysql-user=root", "--mysql-db=sbtest",
					"--tables=2", "--table-size=500", "--threads=1", "--events=50", "--time=60", "--db-ps-mode="+mode, command)
			}
			bench("prepare")
			out := bench("run")
			m := transactions.FindStringSubmatch(out)
			if m == nil || m[1] != "50" {
				t.Fatalf("sysbench did not run 50 transactions:\n%s", out)
			}
			got := client(t, "mariadb", "--no-defaults", "-h"+host, "-P"+port, "-uroot", "-N", "-e",
				"SELECT SUM(COUNT_STAR), SUM(SUM_ROWS_SENT) FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE '"+verb+"SELECT `c` FROM `sbtest_` WHERE `id` = ?'")
			if strings.TrimSpace(got) != "500\t500" {
				t.Errorf("point selects: %q, want 500 executions of one row each", got)
			}
			bench("cleanup")
		})
	}
}

// The exporter reads the statement tables without an error.
func TestPrometheusExporter(t *testing.T) {
	path := tool(t, "prometheus-mysqld-exporter")
	s := start(t)
	db := open(t, dial(s))
	db.SetMaxOpenConns(1)
	mustExec(t, db, "CREATE DATABASE app")
	mustExec(t, db, "USE app") // the exporter leaves out statements without a schema
	for range 7 {
		mustExec(t, db, "SELECT 1 + 1")
	}
	cmd := exec.CommandContext(t.Context(), path, "--web.listen-address=127.0.0.1:0", "--collect.perf_schema.eventsstatements",
		"--collect.perf_schema.eventsstatementssum", "--collect.info_schema.processlist")
	cmd.Env = append(os.Environ(), "DATA_SOURCE_NAME=root@tcp("+s.Addr().String()+")/")
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	page := fetch(t, "http://"+listensOn(t, log)+"/metrics")
	for _, want := range []string{
		"mysql_up 1",
		"mysql_exporter_last_scrape_error 0",
		"mysql_perf_schema_events_statements_sum_total",
		`digest_text="SELECT ? + ?"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the exporter's page lacks %s", want)
		}
	}
	if m := regexp.MustCompile(`mysql_perf_schema_events_statements_total\{.*digest_text="SELECT \? \+ \?".*\} (\d+)`).FindStringSubmatch(page); m == nil || m[1] != "7" {
		t.Errorf("the statement's count: %q", m)
	}
}

// listensOn is the address that a program's log says it listens on.
func listensOn(t *testing.T, log io.Reader) string {
	t.Helper()
	address := regexp.MustCompile(`Listening on" address=(\S+)`)
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if m := address.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, log) // it must not wait for a reader
			return m[1]
		}
		said.WriteString(lines.Text() + "\n")
	}
	t.Fatalf("it listens nowhere:\n%s", &said)
	return ""
}

// fetch reads a page of a program that listens.
func fetch(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// A toolkit made for MySQL reports on the server.
func TestPerconaToolkit(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	host, port := hostPort(t, s.Addr())
	out := client(t, "pt-mysql-summary", "--sleep=1", "--", "-h"+host, "-P"+port, "-uroot")
	if !strings.Contains(out, "The End") || !strings.Contains(out, "root@localhost") {
		t.Errorf("pt-mysql-summary printed:\n%s", out)
	}
}
