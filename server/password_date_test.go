package server_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	enginesql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"

	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/dolt"
)

// datePasswords gives the passwords of accounts another date, in a data directory that no server
// runs on.
func datePasswords(t *testing.T, dir string, at time.Time, users ...string) {
	t.Helper()
	d, err := dolt.Open(t.Context(), dolt.Options{Dir: dir, Reserved: func(string) bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := d.NewEventContext(context.Background(), enginesql.NewBaseSessionWithClientServer("", enginesql.Client{User: "root", Address: "localhost"}, 1))
	if err != nil {
		t.Fatal(err)
	}
	accounts := d.Engine().Analyzer.Catalog.MySQLDb
	editor := accounts.Editor()
	var changed []*mysql_db.User
	editor.VisitUsers(func(u *mysql_db.User) {
		if slices.Contains(users, u.User) {
			dated := *u
			dated.PasswordLastChanged = at
			changed = append(changed, &dated)
		}
	})
	for _, u := range changed {
		editor.RemoveUser(mysql_db.UserPrimaryKey{Host: u.Host, User: u.User})
		editor.PutUser(u)
	}
	err = accounts.Persist(ctx, editor)
	editor.Close()
	if err := errors.Join(err, d.Stop(), d.Close()); err != nil || len(changed) != len(users) {
		t.Fatalf("%d accounts: %v", len(changed), err)
	}
}

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
	restart := func(dated time.Time, users ...string) {
		t.Helper()
		db.Close()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		datePasswords(t, dir, dated, users...)
		s = start(t, server.Config{DataDir: dir})
		db = open(t, s, "root", "")
	}
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	names := []string{"root@localhost", "made@localhost", "bare@localhost", "part@%"}
	check(names...)
	for _, change := range []string{"ALTER USER made@localhost IDENTIFIED BY 'y'", "SET PASSWORD FOR made@localhost = 'z'"} {
		restart(old, "made")
		exec(change)
		check("made@localhost")
	}
	restart(time.Unix(1, 0), "root", "bare")
	restart(old, "made")
	exec("RENAME USER made@localhost TO renamed@localhost")
	exec("ALTER USER renamed@localhost ACCOUNT UNLOCK")
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
		check("root@localhost", "bare@localhost", "part@%")
		for name, at := range dates() {
			if before[name] != at {
				t.Errorf("%s has %s after the restart, had %s", name, at, before[name])
			}
		}
		before = dates()
	}
}
