package main

import (
	"bufio"
	"bytes"
	"cmp"
	"database/sql"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
)

// asCommand makes the test binary the command itself.
const asCommand = "PERFSCHEMA_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// child is the command in a process of its own.
type child struct {
	*exec.Cmd
	addr   string
	stderr bytes.Buffer
	// stdout is read whole once the ready line has come.
	rest chan string
	says *regexp.Regexp // what follows the ready line; nil is nothing
}

var nothing = regexp.MustCompile(`^$`)

// ofTheClock is the warning of a machine by whose cycle counter waits cannot be timed.
var ofTheClock = regexp.MustCompile(`(?m)^.* waits are timed with NANOSECOND instead of CYCLE.*\n`)

// complaints is what the child, which has ended, said on standard error, but for a warning of the
// machine's clock.
func (c *child) complaints() string { return ofTheClock.ReplaceAllString(c.stderr.String(), "") }

func command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	// Nothing may depend on a home directory.
	cmd.Env = []string{asCommand + "=1", "HOME=/nonexistent", "PATH=" + os.Getenv("PATH")}
	cmd.Dir = t.TempDir()
	return cmd
}

// serveChild starts a server and waits until it says that it is ready.
func serveChild(t testing.TB, args ...string) *child {
	t.Helper()
	c := &child{Cmd: command(t, append([]string{"serve", "--listen=127.0.0.1:0"}, args...)...), rest: make(chan string, 1)}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = &c.stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	r := bufio.NewReader(stdout)
	line, err := r.ReadString('\n')
	const ready = "perfschema: ready for connections on "
	if err != nil || !strings.HasPrefix(line, ready) {
		_ = c.Wait()
		t.Fatalf("standard output says %q, %v; standard error %q", line, err, c.stderr.String())
	}
	c.addr = strings.TrimSuffix(strings.TrimPrefix(line, ready), "\n")
	go func() {
		var more strings.Builder
		_, _ = r.WriteTo(&more)
		c.rest <- more.String()
	}()
	return c
}

func (c *child) open(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("mysql", "root@tcp("+c.addr+")/")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// stop sends a signal and waits for the end.
func (c *child) stop(t testing.TB, signal os.Signal) (status int, took time.Duration) {
	t.Helper()
	begin := time.Now()
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	more := <-c.rest
	err := c.Wait()
	if says := cmp.Or(c.says, nothing); !says.MatchString(more) {
		t.Errorf("standard output says besides: %q, not %s", more, says)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), time.Since(begin)
}

func TestSignalsEndTheServer(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			c := serveChild(t)
			db := c.open(t)
			failed := make(chan error, 1)
			go func() {
				_, err := db.Exec("SELECT SLEEP(100000)")
				failed <- err
			}()
			deadline := time.Now().Add(time.Minute)
			for n := 0; n == 0; {
				if err := db.QueryRow("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%SLEEP(100000%' AND id <> CONNECTION_ID()").Scan(&n); err != nil {
					t.Fatal(err)
				}
				if time.Now().After(deadline) {
					t.Fatal("the statement does not run")
				}
			}
			idle, err := net.Dial("tcp", c.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer idle.Close()
			status, took := c.stop(t, signal)
			if status != 0 || took > time.Minute { // the statement takes longer
				t.Errorf("exit status %d after %v", status, took)
			}
			if err := <-failed; err == nil {
				t.Error("the statement in progress succeeded")
			}
			if text := c.complaints(); text != "" {
				t.Errorf("standard error says %q", text)
			}
		})
	}
}

func TestKillKeepsWhatWasCommitted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	c := serveChild(t, "--data-dir", dir)
	db := c.open(t)
	for _, q := range []string{"CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)", "CREATE USER ann IDENTIFIED BY 'x'"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	for round := range 3 {
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec("INSERT INTO d.t VALUES (-1)"); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			if _, err := db.Exec("INSERT INTO d.t VALUES (?)", round*20+i); err != nil {
				t.Fatal(err)
			}
		}
		if status, _ := c.stop(t, syscall.SIGKILL); status == 0 {
			t.Fatal("killed, and exit status 0")
		}
		c = serveChild(t, "--data-dir", dir)
		db = c.open(t)
		var n, least int
		if err := db.QueryRow("SELECT COUNT(*), MIN(id) FROM d.t").Scan(&n, &least); err != nil {
			t.Fatal(err)
		}
		if n != (round+1)*20 || least != 0 {
			t.Errorf("%d rows from %d on, want %d from 0 on", n, least, (round+1)*20)
		}
	}
	var users int
	if err := db.QueryRow("SELECT COUNT(*) FROM mysql.user WHERE user = 'ann'").Scan(&users); err != nil || users != 1 {
		t.Errorf("%d users ann, %v; want 1", users, err)
	}
	if status, _ := c.stop(t, syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d, want 0; standard error says %q", status, c.stderr.String())
	}
}

