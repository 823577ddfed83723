package gms_test

import (
	"slices"
	"testing"

	"github.com/perfschema/perfschema"
)

// Dynamic privileges can be granted, shown, used and taken away.
func TestDynamicPrivileges(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE USER tuner@localhost", "GRANT PROCESS, SYSTEM_VARIABLES_ADMIN ON *.* TO tuner@localhost",
		"CREATE USER lender@localhost", "GRANT SESSION_VARIABLES_ADMIN ON *.* TO lender@localhost WITH GRANT OPTION",
	} {
		mustExec(t, root, q)
	}
	tuner := s.connect(t, "tuner", "")
	mustExec(t, tuner, "SET GLOBAL max_connections = 151")
	mustExec(t, tuner, "SET SESSION sql_log_bin = 1")
	if got := rows(t, tuner, "SHOW GRANTS"); !slices.ContainsFunc(got, func(r []string) bool { return r[0] == "GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO `tuner`@`localhost`" }) {
		t.Errorf("SHOW GRANTS: %q", got)
	}
	refusal{"SET PERSIST_ONLY max_connections = 1", 3630, "42000", "SYSTEM_VARIABLES_ADMIN and PERSIST_RO_VARIABLES_ADMIN"}.check(t, s, "tuner", "")
	refusal{"GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO lender@localhost", 1045, "28000", "Access denied for user"}.check(t, s, "tuner", "")
	refusal{"GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO tuner@localhost", 1045, "28000", "Access denied for user"}.check(t, s, "lender", "")
	mustExec(t, s.connect(t, "lender", ""), "GRANT SESSION_VARIABLES_ADMIN ON *.* TO tuner@localhost")
	for _, r := range []refusal{
		{"GRANT NDB_STORED_USER ON *.* TO tuner@localhost", 3929, "HY000", "Dynamic privilege 'NDB_STORED_USER' is not registered with the server."},
		{"GRANT SYSTEM_VARIABLES_ADMIN ON shop.* TO tuner@localhost", 3619, "HY000", "Illegal privilege level"},
		{"GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO nobody@localhost", 1396, "HY000", ""},
	} {
		r.check(t, s, "root", "shop")
	}
	mustExec(t, root, "REVOKE SYSTEM_VARIABLES_ADMIN, PROCESS ON *.* FROM tuner@localhost")
	refusal{"SET GLOBAL max_connections = 151", 1227, "42000", needsSystem}.check(t, s, "tuner", "")
	refusal{"SHOW ENGINE PERFORMANCE_SCHEMA STATUS", 1227, "42000", "PROCESS"}.check(t, s, "tuner", "")
}

// ACCOUNT LOCK marks the account, whose logins are refused; UNLOCK takes it back.
func TestAccountLock(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	locked := func(want string) {
		t.Helper()
		if got := rows(t, root, "SELECT account_locked FROM mysql.user WHERE user = 'shut'"); len(got) != 1 || got[0][0] != want {
			t.Errorf("locked: %q, want %s", got, want)
		}
	}
	mustExec(t, root, "CREATE USER shut@localhost ACCOUNT LOCK")
	locked("Y")
	mustExec(t, root, "ALTER USER shut@localhost ACCOUNT UNLOCK")
	locked("N")
	mustExec(t, root, "CREATE USER IF NOT EXISTS shut@localhost ACCOUNT LOCK")
	locked("N")
	mustExec(t, root, "alter /* it */ user shut@localhost account lock;")
	locked("Y")
	mustExec(t, root, "ALTER USER IF EXISTS shut@localhost, gone@localhost ACCOUNT UNLOCK")
	locked("N")
	refusal{"ALTER USER shut@localhost, gone@localhost ACCOUNT LOCK", 1396, "HY000", "Operation ALTER USER failed for 'gone'@'localhost'"}.check(t, s, "root", "")
	locked("N")
	refusal{"ALTER USER root@localhost ACCOUNT LOCK", 1227, "42000", "CREATE USER"}.check(t, s, "shut", "")
}
