package gms_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// refusedLogin tries to log in, and wants an error.
func refusedLogin(t *testing.T, s *testServer, user, password string, number uint16, says string) {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Passwd = "tcp", s.addr, user, password
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	err = db.PingContext(t.Context())
	var m *mysql.MySQLError
	if !errors.As(err, &m) || m.Number != number || m.Message != says {
		t.Errorf("login of %s: %v, want error %d: %s", user, err, number, says)
	}
}

// understandingConn says of a client that it knows what to do when a password has expired.
type understandingConn struct {
	net.Conn
	said bool
}

// Write implements net.Conn.
func (c *understandingConn) Write(b []byte) (int, error) {
	if !c.said && len(b) > 6 { // the answer to the greeting
		c.said = true
		b = slices.Clone(b)
		b[4+2] |= 1 << 6
	}
	return c.Conn.Write(b)
}

// connectExpired logs in as such a client.
func connectExpired(t *testing.T, s *testServer, user string) *sql.Conn {
	t.Helper()
	return s.connectWith(t, func(c *mysql.Config) {
		c.User, c.DBName = user, ""
		c.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
			below, err := new(net.Dialer).DialContext(ctx, network, addr)
			return &understandingConn{Conn: below}, err
		}
	})
}

// An account whose password has expired may do nothing but set another one.
func TestExpiredPassword(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	for _, q := range []string{"CREATE USER old PASSWORD EXPIRE", "CREATE USER chief PASSWORD EXPIRE", "GRANT ALL ON *.* TO chief", "CREATE USER other"} {
		mustExec(t, root, q)
	}
	const login = "Your password has expired. To log in you must change it using a client that supports expired passwords."
	refusedLogin(t, s, "old", "", 1862, login)
	if got := rows(t, root, "SELECT password_expired FROM mysql.user WHERE User IN ('old', 'other') ORDER BY User"); got[0][0] != "Y" || got[1][0] != "N" {
		t.Errorf("password_expired is %q", got)
	}
	for _, of := range []struct {
		user, query string
		number      uint16
	}{
		{"old", "SELECT 1", 1820}, {"old", "DO 1", 1820}, {"old", "SET @a = 1", 1820}, {"old", "USE shop", 1820}, {"old", "SHOW WARNINGS", 1820}, {"old", "BEGIN", 1820},
		{"old", "/* a */ SELECT 1", 1820}, {"old", "PREPARE s FROM 'SELECT 1'", 1820}, {"old", "KILL 1", 1820}, {"old", "EXPLAIN ALTER USER old", 1820},
		{"old", "ALTER USER other IDENTIFIED BY 'x'", 1227}, {"old", "ALTER USER old ACCOUNT UNLOCK", 1227}, {"old", "ALTER USER old PASSWORD EXPIRE NEVER", 1227},
		{"old", "SET PASSWORD FOR other = 'x'", 1820}, {"old", "SET PASSWORD = (SELECT 'x')", 1064}, {"old", "SET PASSWORD = 'x', @a = SLEEP(0)", 1064},
		{"chief", "ALTER USER other IDENTIFIED BY 'x'", 1820}, {"chief", "ALTER USER chief PASSWORD EXPIRE NEVER", 1820}, {"chief", "ALTER USER chief ACCOUNT UNLOCK", 1820},
		{"chief", "ALTER USER chief IDENTIFIED BY 'x' PASSWORD EXPIRE NEVER", 1820}, {"chief", "CREATE USER more", 1820}, {"chief", "DROP USER other", 1820},
		{"chief", "ALTER USER chief IDENTIFIED BY 'x', other IDENTIFIED BY 'x'", 1820}, {"chief", "ALTER USER other DEFAULT ROLE ALL", 1820},
	} {
		if number, _, says := errorOf(t, connectExpired(t, s, of.user), of.query); number != of.number {
			t.Errorf("%s: %s: error %d %s, want %d", of.user, of.query, number, says, of.number)
		}
	}
	c := connectExpired(t, s, "old")
	var refused *mysql.MySQLError
	if _, err := c.PrepareContext(t.Context(), "SELECT 1"); !errors.As(err, &refused) || refused.Number != 1820 {
		t.Errorf("preparing: %v", err)
	}
	mustExec(t, c, "ALTER USER USER() IDENTIFIED BY 'new'")
	mustExec(t, c, "DO 1")
	if got := rows(t, root, "SHOW CREATE USER old")[0][0]; !strings.Contains(got, " PASSWORD EXPIRE DEFAULT ") {
		t.Errorf("the account is %s", got)
	}
	mustExec(t, root, "ALTER USER other PASSWORD EXPIRE INTERVAL 3 DAY")
	s.changeUser(t, "other", func(u *mysql_db.User) { u.PasswordLastChanged = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) })
	refusedLogin(t, s, "other", "", 1862, login)
	mustExec(t, root, "ALTER USER other PASSWORD EXPIRE DEFAULT")
	s.connect(t, "other", "")
	mustExec(t, root, "SET GLOBAL default_password_lifetime = 10")
	refusedLogin(t, s, "other", "", 1862, login)
	mustExec(t, root, "SET GLOBAL default_password_lifetime = 0")
}

