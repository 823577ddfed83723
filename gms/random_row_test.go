package gms_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// TestRandomByRow has RAND() be another number for each row in conditions, too: of a
// thousand rows some are taken and some are not.
func TestRandomByRow(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE big (id INT PRIMARY KEY)")
	mustExec(t, c, "INSERT INTO big WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n")
	mustExec(t, c, "CREATE VIEW some AS SELECT id FROM big WHERE RAND() < 0.5")
	for _, query := range []string{
		"SELECT COUNT(*) FROM big WHERE RAND() < 0.5",
		"SELECT COUNT(*) FROM big WHERE NOT 0.5 > RAND()",
		"SELECT COUNT(*) FROM big WHERE id + RAND() - id < 0.5",
		"SELECT COUNT(*) FROM big a JOIN (SELECT 1) b ON RAND() < 0.5",
		"SELECT COUNT(*) FROM some",
	} {
		if got := rows(t, c, query)[0][0]; got == "0" || got == "1" || got == "1000" {
			t.Errorf("%s gives %s", query, got)
		}
	}
	mustExec(t, c, "DELETE FROM big WHERE RAND() < 0.5")
	if got := rows(t, c, "SELECT COUNT(*) FROM big")[0][0]; got == "0" || got == "1000" {
		t.Errorf("DELETE left %s", got)
	}
	if got := rows(t, c, "SELECT COUNT(*) FROM big WHERE RAND() >= 0 AND id IN (SELECT id FROM big)")[0][0]; got == "0" {
		t.Error("no row is taken by what is always true")
	}
}
