package gms_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// What an account may use is counted for all its sessions together, in texts as MySQL
// counts them: what does not parse is none, and what a client has prepared is executed
// without being counted.
func TestAccountLimits(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	for _, q := range []string{
		"CREATE TABLE shop.t (a INT PRIMARY KEY)", "CREATE USER lim, free", "GRANT ALL ON shop.* TO lim",
		"ALTER USER lim WITH MAX_QUERIES_PER_HOUR 5 MAX_UPDATES_PER_HOUR 2",
	} {
		mustExec(t, root, q)
	}
	if got := rows(t, root, "SELECT max_questions, max_updates, max_connections, max_user_connections FROM mysql.user WHERE User = 'lim'")[0]; got[0] != "5" || got[1] != "2" || got[2] != "0" || got[3] != "0" {
		t.Errorf("mysql.user has the limits %q", got)
	}
	lim := s.connect(t, "lim", "")
	for _, step := range []struct {
		query  string
		number uint16
		says   string
	}{
		{"SELECT 1", 0, ""},
		{"no statement", 1064, ""},
		{"INSERT INTO shop.t VALUES (1)", 0, ""},
		{"INSERT INTO shop.t VALUES (2)", 0, ""},
		{"INSERT INTO shop.t VALUES (3)", 1226, "User 'lim' has exceeded the 'max_updates' resource (current value: 2)"},
		{"SELECT 2", 0, ""},
		{"SELECT 3", 1226, "User 'lim' has exceeded the 'max_questions' resource (current value: 5)"},
		{"DO 1", 1226, "User 'lim' has exceeded the 'max_questions' resource (current value: 5)"},
	} {
		if number, _, says := errorOf(t, lim, step.query); number != step.number || step.says != "" && says != step.says {
			t.Errorf("%s: error %d %s, want %d %s", step.query, number, says, step.number, step.says)
		}
	}
	if number, state, _ := errorOf(t, s.connect(t, "lim", ""), "SELECT 1"); number != 1226 || state != "42000" {
		t.Errorf("another session of the account: error %d (%s)", number, state)
	}
	if number, _, _ := errorOf(t, lim, "FLUSH USER_RESOURCES"); number == 0 {
		t.Error("the account resets its own limits")
	}
	mustExec(t, root, "FLUSH USER_RESOURCES")
	mustExec(t, lim, "SELECT 1")
	free := s.connect(t, "free", "")
	for range 7 {
		mustExec(t, free, "SELECT 1")
	}
	mustExec(t, root, "ALTER USER lim WITH MAX_QUERIES_PER_HOUR 0 MAX_UPDATES_PER_HOUR 0 MAX_USER_CONNECTIONS 3")
	mustExec(t, lim, "INSERT INTO shop.t VALUES (9)")
	third := s.connect(t, "lim", "")
	refusedLogin(t, s, "lim", "", 1226, "User 'lim' has exceeded the 'max_user_connections' resource (current value: 3)")
	mustExec(t, root, "ALTER USER lim WITH MAX_USER_CONNECTIONS 0")
	mustExec(t, root, "SET GLOBAL max_user_connections = 3")
	defer mustExec(t, root, "SET GLOBAL max_user_connections = 0")
	refusedLogin(t, s, "lim", "", 1203, "User lim already has more than 'max_user_connections' active connections")
	if number, _, _ := errorOf(t, third, "SET max_user_connections = 9"); number != 1621 {
		t.Errorf("SET of the session's max_user_connections: error %d", number)
	}
	if number, _, _ := errorOf(t, third, "SET GLOBAL max_user_connections = 9"); number != 1227 {
		t.Errorf("SET GLOBAL max_user_connections without the right: error %d", number)
	}
}

// A CREATE USER in a stored program keeps what it says, and ALTER USER loses nothing.
func TestAccountLimitsInProgram(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	mustExec(t, root, "CREATE PROCEDURE make() CREATE USER made IDENTIFIED BY 'p' WITH MAX_QUERIES_PER_HOUR 7 PASSWORD EXPIRE NEVER FAILED_LOGIN_ATTEMPTS 2 PASSWORD_LOCK_TIME UNBOUNDED")
	mustExec(t, root, "CALL make()")
	if got := rows(t, root, "SELECT plugin, max_questions, password_lifetime, User_attributes FROM mysql.user WHERE User = 'made'")[0]; got[0] != "caching_sha2_password" || got[1] != "7" || got[2] != "0" ||
		got[3] != `{"Password_locking": {"failed_login_attempts": 2, "password_lock_time_days": -1}}` {
		t.Errorf("the account made in a procedure has %q", got)
	}
	for _, q := range []string{
		"CREATE PROCEDURE bad() ALTER USER made WITH MAX_QUERIES_PER_HOUR 1", "CREATE PROCEDURE bad() BEGIN ALTER USER made; END",
	} {
		if number, _, says := errorOf(t, root, q); number != 1235 {
			t.Errorf("%s: error %d %s", q, number, says)
		}
	}
	mustExec(t, root, "CREATE PROCEDURE renew() ALTER USER made IDENTIFIED BY 'q'")
	mustExec(t, root, "ALTER USER made PASSWORD HISTORY 2")
	if number, _, says := errorOf(t, root, "CALL renew()"); number != 1235 {
		t.Errorf("a password with a history, in a procedure: error %d %s", number, says)
	}
	mustExec(t, root, "ALTER USER made PASSWORD HISTORY 0 PASSWORD EXPIRE")
	mustExec(t, root, "CALL renew()")
	if got := rows(t, root, "SELECT password_expired, max_questions FROM mysql.user WHERE User = 'made'")[0]; got[0] != "N" || got[1] != "7" {
		t.Errorf("after a new password in a procedure: %q", got)
	}
}