// Passwords that have been used cannot be used again, and who changes his own may have to
// say it.
func TestPasswordRules(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	const used = 3638
	for _, step := range []struct {
		query  string
		number uint16
	}{
		{"CREATE USER h IDENTIFIED BY 'a' PASSWORD HISTORY 2", 0}, {"ALTER USER h IDENTIFIED BY 'a'", used}, {"ALTER USER h IDENTIFIED BY 'b'", 0}, {"ALTER USER h IDENTIFIED BY 'a'", used},
		{"ALTER USER h IDENTIFIED WITH mysql_native_password BY 'a'", used}, {"ALTER USER h IDENTIFIED BY 'c'", 0}, {"SET PASSWORD FOR h = 'a'", 0}, {"SET PASSWORD FOR h = 'a'", used},
		{"ALTER USER h PASSWORD HISTORY 0 PASSWORD REUSE INTERVAL 3 DAY", 0}, {"ALTER USER h IDENTIFIED BY 'c'", used}, {"ALTER USER h IDENTIFIED BY ''", 0},
		{"RENAME USER h TO i", 0}, {"ALTER USER i IDENTIFIED BY 'c'", used},
	} {
		if number, _, says := errorOf(t, root, step.query); number != step.number {
			t.Errorf("%s: error %d %s, want %d", step.query, number, says, step.number)
		}
	}
	if got := rows(t, root, "SELECT User, COUNT(*) FROM mysql.password_history GROUP BY User"); len(got) != 1 || got[0][0] != "i" || got[0][1] != "2" {
		t.Errorf("mysql.password_history has %q", got)
	}
	if got := rows(t, root, "SELECT User_attributes FROM mysql.user WHERE User = 'i'"); got[0][0] != "NULL" {
		t.Errorf("mysql.user tells of the passwords: %q", got)
	}
	mustExec(t, root, "CREATE USER reader")
	if number, _, _ := errorOf(t, s.connect(t, "reader", ""), "SELECT * FROM mysql.password_history"); number != 1142 {
		t.Errorf("an account without rights reads mysql.password_history: error %d", number)
	}
	mustExec(t, root, "DROP USER i")
	if got := rows(t, root, "SELECT User FROM mysql.password_history"); len(got) != 0 {
		t.Errorf("passwords of an account that is gone: %q", got)
	}
	mustExec(t, root, "CREATE USER own PASSWORD REQUIRE CURRENT")
	own := s.connect(t, "own", "")
	for _, step := range []struct {
		query  string
		number uint16
	}{
		{"SET PASSWORD = 'a'", 0}, // it had none
		{"ALTER USER USER() IDENTIFIED BY 'b'", 3892}, {"SET PASSWORD = 'b'", 3892}, {"ALTER USER own IDENTIFIED BY 'b' REPLACE 'x'", 3891},
		{"ALTER USER own IDENTIFIED BY 'b' REPLACE 'a'", 0}, {"SET PASSWORD = 'c' REPLACE 'b'", 0}, {"ALTER USER reader IDENTIFIED BY 'b' REPLACE ''", 1227},
		{"ALTER USER own PASSWORD REQUIRE CURRENT OPTIONAL", 1227},
	} {
		if number, _, says := errorOf(t, own, step.query); number != step.number {
			t.Errorf("%s: error %d %s, want %d", step.query, number, says, step.number)
		}
	}
	if number, _, _ := errorOf(t, own, "SHOW CREATE USER USER()"); number != 0 {
		t.Errorf("SHOW CREATE USER of oneself: error %d", number)
	}
}

