package gms_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/perfschema/perfschema"
)

// What a dump of all databases sends of mysql, as its client sends it, runs, and changes
// neither tables nor accounts.
func TestSystemDatabaseIsDumpedAndRestored(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "mysql")
	mustExec(t, root, "CREATE USER joe@localhost")
	accounts := rows(t, root, "SELECT User, Host FROM user ORDER BY 1, 2")
	tables := rows(t, root, "SHOW TABLES")
	for _, name := range []string{"general_log", "help_topic", "plugin", "slow_log", "time_zone_name", "user"} {
		if !slices.ContainsFunc(tables, func(r []string) bool { return r[0] == name }) {
			t.Errorf("no table %s", name)
		}
	}
	for _, r := range tables {
		name := r[0]
		created := rows(t, root, "SHOW CREATE TABLE `"+name+"`")[0][1]
		rows(t, root, "SELECT * FROM `"+name+"`")
		rows(t, root, "SELECT mysql.`"+name+"`.* FROM mysql.`"+name+"`")
		mustExec(t, root, "DROP TABLE IF EXISTS `"+name+"`")
		mustExec(t, root, created)
		mustExec(t, root, "ALTER TABLE `"+name+"` DISABLE KEYS")
		if got := rows(t, root, "SHOW CREATE TABLE mysql.`"+name+"`")[0][1]; got != created {
			t.Errorf("%s: %s\nwas\n%s", name, got, created)
		}
		if n := rows(t, root, "SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'mysql' AND TABLE_NAME = '"+name+"'")[0][0]; n != "1" {
			t.Errorf("information_schema has %s %s times", name, n)
		}
	}
	mustExec(t, root, "INSERT INTO user (User, Host) VALUES ('joe', 'localhost'), ('eve', '%')")
	if got := rows(t, root, "SELECT User, Host FROM user ORDER BY 1, 2"); len(got) != len(accounts) {
		t.Errorf("accounts %q were %q", got, accounts)
	}
	mustExec(t, root, "TRUNCATE mysql.general_log")
	refusal{"DROP TABLE mysql.slow_log", 1142, "42000", ""}.check(t, s, "root", "")
	refusal{"SELECT * FROM mysql.general_log", 1142, "42000", ""}.check(t, s, "joe", "")
	refusal{"SELECT * FROM general_log", 1146, "42S02", ""}.check(t, s, "root", "shop")
}

// TestDefaultRoles has the roles that sessions of accounts begin with, and forgets them with the grant.
func TestDefaultRoles(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "mysql")
	for _, text := range []string{"CREATE USER joe@localhost, eve", "CREATE ROLE reader, writer, idle", "GRANT reader, writer, idle TO joe@localhost", "SET DEFAULT ROLE reader, writer TO joe@localhost"} {
		mustExec(t, root, text)
	}
	const query = "SELECT USER, HOST, DEFAULT_ROLE_USER, DEFAULT_ROLE_HOST FROM mysql.default_roles"
	if got := fmt.Sprint(rows(t, root, query)); got != "[[joe localhost reader %] [joe localhost writer %]]" {
		t.Errorf("the default roles are %s", got)
	}
	mustExec(t, root, "REVOKE reader FROM joe@localhost")
	if got := fmt.Sprint(rows(t, root, "SELECT DEFAULT_ROLE_USER FROM mysql.user LEFT JOIN mysql.default_roles USING (USER, HOST) WHERE user IN ('joe', 'eve') ORDER BY 1")); got != "[[NULL] [writer]]" {
		t.Errorf("by account they are %s", got)
	}
	refusal{query, 1142, "42000", ""}.check(t, s, "joe", "")
}

// The default of an ENUM or a SET is written by its name.
func TestDefaultsOfMembers(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	mustExec(t, root, "CREATE TABLE d (a ENUM('x','it''s') DEFAULT 'it''s', s SET('a','b','c') DEFAULT 'a,c', e ENUM('2','1') DEFAULT '1', f ENUM('a') NOT NULL, g ENUM('a') DEFAULT NULL)")
	const want = "CREATE TABLE `d` (\n  `a` enum('x','it''s') COLLATE utf8mb4_0900_bin DEFAULT 'it''s',\n  `s` set('a','b','c') COLLATE utf8mb4_0900_bin DEFAULT 'a,c',\n  `e` enum('2','1') COLLATE utf8mb4_0900_bin DEFAULT '1',\n  `f` enum('a') COLLATE utf8mb4_0900_bin NOT NULL,\n  `g` enum('a') COLLATE utf8mb4_0900_bin DEFAULT NULL\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin"
	if got := rows(t, root, "SHOW CREATE TABLE d")[0][1]; got != want {
		t.Errorf("%s", got)
	}
}
