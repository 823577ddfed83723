package sqltest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// python runs a script with a module of Debian's Python, which is given the
// server's host and port. Without the module the test is skipped, or fails if
// PERFSCHEMA_REQUIRE_TOOLS is set.
func python(t *testing.T, module, script string, args ...string) string {
	t.Helper()
	const interpreter = "/usr/bin/python3" // another may lack Debian's modules
	if err := exec.CommandContext(t.Context(), interpreter, "-c", "import "+module).Run(); err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
			t.Fatalf("%s of Python is not installed", module)
		}
		t.Skipf("%s of Python is not installed", module)
	}
	out, err := exec.CommandContext(t.Context(), interpreter, append([]string{"-c", "import sys, " + module + " as driver\n" + script}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", module, err, out)
	}
	return string(out)
}

// Python's drivers begin with autocommit off, and skip the command that turns
// it off if the server's greeting says that it is.
const rollbacks = `
def connect():
    return driver.connect(host=sys.argv[1], port=int(sys.argv[2]), user="root", database="shop")
def run(c, *statements):
    with c.cursor() as cursor:
        for s in statements:
            cursor.execute(s)
        return cursor.fetchall()
def rows():
    c = connect()
    print(*[r[0] for r in run(c, "SELECT a FROM t ORDER BY a")])
    c.close()
c = connect()
run(c, "INSERT INTO t VALUES (1), (2)")
c.commit()
run(c, "DELETE FROM t WHERE a = 1")
c.rollback()
rows()
run(c, "INSERT INTO t VALUES (3)")
c.close() # without a commit
rows()
c = connect()
c.autocommit(True)
run(c, "INSERT INTO t VALUES (4)")
c.rollback()
rows()
c.autocommit(False)
run(c, "DELETE FROM t")
c.rollback()
rows()
c.close()
`

func TestPythonRollsBack(t *testing.T) {
	for _, module := range []string{"pymysql", "MySQLdb"} {
		t.Run(module, func(t *testing.T) {
			s := start(t)
			db := open(t, dial(s))
			mustExec(t, db, "CREATE DATABASE shop")
			mustExec(t, db, "CREATE TABLE shop.t (a INT PRIMARY KEY)")
			host, port := hostPort(t, s.Addr())
			if got, want := python(t, module, rollbacks, host, port), "1 2\n1 2\n1 2 4\n1 2 4\n"; got != want {
				t.Errorf("what is in the table is %q, want %q", got, want)
			}
		})
	}
}

func TestMariaDBClientRollsBack(t *testing.T) {
	s := start(t)
	host, port := hostPort(t, s.Addr())
	run := func(args ...string) string {
		return strings.Join(strings.Fields(client(t, "mariadb", append([]string{"--no-defaults", "-h" + host, "-P" + port, "-uroot", "-N"}, args...)...)), " ")
	}
	run("-e", "CREATE DATABASE shop; USE shop; CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1), (2)")
	run("--init-command=SET autocommit=0", "-e", "DELETE FROM shop.t")
	run("-e", "BEGIN; DELETE FROM shop.t; ROLLBACK; BEGIN; DELETE FROM shop.t")
	if got := run("-e", "SELECT a FROM shop.t ORDER BY a"); got != "1 2" {
		t.Errorf("what was not committed has changed the table: %q", got)
	}
}