func TestErrorsAreOneLine(t *testing.T) {
	dir := t.TempDir()
	running := serveChild(t, "--data-dir", dir)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "data")
	if err := os.MkdirAll(filepath.Join(damaged, "shop", ".dolt", "noms"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(damaged, "shop", ".dolt", "noms", "manifest"), []byte("5:__DO"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		args []string
		want string
	}{
		"port in use":           {[]string{"serve", "--listen", running.addr}, "port is in use"},
		"directory in use":      {[]string{"serve", "--listen=127.0.0.1:0", "--data-dir", dir}, "in use by another running server"},
		"directory is a file":   {[]string{"serve", "--listen=127.0.0.1:0", "--data-dir", file}, "not writable"},
		"foreign directory":     {[]string{"serve", "--listen=127.0.0.1:0", "--data-dir", filepath.Dir(file)}, "is not empty and has no databases of this server (it has file): give a new or an empty directory"},
		"damaged directory":     {[]string{"serve", "--listen=127.0.0.1:0", "--data-dir", damaged}, "is damaged"},
		"exposed":               {[]string{"serve", "--listen=0.0.0.0:0"}, "--password"},
		"TLS required and off":  {[]string{"serve", "--listen=127.0.0.1:0", "--require-secure-transport", "--skip-ssl"}, "--skip-ssl"},
		"unreadable cert":       {[]string{"serve", "--listen=127.0.0.1:0", "--ssl-cert", file, "--ssl-key", file}, "PEM"},
		"unknown option":        {[]string{"serve", "--datadir=x"}, "--data-dir"},
		"unknown command":       {[]string{"sreve"}, `"serve"`},
		"no command":            {nil, "perfschema serve"},
		"bad instrument option": {[]string{"serve", "--performance-schema-instrument=x"}, "name=ON"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := command(t, tt.args...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// A server that starts after all would run for ever.
			end := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
			err := cmd.Wait()
			end.Stop()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 {
				t.Errorf("ended with %v, want exit status 1", err)
			}
			if stdout.Len() > 0 {
				t.Errorf("standard output says %q", stdout.String())
			}
			text := stderr.String()
			if strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "perfschema: ") || !strings.Contains(text, tt.want) {
				t.Errorf("standard error says %q, want one line with %q", text, tt.want)
			}
			// Without --data-dir it would be ./data.
			if left, err := os.ReadDir(cmd.Dir); err != nil || len(left) > 0 {
				t.Errorf("files are left: %v, %v", left, err)
			}
		})
	}
}

func TestHelpAndVersion(t *testing.T) {
	for args, want := range map[string]string{
		"help": "perfschema serve", "--help": "perfschema serve", "version": "perfschema ", "serve --help": "--data-dir=DIR",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), &stdout, &stderr); status != 0 || stderr.Len() > 0 || !strings.Contains(stdout.String(), want) {
			t.Errorf("%s: status %d, %q, %q", args, status, stdout.String(), stderr.String())
		}
	}
}

func TestStartOptionsReachTheServer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.cnf")
	content := "[mysqld]\nperformance_schema_digests_size=200\nperformance_schema_consumer_events_waits_current=ON\n" +
		"[perfschema]\nperformance_schema_instrument='statement/sql/select=COUNTED'\n"
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	db := serveChild(t, "--defaults-file", file, "--performance-schema-max-sql-text-length=10").open(t)
	for query, want := range map[string]string{
		"SELECT @@performance_schema_digests_size":                                                                    "200",
		"SELECT @@performance_schema_max_sql_text_length":                                                             "10",
		"SELECT ENABLED FROM performance_schema.setup_consumers WHERE NAME = 'events_waits_current'":                  "YES",
		"SELECT CONCAT(ENABLED, TIMED) FROM performance_schema.setup_instruments WHERE NAME = 'statement/sql/select'": "YESNO",
	} {
		var got string
		if err := db.QueryRow(query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", query, got, err, want)
		}
	}
}

func TestDemoStartsAndEnds(t *testing.T) {
	c := serveChild(t, "--demo")
	c.says = regexp.MustCompile(`^perfschema: see it in a browser at http://127\.0\.0\.1:[0-9]+/ .*\n$`)
	db := c.open(t)
	deadline := time.Now().Add(time.Minute)
	for {
		var name string
		err := db.QueryRow("SHOW DATABASES LIKE 'shop'").Scan(&name)
		if err == nil {
			break
		}
		if !errors.Is(err, sql.ErrNoRows) || time.Now().After(deadline) {
			t.Fatalf("the demo does not begin: %v", err)
		}
	}
	if status, took := c.stop(t, syscall.SIGTERM); status != 0 || took > time.Minute { // the demo takes longer
		t.Errorf("exit status %d after %v", status, took)
	}
	if text := c.complaints(); text != "" {
		t.Errorf("standard error says %q", text)
	}
}
