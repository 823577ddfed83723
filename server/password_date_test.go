package server_test

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/server"
)

// The password of every account has the date of its making, or of its last change, however the
// account came to be, also after a restart. A password without a date gets one at the start.
func TestPasswordDates(t *testing.T) {
	dir := t.TempDir()
	// What a second is cut off from counts as in time.
	began := time.Now().UTC().Truncate(time.Second)
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	exec := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	dates := func() map[string]string {
		t.Helper()
		rows, err := db.Query("SELECT CONCAT(user, '@', host), CAST(password_last_changed AS CHAR) FROM mysql.user")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		all := make(map[string]string)
		for rows.Next() {
			var name string
			var at sql.NullString
			if err := rows.Scan(&name, &at); err != nil {
				t.Fatal(err)
			}
			// The file of accounts keeps seconds.
			all[name] = at.String[:min(len(at.String), len("2006-01-02 15:04:05"))]
		}
		if err := rows.Err(); err != nil || len(all) == 0 {
			t.Fatalf("%d accounts: %v", len(all), err)
		}
		return all
	}
	check := func(names ...string) {
		t.Helper()
		all := dates()
		for _, name := range names {
			at, err := time.Parse("2006-01-02 15:04:05", all[name])
			if err != nil || at.Before(began) || at.After(time.Now().UTC()) {
				t.Errorf("%s has %q, %v", name, all[name], err)
			}
		}
	}
	exec("CREATE USER made@localhost IDENTIFIED BY 'x', bare@localhost")
	exec("CREATE ROLE part")
	exec("INSERT INTO mysql.user (Host, User, ssl_cipher, x509_issuer, x509_subject) VALUES ('localhost', 'inserted', '', '', '')")
	names := []string{"root@localhost", "made@localhost", "bare@localhost", "part@%", "inserted@localhost"}
	check(names...)
	for _, change := range []string{"ALTER USER made@localhost IDENTIFIED BY 'y'", "SET PASSWORD FOR made@localhost = 'z'"} {
		exec("UPDATE mysql.user SET password_last_changed = '2001-02-03 04:05:06' WHERE User = 'made'")
		exec(change)
		check("made@localhost")
	}
	exec("UPDATE mysql.user SET password_last_changed = '2001-02-03 04:05:06' WHERE User = 'made'")
	exec("RENAME USER made@localhost TO renamed@localhost")
	exec("ALTER USER renamed@localhost ACCOUNT UNLOCK")
	exec("UPDATE mysql.user SET password_last_changed = '1970-01-01 00:00:01' WHERE User IN ('root', 'bare')")
	exec("SET GLOBAL default_password_lifetime = 1")
	if err := open(t, s, "bare", "").Ping(); err != nil {
		t.Errorf("without a date: %v", err)
	}
	if err := open(t, s, "renamed", "z").Ping(); err == nil {
		t.Error("an old password has not expired")
	}
	before := dates()
	exec("SET GLOBAL default_password_lifetime = DEFAULT")
	for range 2 {
		db.Close()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = start(t, server.Config{DataDir: dir})
		db = open(t, s, "root", "")
		check("root@localhost", "bare@localhost", "part@%", "inserted@localhost")
		for name, at := range dates() {
			if before[name] != at && !strings.HasPrefix(before[name], "1970") {
				t.Errorf("%s has %s after the restart, had %s", name, at, before[name])
			}
		}
		before = dates()
	}
}
