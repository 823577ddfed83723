package gms_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
)

// What nobody would heed of roles is refused, and what is wrong with them.
func TestRolesThatAreRefused(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{"CREATE TABLE orders (id INT PRIMARY KEY)", "CREATE ROLE clerk, chief, idle", "CREATE USER joe@localhost, ann@localhost", "GRANT SELECT ON shop.* TO clerk", "GRANT clerk TO joe@localhost"} {
		mustExec(t, root, q)
	}
	for _, r := range []refusal{
		{"GRANT clerk TO clerk", 4027, "HY000", "would create a loop"},
		{"GRANT clerk, chief TO ann@localhost, chief", 4027, "HY000", ""},
		{"GRANT joe@localhost TO clerk", 4027, "HY000", "User account `clerk`@`%` is directly or indirectly granted to the role `joe`@`localhost`"},
		{"SET GLOBAL mandatory_roles = 'clerk'", 1235, "42000", "mandatory_roles"},
		{"SET PERSIST mandatory_roles = 'clerk'", 1235, "42000", "mandatory_roles"},
		{"RENAME USER clerk TO scribe", 3532, "HY000", ""},
		{"SET DEFAULT ROLE idle TO joe@localhost", 3530, "HY000", "`idle`@`%` is not granted to `joe`@`localhost`"},
		{"ALTER USER nobody DEFAULT ROLE ALL", 3523, "HY000", "Unknown authorization ID `nobody`@`%`"},
		{"CREATE USER jim DEFAULT ROLE nothing", 3162, "HY000", "Authorization ID `nothing`@`%` does not exist."},
		{"SHOW GRANTS FOR joe@localhost USING chief", 3530, "HY000", "`chief`@`%` is not granted to `joe`@`localhost`"},
	} {
		r.check(t, s, "root", "shop")
	}
	mustExec(t, root, "GRANT idle TO joe@localhost")
	refusal{"SET ROLE clerk, chief", 3530, "HY000", "`chief`@`%` is not granted to `joe`@`localhost`"}.check(t, s, "joe", "")
	joe := s.connect(t, "joe", "")
	mustExec(t, joe, "SET ROLE ALL")
	if got := rows(t, joe, "SELECT CURRENT_ROLE()"); got[0][0] != "`clerk`@`%`,`idle`@`%`" {
		t.Errorf("roles %q", got)
	}
	denied := func(c *sql.Conn) {
		t.Helper()
		if number, _, message := errorOf(t, c, "SELECT COUNT(*) FROM shop.orders"); number != 1142 {
			t.Errorf("error %d %q", number, message)
		}
	}
	// What is taken away is so for the next statement.
	rows(t, joe, "SELECT COUNT(*) FROM shop.orders")
	mustExec(t, root, "REVOKE SELECT ON shop.* FROM clerk")
	denied(joe)
	mustExec(t, root, "GRANT SELECT ON shop.* TO clerk")
	rows(t, joe, "SELECT COUNT(*) FROM shop.orders")
	mustExec(t, root, "DROP ROLE clerk")
	denied(joe)
	mustExec(t, root, "CREATE ROLE clerk")
	mustExec(t, root, "GRANT SELECT ON shop.* TO clerk")
	denied(joe)
	mustExec(t, root, "GRANT clerk TO joe@localhost") // one of the name that joe has active
	rows(t, joe, "SELECT COUNT(*) FROM shop.orders")
	mustExec(t, joe, "SET ROLE NONE")
	denied(joe)
}

