package sqltest_test

import (
	"context"
	"database/sql"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/sqltest"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// start runs a server on a free loopback port and an empty data directory.
func start(t testing.TB) *server.Server {
	t.Helper()
	return startRecording(t, perfschema.Config{})
}

// startRecording is start of a server that records what a configuration says.
func startRecording(t testing.TB, records perfschema.Config) *server.Server {
	t.Helper()
	s, err := server.Start(context.Background(), server.Config{
		Listen: "127.0.0.1:0", DataDir: filepath.Join(t.TempDir(), "data"), PerformanceSchema: records,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func dial(s *server.Server) sqltest.Dial { return dialWith(s, mysql.NewConfig) }

// dialSeveral is dial for commands of several statements.
func dialSeveral(s *server.Server) sqltest.Dial {
	return dialWith(s, func() *mysql.Config {
		cfg := mysql.NewConfig()
		cfg.MultiStatements = true
		return cfg
	})
}

func dialWith(s *server.Server, config func() *mysql.Config) sqltest.Dial {
	return func(user, password string) (*sql.DB, error) {
		cfg := config()
		cfg.Net, cfg.Addr, cfg.User, cfg.Passwd = "tcp", s.Addr().String(), user, password
		cfg.Collation = server.DefaultCollation // the driver's own is utf8mb4_general_ci
		c, err := mysql.NewConnector(cfg)
		if err != nil {
			return nil, err
		}
		return sql.OpenDB(c), nil
	}
}

// meets finds scripts in which statements, or one and an event of the server's, run at once.
var meets = regexp.MustCompile(`(?mi)^-- (start|until)|CREATE EVENT`)

// waiting are scripts that wait most of their time, for locks and for addresses where nobody is.
var waiting = []string{"definition_rights", "lock_tables", "remote_logins"}

// Every script gives, on a fresh server, the transcript in its golden file.
func TestGolden(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.sql")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range scripts {
		if name := scriptName(file); !slices.Contains(waiting, name) {
			t.Run(name, func(t *testing.T) { runGolden(t, file) })
		}
	}
}

// TestWaitingGolden runs the scripts that wait, while a test that computes runs beside them. Global
// variables are the process's: neither may change any.
func TestWaitingGolden(t *testing.T) {
	t.Parallel()
	for _, name := range waiting {
		t.Run(name, func(t *testing.T) { runGolden(t, filepath.Join("testdata", name+".sql")) })
	}
}

func scriptName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".sql") }

func runGolden(t *testing.T, file string) {
	t.Helper()
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() && !meets.Match(script) {
		t.Skip("its statements run one after another")
	}
	s := start(t)
	tellAbsent()
	got, err := sqltest.Run(t.Context(), string(script), dial(s))
	if err != nil {
		t.Fatal(err)
	}
	golden := strings.TrimSuffix(file, ".sql") + ".golden"
	if *rewrite {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; look at what changed with -rewrite and git diff:\n%s", golden, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			wanted := "(end)"
			if i < len(w) {
				wanted = w[i]
			}
			from := max(0, i-6)
			return strings.Join(g[from:i], "\n") + "\ngot:  " + g[i] + "\nwant: " + wanted
		}
	}
	return "want more:\n" + strings.Join(w[len(g):], "\n")
}
