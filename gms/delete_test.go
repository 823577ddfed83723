package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
)

// A DELETE without a condition works on the table it names, whatever database
// the session is in: none, or one with a table of that name.
func TestDeleteInAnotherDatabase(t *testing.T) {
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), memory.NewDatabase("attic"))
	nowhere := s.connect(t, "root", "")
	for _, query := range []string{
		"CREATE TABLE shop.t (id INT PRIMARY KEY)", "CREATE TABLE shop.gone (id INT)", "CREATE TABLE attic.t (id INT PRIMARY KEY)",
		"INSERT INTO shop.t VALUES (1), (2)",
		"DELETE FROM shop.t",
		"DELETE FROM performance_schema.setup_actors",
	} {
		mustExec(t, nowhere, query)
	}
	if got := rows(t, nowhere, "SELECT * FROM shop.t UNION ALL SELECT HOST FROM performance_schema.setup_actors"); len(got) > 0 {
		t.Errorf("rows are left: %v", got)
	}
	shop := s.connect(t, "root", "shop")
	mustExec(t, shop, "CREATE TRIGGER keep AFTER DELETE ON t FOR EACH ROW INSERT INTO shop.gone VALUES (OLD.id)")
	mustExec(t, shop, "INSERT INTO t VALUES (3), (4)")
	mustExec(t, s.connect(t, "root", "attic"), "DELETE FROM shop.t")
	if got := rows(t, shop, "SELECT id FROM gone ORDER BY id"); len(got) != 2 {
		t.Errorf("the trigger saw %v", got)
	}
}
