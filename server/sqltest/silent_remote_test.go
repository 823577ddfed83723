package sqltest_test

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"runtime"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// silentRemote listens for the storage's procedures that ask a remote, and answers none of them.
// Each connection is told on the channel as it is accepted.
func silentRemote(t *testing.T) (url string, asked <-chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepted, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
			select {
			case accepted <- struct{}{}:
			case <-t.Context().Done():
			}
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-done
	})
	return "http://" + l.Addr().String() + "/a/b", accepted
}

// A procedure of the storage whose remote does not answer stops no other session, and ends by KILL
// QUERY, by KILL, with its client and with the server.
func TestSilentRemote(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	admin := open(t, dial(s))
	admin.SetMaxOpenConns(1)
	url, asked := silentRemote(t)
	for _, q := range []string{
		"CREATE DATABASE endless", "USE endless", "CREATE TABLE t (n INT PRIMARY KEY)", "CALL dolt_commit('-Am', 't')",
		"CALL dolt_remote('add', 'silent', '" + url + "')", "CALL dolt_backup('add', 'silent', '" + url + "2')",
		"CREATE DATABASE dropped", "DROP DATABASE dropped",
	} {
		mustExec(t, admin, q)
	}
	run := func(t *testing.T, q string) error {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), endsWithin)
		defer cancel()
		_, err := admin.ExecContext(ctx, q)
		return err //nolint:wrapcheck // looked at
	}
	must := func(t *testing.T, q string, args ...any) {
		t.Helper()
		if err := run(t, fmt.Sprintf(q, args...)); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	clone := "CALL dolt_clone('" + url + "', 'dropped')"
	git := "git+" + url + ".git"
	hasGit := false
	if _, err := exec.LookPath("git"); err == nil {
		hasGit = true
		mustExec(t, admin, "CALL dolt_remote('add', 'by_git', '"+git+"')")
	}
	statements := []struct {
		name, text string
		byGit      bool
	}{
		{"clone", clone, false},
		{"fetch", "CALL dolt_fetch('silent')", false},
		{"pull", "CALL dolt_pull('silent', 'main')", false},
		{"push", "CALL dolt_push('silent', 'main')", false},
		{"backup", "CALL dolt_backup('sync', 'silent')", false},
		{"backup of an address", "CALL dolt_backup('sync-url', '" + url + "')", false},
		{"restore", "CALL dolt_backup('restore', '" + url + "', 'copy')", false},
		{"clone by git", "CALL dolt_clone('" + git + "', 'dropped')", true},
		{"fetch by git", "CALL dolt_fetch('by_git')", true},
		{"pull by git", "CALL dolt_pull('by_git', 'main')", true},
		{"push by git", "CALL dolt_push('by_git', 'main')", true},
		{"backup by git", "CALL dolt_backup('sync-url', '" + git + "')", true},
		{"restore by git", "CALL dolt_backup('restore', '" + git + "', 'copy')", true},
	}
	endsGit := func(t *testing.T, byGit bool) {
		t.Helper()
		if !byGit {
			return
		}
		if runtime.GOOS != "linux" {
			t.Skip("the statement waits for git's helpers")
		}
		tool(t, "git")
	}
	begin := func(t *testing.T, statement string) *endlessSession {
		t.Helper()
		e := newEndlessSession(t, s)
		go e.run(t.Context(), statement)
		if !e.await(t, admin) {
			t.Fatalf("ended by itself: %v", <-e.done)
		}
		select {
		case <-asked:
		case err := <-e.done:
			t.Fatalf("ended by itself: %v", err)
		}
		return e
	}
	made := 0
	for _, statement := range statements {
		t.Run("KILL QUERY/"+statement.name, func(t *testing.T) {
			endsGit(t, statement.byGit)
			e := begin(t, statement.text)
			made++
			for _, q := range []string{
				"SELECT * FROM t", fmt.Sprintf("INSERT INTO t VALUES (%d)", made), "SHOW DATABASES", "SELECT COUNT(*) FROM information_schema.COLUMNS",
				"CREATE DATABASE other", "CREATE TABLE other.t (n INT)", "DROP DATABASE other",
			} {
				must(t, "%s", q)
			}
			must(t, "KILL QUERY %d", e.id)
			if _, err := e.ended(t); errorNumber(err) != 1317 {
				t.Errorf("ended with %v", err)
			}
		})
		t.Run("KILL/"+statement.name, func(t *testing.T) {
			endsGit(t, statement.byGit)
			e := begin(t, statement.text)
			must(t, "KILL %d", e.id)
			e.ended(t)
			e.gone(t, admin)
		})
		t.Run("client/"+statement.name, func(t *testing.T) {
			endsGit(t, statement.byGit)
			e := begin(t, statement.text)
			e.sock.Close()
			e.gone(t, admin)
		})
	}
	// Nothing makes a database of the name of a clone that is being made: a clone that fails
	// removes it.
	t.Run("name", func(t *testing.T) {
		e := begin(t, clone)
		const databaseExists = 1007
		for _, q := range []string{"CREATE DATABASE Dropped", "CALL dolt_undrop('dropped')", clone, "CALL dolt_backup('restore', '" + url + "', 'DROPPED')"} {
			if err := run(t, q); errorNumber(err) != databaseExists {
				t.Errorf("%s: %v", q, err)
			}
		}
		must(t, "KILL QUERY %d", e.id)
		e.ended(t)
		must(t, "CALL dolt_undrop('dropped')")
		must(t, "CREATE TABLE dropped.t (n INT)")
	})
	t.Run("shutdown", func(t *testing.T) {
		var all []*endlessSession
		asking := []string{"CALL dolt_clone('" + url + "', 'another')", "CALL dolt_fetch('silent')", "CALL dolt_backup('restore', '" + url + "', 'copy')"}
		if hasGit && runtime.GOOS == "linux" {
			asking = append(asking, "CALL dolt_fetch('by_git')")
		}
		for _, statement := range asking {
			all = append(all, begin(t, statement))
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		for _, e := range all {
			e.ended(t)
		}
	})
}

// A clone is a database for all sessions, also in the place of one that was dropped.
func TestClone(t *testing.T) {
	s := start(t)
	admin, other := open(t, dial(s)), open(t, dial(s))
	admin.SetMaxOpenConns(1)
	remote := "file://" + t.TempDir()
	for _, q := range []string{
		"CREATE DATABASE d", "USE d", "CREATE TABLE t (n INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)", "CALL dolt_commit('-Am', 't')",
		"CALL dolt_remote('add', 'origin', '" + remote + "')", "CALL dolt_push('origin', 'main')",
	} {
		mustExec(t, admin, q)
	}
	for range 3 {
		mustExec(t, admin, "CALL dolt_clone('"+remote+"', 'Copy')")
		for _, q := range []string{"INSERT INTO copy.t VALUES (3)", "INSERT INTO copy.t SELECT COUNT(*) * 10 FROM Copy.t", "CREATE TABLE copy.u (n INT)"} {
			mustExec(t, other, q)
		}
		var sum int
		if err := admin.QueryRow("SELECT SUM(n) FROM Copy.t").Scan(&sum); err != nil || sum != 36 {
			t.Errorf("the clone has %d, %v", sum, err)
		}
		if _, err := other.Exec("CALL dolt_clone('" + remote + "', 'copy')"); errorNumber(err) != 1007 {
			t.Errorf("a second clone of a name: %v", err)
		}
		mustExec(t, other, "DROP DATABASE copy")
	}
}
