package sqltest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/server"
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
// it off if the server's greeting says that it is. The first connection has the
// server compute the password's hash, those after it find that in its cache.
const rollbacks = `
user, password, ca = sys.argv[3:]
def connect():
    how = dict(host=sys.argv[1], port=int(sys.argv[2]), user=user, password=password, database="shop")
    if ca:
        how["ssl"] = {"ca": ca}
    return driver.connect(**how)
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
print(run(c, "SHOW SESSION STATUS LIKE 'Ssl_version'")[0][1].startswith("TLSv1."))
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

// login is an account of the shop and how it connects.
type login struct {
	name, user, password string
	tls                  bool
}

const shopPassword = "rosebud: it's secret"

// logins are those of caching_sha2_password: without a password, with one that
// goes through TLS as it is, and with one that is encrypted with the server's RSA
// key.
var logins = []login{
	{name: "open", user: "root"},
	{name: "TLS", user: "clerk", password: shopPassword, tls: true},
	{name: "RSA", user: "clerk", password: shopPassword},
}

// startShop starts a server with a table and an account, and gives the
// certificate of its authority.
func startShop(t *testing.T) (host, port, ca string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	s, err := server.Start(t.Context(), server.Config{Listen: "127.0.0.1:0", DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	db := open(t, dial(s))
	mustExec(t, db, "CREATE DATABASE shop")
	mustExec(t, db, "CREATE TABLE shop.t (a INT PRIMARY KEY)")
	mustExec(t, db, `CREATE USER clerk IDENTIFIED WITH caching_sha2_password BY "`+shopPassword+`"`)
	mustExec(t, db, "GRANT ALL ON shop.* TO clerk")
	host, port = hostPort(t, s.Addr())
	return host, port, filepath.Join(dir, "ca.pem")
}

// MySQLdb and the mariadb client use MariaDB's library in Debian, of MySQL's there
// is none.
func TestPythonRollsBack(t *testing.T) {
	racetest.SkipAlone(t)
	for _, module := range []string{"pymysql", "MySQLdb"} {
		for _, l := range logins {
			t.Run(module+"/"+l.name, func(t *testing.T) {
				host, port, ca := startShop(t)
				if !l.tls {
					ca = ""
				}
				got := python(t, module, rollbacks, host, port, l.user, l.password, ca)
				want := "False\n1 2\n1 2\n1 2 4\n1 2 4\n"
				if l.tls {
					want = strings.Replace(want, "False", "True", 1)
				}
				if got != want {
					t.Errorf("whether it is TLS, and what is in the table, is %q, want %q", got, want)
				}
			})
		}
	}
}

func TestMariaDBClientRollsBack(t *testing.T) {
	racetest.SkipAlone(t)
	for _, l := range logins {
		t.Run(l.name, func(t *testing.T) {
			host, port, ca := startShop(t)
			common := []string{"--no-defaults", "-h" + host, "-P" + port, "-u" + l.user, "-N"}
			if l.password != "" {
				common = append(common, "-p"+l.password)
			}
			if l.tls {
				common = append(common, "--ssl-ca="+ca, "--ssl-verify-server-cert")
			} else {
				common = append(common, "--skip-ssl")
			}
			run := func(args ...string) string {
				return strings.Join(strings.Fields(client(t, "mariadb", append(common[:len(common):len(common)], args...)...)), " ")
			}
			if got := strings.Contains(run("-e", "SHOW SESSION STATUS LIKE 'Ssl_version'"), "TLSv1."); got != l.tls {
				t.Errorf("connected with TLS: %v", got)
			}
			run("-e", "INSERT INTO shop.t VALUES (1), (2)")
			run("--init-command=SET autocommit=0", "-e", "DELETE FROM shop.t")
			run("-e", "BEGIN; DELETE FROM shop.t; ROLLBACK; BEGIN; DELETE FROM shop.t")
			if got := run("-e", "SELECT a FROM shop.t ORDER BY a"); got != "1 2" {
				t.Errorf("what was not committed has changed the table: %q", got)
			}
		})
	}
}
