package sqltest_test

import (
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
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
	for _, mode := range []string{"auto", "disable"} {
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
				"SELECT SUM(COUNT_STAR), SUM(SUM_ROWS_SENT) FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'SELECT `c` FROM `sbtest_` WHERE `id` = ?'")
			if strings.TrimSpace(got) != "500\t500" {
				t.Errorf("point selects: %q, want 500 executions of one row each", got)
			}
			bench("cleanup")
		})
	}
}
