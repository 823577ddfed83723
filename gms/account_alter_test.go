package gms_test

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// ALTER USER takes what MySQL's does, by which tools and dumps write accounts.
func TestAlterUserBesidePassword(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	for _, q := range []string{
		"CREATE ROLE clerk, chief", "CREATE USER joe@localhost IDENTIFIED BY 'old' DEFAULT ROLE clerk, chief", "CREATE USER ann@localhost",
		"ALTER USER joe@localhost DEFAULT ROLE ALL", "ALTER USER joe@localhost DEFAULT ROLE chief, clerk", "SET DEFAULT ROLE ALL TO joe@localhost, ann@localhost",
		"ALTER USER IF EXISTS nobody DEFAULT ROLE NONE", "ALTER USER ann@localhost DEFAULT ROLE NONE",
		"ALTER USER joe@localhost, ann@localhost REQUIRE SSL",
		"ALTER USER ann@localhost REQUIRE NONE WITH MAX_QUERIES_PER_HOUR 0 MAX_USER_CONNECTIONS 0 PASSWORD EXPIRE NEVER PASSWORD HISTORY DEFAULT ACCOUNT UNLOCK",
		"ALTER USER ann@localhost IDENTIFIED BY 'new' REQUIRE X509 ACCOUNT LOCK",
		"GRANT clerk TO CURRENT_USER()", "REVOKE clerk FROM CURRENT_USER", "GRANT SELECT ON shop.* TO ann@localhost", "REVOKE ALL PRIVILEGES ON shop.* FROM ann@localhost",
		"CREATE USER max@localhost IDENTIFIED WITH caching_sha2_password AS 0x2441243030352427005C414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141", "ALTER USER max@localhost IDENTIFIED WITH caching_sha2_password AS 0x2441243030352428005C414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141",
	} {
		mustExec(t, root, q)
	}
	for _, of := range []struct{ account, has string }{
		{"joe@localhost", " REQUIRE SSL "}, {"joe@localhost", " ACCOUNT UNLOCK "},
		{"ann@localhost", " REQUIRE X509 "}, {"ann@localhost", " ACCOUNT LOCK "},
		{"max@localhost", " AS 0x2441243030352428005C414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141414141 "},
	} {
		if got := rows(t, root, "SHOW CREATE USER "+of.account)[0][0]; !strings.Contains(got, of.has) {
			t.Errorf("%s: %s lacks %q", of.account, got, of.has)
		}
	}
	if got := rows(t, root, "SHOW GRANTS FOR joe@localhost"); len(got) != 2 || !strings.Contains(got[1][0], "`chief`@`%`") || !strings.Contains(got[1][0], "`clerk`@`%`") {
		t.Errorf("roles given with CREATE USER: %q", got)
	}
	if got := rows(t, root, "SHOW GRANTS FOR ann@localhost"); len(got) != 1 {
		t.Errorf("rights that were revoked: %q", got)
	}
	before := rows(t, root, "SHOW CREATE USER joe@localhost")[0][0]
	for _, r := range []refusal{
		{"ALTER USER joe@localhost", 0, "", ""}, // which changes nothing, the password least of all
		{"ALTER USER joe@localhost WITH MAX_QUERIES_PER_HOUR 0", 0, "", ""},
		{"ALTER USER joe@localhost IDENTIFIED BY 'x' RETAIN CURRENT PASSWORD", 1235, "42000", "two passwords"},
		{"ALTER USER joe@localhost DISCARD OLD PASSWORD", 1235, "42000", "two passwords"},
		{"ALTER USER joe@localhost IDENTIFIED BY RANDOM PASSWORD", 1235, "42000", "RANDOM"},
		{"ALTER USER joe@localhost ADD 2 FACTOR IDENTIFIED BY 'x'", 1235, "42000", "factors"},
		{"SET PASSWORD FOR joe@localhost TO RANDOM", 1235, "42000", "RANDOM"},
		{"ALTER USER joe@localhost IDENTIFIED BY 'x' REPLACE 'old'", 3893, "HY000", "Do not specify"},
		{"ALTER USER joe@localhost ATTRIBUTE 'x'", 3982, "HY000", "valid JSON object"},
		{"ALTER USER joe@localhost FAILED_LOGIN_ATTEMPTS 40000", 1525, "HY000", "FAILED_LOGIN_ATTEMPTS"},
		{"ALTER USER joe@localhost PASSWORD EXPIRE INTERVAL 0 DAY", 1525, "HY000", "DAY"},
		{"ALTER USER joe@localhost ACCOUNT LOCK WITH MAX_QUERIES_PER_HOUR 1", 1064, "42000", "WITH MAX_QUERIES_PER_HOUR 1"},
		{"ALTER USER joe@localhost IDENTIFIED BY 'x', nobody IDENTIFIED BY 'y'", 1396, "HY000", "'nobody'@'%' (User account does not exist)"},
		{"ALTER USER USER() PASSWORD EXPIRE", 1064, "42000", "PASSWORD EXPIRE"},
		{"SET PASSWORD = 'x', @a = (SELECT 1)", 1064, "42000", ", @a"},
		{"ALTER USER nobody REQUIRE SSL", 1396, "HY000", ""},
		{"ALTER USER joe@localhost REQUIRE SSL REQUIRE", 1064, "42000", ""},
		{"GRANT clerk TO CURRENT_USER(", 1064, "42000", ""},
	} {
		r.check(t, s, "root", "")
	}
	if got := rows(t, root, "SHOW CREATE USER joe@localhost")[0][0]; got != before {
		t.Errorf("a statement that was refused changed %s into %s", before, got)
	}
	mustExec(t, root, "CREATE USER own@localhost")
	own := s.connect(t, "own", "")
	mustExec(t, root, "ALTER USER own@localhost IDENTIFIED BY 'mine'")
	for _, q := range []string{"ALTER USER own@localhost", "ALTER USER CURRENT_USER()", "ALTER USER own@localhost WITH MAX_QUERIES_PER_HOUR 0",
		"ALTER USER own@localhost PASSWORD EXPIRE NEVER", "ALTER USER own@localhost ACCOUNT UNLOCK", "ALTER USER own@localhost IDENTIFIED BY 'z' COMMENT 'mine'",
		"ALTER USER own@localhost IDENTIFIED WITH caching_sha2_password BY 'z'", "ALTER USER own@localhost IDENTIFIED BY 'z', joe@localhost IDENTIFIED BY 'z'"} {
		if number, _, message := errorOf(t, own, q); number != 1227 {
			t.Errorf("%s of one's own: error %d %s", q, number, message)
		}
	}
	mustExec(t, root, "GRANT CREATE USER ON *.* TO own@localhost")
	before = rows(t, root, "SHOW CREATE USER own@localhost")[0][0]
	mustExec(t, own, "ALTER USER own@localhost")
	if got := rows(t, root, "SHOW CREATE USER own@localhost")[0][0]; got != before {
		t.Errorf("ALTER USER of one's own account changed %s into %s", before, got)
	}
	mustExec(t, root, "CREATE USER low@localhost")
	low := s.connect(t, "low", "")
	for _, q := range []string{"ALTER USER joe@localhost REQUIRE NONE", "ALTER USER joe@localhost DEFAULT ROLE ALL", "SET DEFAULT ROLE ALL TO joe@localhost", "CREATE USER other DEFAULT ROLE clerk"} {
		if number, _, message := errorOf(t, low, q); number != 1227 {
			t.Errorf("%s without the right: error %d %s", q, number, message)
		}
	}
}
