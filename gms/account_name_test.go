package gms_test

import (
	"slices"
	"testing"

	"github.com/perfschema/perfschema"
)

// A statement about an account that is not there changes no other: neither that of any
// host, nor the anonymous one.
func TestAccountsByTheirExactNames(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE orders (id INT PRIMARY KEY)", "CREATE USER joe@'%', ''@localhost, ''@'%'", "CREATE ROLE clerk", "GRANT SELECT ON shop.* TO joe@'%'", "GRANT clerk TO joe@'%'",
	} {
		mustExec(t, root, q)
	}
	all := func() (got [][]string) {
		for _, q := range []string{
			"SELECT user, host, account_locked FROM mysql.user ORDER BY user, host", "SELECT * FROM mysql.role_edges", "SELECT user, host, db FROM mysql.db",
			"SELECT user, host, table_name FROM mysql.tables_priv",
		} {
			got = append(got, rows(t, root, q)...)
		}
		return got
	}
	before := all()
	for _, name := range []string{"joe@localhost", "joe@'127.0.0.1'", "nobody@localhost", "nobody@'%'", "joe@'10.0.0.1'"} {
		for _, r := range []refusal{
			{"DROP USER " + name, 1396, "HY000", "Operation DROP USER failed for"},
			{"DROP USER joe@'%', " + name, 1396, "HY000", "Operation DROP USER failed for"},
			{"ALTER USER " + name + " IDENTIFIED BY 'x'", 1396, "HY000", ""},
			{"ALTER USER " + name + " ACCOUNT LOCK", 1396, "HY000", ""},
			{"SET PASSWORD FOR " + name + " = 'x'", 1396, "HY000", ""},
			{"RENAME USER " + name + " TO other", 1396, "HY000", "Operation RENAME USER failed for"},
			{"GRANT SELECT ON *.* TO " + name, 1410, "42000", "You are not allowed to create a user with GRANT"},
			{"GRANT SELECT ON shop.* TO " + name, 1410, "42000", ""},
			{"GRANT INSERT ON shop.orders TO joe@'%', " + name, 1410, "42000", ""},
			{"GRANT ROLE_ADMIN ON *.* TO " + name, 1410, "42000", ""},
			{"GRANT clerk TO " + name, 3523, "HY000", "Unknown authorization ID"},
			{"GRANT " + name + " TO joe@'%'", 3523, "HY000", ""},
			{"REVOKE SELECT ON shop.* FROM " + name, 1141, "42000", "There is no such grant defined"},
			{"REVOKE ALL PRIVILEGES, GRANT OPTION FROM " + name, 1141, "42000", ""},
			{"REVOKE clerk FROM " + name, 3523, "HY000", ""},
			{"SHOW GRANTS FOR " + name, 1141, "42000", ""},
			{"SHOW CREATE USER " + name, 1396, "HY000", ""},
			{"DROP ROLE " + name, 1396, "HY000", ""},
		} {
			r.check(t, s, "root", "shop")
		}
		for _, q := range []string{
			"DROP USER IF EXISTS " + name, "ALTER USER IF EXISTS " + name + " IDENTIFIED BY 'x'", "DROP ROLE IF EXISTS " + name,
			"REVOKE IF EXISTS clerk FROM " + name + " IGNORE UNKNOWN USER", "REVOKE SELECT ON shop.* FROM " + name + " IGNORE UNKNOWN USER",
		} {
			mustExec(t, root, q)
		}
	}
	if after := all(); !slices.EqualFunc(before, after, slices.Equal) {
		t.Errorf("%q became %q", before, after)
	}
	mustExec(t, root, "DROP USER IF EXISTS nobody, joe@'%'")
	if got := rows(t, root, "SHOW WARNINGS"); len(got) != 1 || got[0][1] != "3162" {
		t.Errorf("warnings %q", got)
	}
	if got := rows(t, root, "SELECT 1 FROM mysql.user WHERE user = 'joe'"); len(got) != 0 {
		t.Error("joe is there")
	}
}

// RENAME USER keeps rights, password and roles, and is done whole or not at all.
func TestRenameUser(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE orders (id INT PRIMARY KEY)", "CREATE USER joe@localhost, ann@localhost", "CREATE ROLE clerk", "GRANT SELECT ON shop.* TO clerk", "GRANT clerk TO joe@localhost",
		"GRANT INSERT ON shop.* TO joe@localhost",
	} {
		mustExec(t, root, q)
	}
	refusal{"RENAME USER joe@localhost TO jim@localhost, nobody TO other", 1396, "HY000", "'nobody'@'%'"}.check(t, s, "root", "")
	refusal{"RENAME USER joe@localhost TO ann@localhost", 1396, "HY000", "'joe'@'localhost'"}.check(t, s, "root", "")
	refusal{"RENAME USER joe@localhost TO jim@localhost", 1227, "42000", "CREATE USER"}.check(t, s, "joe", "")
	refusal{"RENAME USER ann@localhost TO max@localhost, clerk TO teller", 3532, "HY000", "Renaming of a role identifier is forbidden"}.check(t, s, "root", "")
	mustExec(t, root, "SET DEFAULT ROLE clerk TO joe@localhost")
	mustExec(t, root, "RENAME USER joe@localhost TO jim@localhost, ann@localhost TO joe@localhost")
	rows(t, s.connect(t, "jim", ""), "SELECT COUNT(*) FROM shop.orders")
	if got := rows(t, s.connect(t, "jim", ""), "SELECT CURRENT_ROLE()"); got[0][0] != "`clerk`@`%`" {
		t.Errorf("roles %q", got)
	}
	if got := rows(t, s.connect(t, "joe", ""), "SELECT CURRENT_ROLE()"); got[0][0] != "NONE" {
		t.Errorf("roles %q", got)
	}
	refusal{"SELECT COUNT(*) FROM shop.orders", 1142, "42000", ""}.check(t, s, "joe", "")
}