// Failed logins lock an account that asks for it, whatever the password then is.
func TestFailedLoginAttempts(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	mustExec(t, root, "CREATE USER k IDENTIFIED WITH mysql_native_password BY 'p' FAILED_LOGIN_ATTEMPTS 2 PASSWORD_LOCK_TIME 3")
	denied := "Access denied for user 'k'@'localhost' (using password: YES)"
	blocked := "Access denied for user 'k'@'localhost'. Account is blocked for 3 day(s) (3 day(s) remaining) due to 2 consecutive failed logins."
	locks := func(want string) {
		t.Helper()
		got := rows(t, root, "SELECT USER, LOCKED, FAILED_LOGIN_ATTEMPTS, REMAINING_LOGIN_ATTEMPTS, PASSWORD_LOCK_TIME, DATEDIFF(LOCKED_UNTIL, LOCKED_SINCE) FROM performance_schema.temporary_account_locks")
		if len(got) != 1 || strings.Join(got[0], " ") != want {
			t.Errorf("temporary_account_locks has %q, want %s", got, want)
		}
	}
	locks("k NO 2 2 3 NULL")
	refusedLogin(t, s, "k", "x", 1045, denied)
	locks("k NO 2 1 3 NULL")
	s.connectWith(t, func(c *mysql.Config) { c.User, c.Passwd, c.DBName = "k", "p", "" })
	locks("k NO 2 2 3 NULL")
	refusedLogin(t, s, "k", "x", 1045, denied)
	refusedLogin(t, s, "k", "x", 3955, blocked)
	refusedLogin(t, s, "k", "p", 3955, blocked)
	locks("k YES 2 0 3 3")
	mustExec(t, root, "ALTER USER k COMMENT 'still locked'")
	mustExec(t, root, "ALTER USER k IDENTIFIED WITH mysql_native_password BY 'p'")
	refusedLogin(t, s, "k", "p", 3955, blocked)
	mustExec(t, root, "ALTER USER k ACCOUNT UNLOCK")
	locks("k NO 2 2 3 NULL")
	s.connectWith(t, func(c *mysql.Config) { c.User, c.Passwd, c.DBName = "k", "p", "" })
	refusedLogin(t, s, "k", "x", 1045, denied)
	refusedLogin(t, s, "k", "x", 3955, blocked)
	mustExec(t, root, "FLUSH PRIVILEGES")
	locks("k NO 2 2 3 NULL")
	mustExec(t, root, "ALTER USER k FAILED_LOGIN_ATTEMPTS 0")
	if got := rows(t, root, "SELECT * FROM performance_schema.temporary_account_locks"); len(got) != 0 {
		t.Errorf("an account that nothing locks: %q", got)
	}
}

// COMMENT and ATTRIBUTE are merged with what there is.
func TestUserAttributes(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	for _, step := range []struct{ query, attribute string }{
		{`CREATE USER a ATTRIBUTE '{"a": 1, "nested": {"x": 1}}'`, `{"a": 1, "nested": {"x": 1}}`},
		{`ALTER USER a COMMENT 'it''s "mine"'`, `{"a": 1, "nested": {"x": 1}, "comment": "it's \"mine\""}`},
		{`ALTER USER a ATTRIBUTE '{"a": null, "b": [1,2.5], "nested": {"y": true}}'`, `{"b": [1, 2.5], "nested": {"x": 1, "y": true}, "comment": "it's \"mine\""}`},
		{`RENAME USER a TO b`, ""},
		{`ALTER USER b COMMENT '' WITH`, ""},
	} {
		_, err := tryRows(context.Background(), root, step.query)
		if step.attribute == "" {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", step.query, err)
		}
		if got := rows(t, root, "SELECT ATTRIBUTE FROM information_schema.USER_ATTRIBUTES WHERE USER = 'a'"); len(got) != 1 || got[0][0] != step.attribute {
			t.Errorf("%s gives %q, want %s", step.query, got, step.attribute)
		}
	}
	if got := rows(t, root, "SELECT User_attributes FROM mysql.user WHERE User = 'b'")[0][0]; !strings.HasPrefix(got, `{"metadata": {"b": [1, 2.5], `) {
		t.Errorf("User_attributes is %s", got)
	}
}
