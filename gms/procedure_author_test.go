package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
)

// A procedure does what its definer may and no more, whoever calls it.
func procedureOfAnother(t *testing.T, cfg perfschema.Config) {
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), memory.NewDatabase("vault"))
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE vault.secret (id INT PRIMARY KEY)", "CREATE TABLE item (id INT PRIMARY KEY)", "INSERT INTO item VALUES (1)",
		"CREATE USER dev@localhost", "GRANT ALL ON shop.* TO dev@localhost",
		"CREATE USER clerk@localhost", "GRANT EXECUTE ON shop.* TO clerk@localhost",
		"CREATE PROCEDURE ours() SELECT COUNT(*) FROM vault.secret",
	} {
		mustExec(t, root, q)
	}
	dev := s.connect(t, "dev", "shop")
	for _, q := range []string{
		"CREATE PROCEDURE spy() SELECT * FROM vault.secret",
		"CREATE PROCEDURE wipe() DELETE FROM vault.secret",
		"CREATE PROCEDURE rise() GRANT ALL ON *.* TO dev@localhost",
		"CREATE PROCEDURE nest() CALL rise()",
		"CREATE PROCEDURE late() BEGIN PREPARE p FROM 'SET GLOBAL max_connections = 7'; EXECUTE p; END",
		"CREATE PROCEDURE mine() SELECT COUNT(*) FROM item",
	} {
		mustExec(t, dev, q)
	}
	for _, r := range []refusal{
		{"CALL spy()", 1142, "42000", "SELECT command denied"},
		{"CALL wipe()", 1142, "42000", "DELETE command denied"},
		{"CALL rise()", 1045, "28000", "Access denied"},
		{"CALL nest()", 1045, "28000", "Access denied"},
		{"CALL late()", 1227, "42000", "SYSTEM_VARIABLES_ADMIN"},
	} {
		r.check(t, s, "root", "shop")
		r.check(t, s, "dev", "shop")
	}
	for _, q := range []string{"CALL mine()", "CALL ours()", "SELECT COUNT(*) FROM vault.secret", "SET GLOBAL max_connections = 151"} {
		mustExec(t, root, q)
	}
	mustExec(t, dev, "CALL mine()")
	mustExec(t, s.connect(t, "clerk", "shop"), "CALL mine()")
	mustExec(t, dev, "CALL ours()")
	refusal{"SELECT * FROM vault.secret", 1142, "42000", "SELECT command denied"}.check(t, s, "dev", "shop")
	mustExec(t, root, "DROP USER dev@localhost")
	refusal{"CALL mine()", 1449, "HY000", "'dev'@'localhost'"}.check(t, s, "root", "shop")
}