// Accounts with SYSTEM_USER are changed by those that have it.
func TestSystemUsersAreChangedByTheirKind(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE USER maker@localhost, plain@localhost, guard@localhost, chief@localhost", "GRANT SYSTEM_USER ON *.* TO guard@localhost",
		"CREATE ROLE ruler, clerk", "GRANT SYSTEM_USER ON *.* TO ruler", "GRANT ruler TO chief@localhost",
		"GRANT CREATE USER, SELECT, SUPER ON *.* TO maker@localhost WITH GRANT OPTION",
		"GRANT CREATE, CREATE ROUTINE, EVENT, CREATE VIEW ON shop.* TO maker@localhost",
		"CREATE USER dropper@localhost", "GRANT DROP ROLE ON *.* TO dropper@localhost",
	} {
		mustExec(t, root, q)
	}
	for _, name := range []string{"root@localhost", "guard@localhost", "chief@localhost", "ruler"} {
		for _, q := range []string{
			"ALTER USER " + name + " IDENTIFIED BY 'x'", "ALTER USER " + name + " ACCOUNT LOCK", "ALTER USER plain@localhost, " + name + " ACCOUNT LOCK",
			"SET PASSWORD FOR " + name + " = 'x'",
			"DROP USER " + name, "DROP USER plain@localhost, " + name, "DROP ROLE " + name, "RENAME USER " + name + " TO other@localhost",
			"GRANT SELECT ON *.* TO " + name, "REVOKE SELECT ON *.* FROM " + name, "REVOKE ALL PRIVILEGES, GRANT OPTION FROM " + name,
			"GRANT clerk TO " + name, "REVOKE clerk FROM " + name, "GRANT " + name + " TO maker@localhost", "REVOKE " + name + " FROM chief@localhost",
			"CREATE DEFINER = " + name + " VIEW shop.v AS SELECT 1", "CREATE DEFINER = " + name + " PROCEDURE shop.p() SELECT 1",
			"CREATE DEFINER = " + name + " EVENT shop.e ON SCHEDULE EVERY 1 DAY DO SELECT 1",
		} {
			refusal{q, 1227, "42000", "SYSTEM_USER"}.check(t, s, "maker", "shop")
		}
	}
	refusal{"KILL " + rows(t, root, "SELECT CONNECTION_ID()")[0][0], 1095, "HY000", "You are not owner of thread"}.check(t, s, "maker", "")
	refusal{"GRANT SYSTEM_USER ON *.* TO maker@localhost", 1045, "28000", ""}.check(t, s, "maker", "")
	refusal{"DROP ROLE plain@localhost", 1227, "42000", "CREATE USER"}.check(t, s, "dropper", "")
	mustExec(t, s.connect(t, "dropper", ""), "DROP ROLE clerk")
	maker := s.connect(t, "maker", "")
	for _, q := range []string{"ALTER USER plain@localhost IDENTIFIED BY ''", "GRANT SELECT ON *.* TO plain@localhost", "ALTER USER maker@localhost IDENTIFIED BY ''", "DROP USER plain@localhost"} {
		mustExec(t, maker, q)
	}
}

// Every dynamic privilege of MySQL's can be granted, is shown, and taken away.
func TestEveryDynamicPrivilege(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	mustExec(t, root, "CREATE USER joe@localhost")
	for name := range privilege.DynamicNames() {
		mustExec(t, root, "GRANT PROCESS, "+name+" ON *.* TO joe@localhost")
		shown := func(want bool) {
			t.Helper()
			got := rows(t, root, "SHOW GRANTS FOR joe@localhost")
			if slices.ContainsFunc(got, func(r []string) bool { return r[0] == "GRANT "+name+" ON *.* TO `joe`@`localhost`" }) != want {
				t.Errorf("%s: %q, want it there %v", name, got, want)
			}
		}
		shown(true)
		mustExec(t, root, "REVOKE "+strings.ToLower(name)+", PROCESS ON *.* FROM joe@localhost")
		shown(false)
	}
}

// Tables of information_schema tell an account of its roles, and of its privileges on
// everything.
func TestRolesAreShown(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{"CREATE ROLE clerk, chief, idle", "CREATE USER joe@localhost, ann@localhost", "GRANT clerk TO joe@localhost",
		"GRANT chief TO joe@localhost WITH ADMIN OPTION", "GRANT idle TO ann@localhost", "GRANT PROCESS, BACKUP_ADMIN ON *.* TO ann@localhost"} {
		mustExec(t, root, q)
	}
	mustExec(t, root, "SET DEFAULT ROLE chief TO joe@localhost")
	joe, ann := s.connect(t, "joe", ""), s.connect(t, "ann", "")
	for _, test := range []struct {
		as          *sql.Conn
		query, want string
	}{
		{joe, "SELECT * FROM information_schema.applicable_roles", "joe localhost joe localhost chief % YES YES NO|joe localhost joe localhost clerk % NO NO NO"},
		{joe, "SELECT * FROM information_schema.enabled_roles", "chief % YES NO"},
		{joe, "SELECT role_name FROM information_schema.administrable_role_authorizations", "chief"},
		{joe, "SELECT * FROM information_schema.user_privileges", "'joe'@'localhost' def USAGE NO"},
		{ann, "SELECT role_name, is_grantable FROM information_schema.applicable_roles", "idle NO"},
		{ann, "SELECT * FROM information_schema.user_privileges", "'ann'@'localhost' def PROCESS NO|'ann'@'localhost' def BACKUP_ADMIN NO"},
		{root, "SELECT * FROM information_schema.enabled_roles", ""},
		{root, "SELECT privilege_type FROM information_schema.user_privileges WHERE grantee LIKE '%joe%'", "USAGE"},
		{root, "SELECT @@activate_all_roles_on_login", "0"},
	} {
		var got []string
		for _, r := range rows(t, test.as, test.query) {
			got = append(got, strings.Join(r, " "))
		}
		if got := strings.Join(got, "|"); got != test.want {
			t.Errorf("%s: %s, want %s", test.query, got, test.want)
		}
	}
	mustExec(t, root, "SET GLOBAL activate_all_roles_on_login = ON")
	defer mustExec(t, root, "SET GLOBAL activate_all_roles_on_login = OFF") // of all servers of the process
	if got := rows(t, s.connect(t, "joe", ""), "SELECT CURRENT_ROLE()"); got[0][0] != "`chief`@`%`,`clerk`@`%`" {
		t.Errorf("roles %q", got)
	}
}
