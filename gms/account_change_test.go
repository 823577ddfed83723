package gms_test

import (
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

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
		{"GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO nobody@localhost", 1410, "42000", ""},
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

// fullPersister writes nothing while it is full.
type fullPersister struct{ full bool }

// Persist implements mysql_db.MySQLDbPersistence.
func (p *fullPersister) Persist(*sql.Context, []byte) error {
	if p.full {
		return &fs.PathError{Op: "write", Path: "privileges.db", Err: syscall.ENOSPC}
	}
	return nil
}

// A statement about accounts that fails, for one of its accounts or for want of
// room to write them, leaves all accounts as they were.
func TestAccountChangesAreWhole(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	disk := &fullPersister{}
	s.engine.Analyzer.Catalog.MySQLDb.SetPersister(disk)
	for _, q := range []string{
		"CREATE USER ann@localhost IDENTIFIED BY 'a', bob@localhost", "CREATE ROLE clerk, boss", "GRANT SELECT, DELETE ON shop.* TO ann@localhost",
		"GRANT PROCESS, SYSTEM_VARIABLES_ADMIN ON *.* TO ann@localhost", "GRANT clerk TO ann@localhost",
	} {
		mustExec(t, root, q)
	}
	accounts := func() (all [][]string) {
		t.Helper()
		for _, table := range []string{"user", "db", "tables_priv", "role_edges"} {
			all = append(all, rows(t, root, "SELECT * FROM mysql."+table+" ORDER BY 1, 2, 3")...)
		}
		for _, user := range []string{"ann@localhost", "bob@localhost", "clerk", "root@localhost"} {
			all = append(all, rows(t, root, "SHOW GRANTS FOR "+user)...)
		}
		return all
	}
	before := accounts()
	same := func(query string, number uint16) {
		t.Helper()
		if got, _, message := errorOf(t, root, query); got != number {
			t.Errorf("%s: error %d (%s), want %d", query, got, message, number)
		}
		if after := accounts(); !slices.EqualFunc(before, after, slices.Equal) {
			t.Errorf("%s failed and left\n%q\nof\n%q", query, after, before)
			before = after
		}
	}
	for _, query := range []string{
		"CREATE USER eve@localhost, bob@localhost", "DROP USER bob@localhost, nobody@localhost", "DROP ROLE clerk, nobody",
		"CREATE ROLE chief, clerk", "ALTER USER bob@localhost, nobody@localhost ACCOUNT LOCK",
	} {
		same(query, 1396)
	}
	for _, query := range []string{
		"GRANT boss TO bob@localhost, nobody@localhost", "REVOKE clerk FROM ann@localhost, nobody@localhost", "GRANT clerk, nobody TO bob@localhost",
	} {
		same(query, 3523)
	}
	for _, query := range []string{"GRANT INSERT ON shop.* TO bob@localhost, nobody@localhost", "GRANT INSERT ON shop.t TO bob@localhost, nobody@localhost"} {
		same(query, 1410)
	}
	same("REVOKE DELETE ON shop.* FROM ann@localhost, nobody@localhost", 1141)
	same("CREATE USER eve@localhost, "+strings.Repeat("x", 33), 1470)
	disk.full = true
	for _, query := range []string{
		"CREATE USER eve@localhost", "CREATE USER eve@localhost ACCOUNT LOCK", "ALTER USER ann@localhost IDENTIFIED BY 'b'",
		"ALTER USER bob@localhost ACCOUNT LOCK", "DROP USER ann@localhost", "CREATE ROLE chief", "DROP ROLE clerk",
		"GRANT INSERT ON *.* TO ann@localhost", "GRANT INSERT ON shop.* TO ann@localhost", "GRANT INSERT ON shop.t TO ann@localhost",
		"REVOKE DELETE ON shop.* FROM ann@localhost", "REVOKE PROCESS, SYSTEM_VARIABLES_ADMIN ON *.* FROM ann@localhost",
		"GRANT SESSION_VARIABLES_ADMIN ON *.* TO ann@localhost", "GRANT boss TO ann@localhost", "REVOKE clerk FROM ann@localhost",
	} {
		same(query, 1021)
	}
	disk.full = false
	mustExec(t, root, "DROP USER ann@localhost, bob@localhost")
}

// Privileges on columns are refused whole, by who may grant them, and before anything is
// granted.
func TestPrivilegesOnColumns(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	for _, q := range []string{"CREATE TABLE shop.c (a INT PRIMARY KEY)", "CREATE USER low"} {
		mustExec(t, root, q)
	}
	low := s.connect(t, "low", "")
	for _, q := range []string{"GRANT SELECT (a) ON shop.c TO low", "GRANT INSERT, SELECT (a) ON shop.c TO low", "REVOKE SELECT (a) ON shop.c FROM low"} {
		if number, state, says := errorOf(t, root, q); number != 1235 || state != "42000" {
			t.Errorf("%s: error %d (%s) %s", q, number, state, says)
		}
		if number, _, _ := errorOf(t, low, q); number != 1142 {
			t.Errorf("%s without the right: error %d", q, number)
		}
	}
	if got := rows(t, root, "SHOW GRANTS FOR low"); len(got) != 1 {
		t.Errorf("what was refused has granted %q", got)
	}
}
