package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// Bytes that tell of more geometries than there are, or nest too deeply, become no
// geometry wherever they are put, and no JSON document nests more than 100 levels: the
// engine would make room for what they tell of, or use up its stack.
func TestValuesAreWhole(t *testing.T) {
	racetest.SkipAlone(t)
	for _, off := range []bool{false, true} {
		t.Run(fmt.Sprintf("off=%t", off), func(t *testing.T) { valuesAreWhole(t, perfschema.Config{Off: off}) })
	}
}

func valuesAreWhole(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	c := s.connect(t, "root", "shop")
	const huge = "0x000000000107000000FFFFFF7F"
	deep := "0x00000000" + strings.Repeat("010700000001000000", 1<<17) + "010700000000000000"
	level := func(n int) string { return fmt.Sprintf("CONCAT(REPEAT('[', %d), REPEAT(']', %d))", n, n) }
	for _, q := range []string{
		"CREATE TABLE place (id INT PRIMARY KEY AUTO_INCREMENT, g GEOMETRY, note INT)", "CREATE TABLE doc (id INT PRIMARY KEY AUTO_INCREMENT, d JSON)",
		"CREATE TABLE raw (x LONGBLOB)", "INSERT INTO raw VALUES (" + huge + ")", "CREATE TABLE standard (id INT, g GEOMETRY DEFAULT (" + huge + "))",
		"INSERT INTO place (g) VALUES (0x000000000101000000000000000000F03F000000000000F03F)", "INSERT INTO doc (d) VALUES (" + level(100) + ")",
		"CREATE PROCEDURE take(a GEOMETRY) SELECT ST_ASTEXT(a)", "SET @v = " + huge,
	} {
		mustExec(t, c, q)
	}
	for _, bad := range []string{huge, deep, "0x00", "'x'", "7"} {
		for _, q := range []string{
			"INSERT INTO place (g) VALUES (%s)", "REPLACE INTO place (id, g) VALUES (1, %s)", "INSERT INTO place (g) SELECT %s", "UPDATE place SET g = %s",
			"INSERT INTO place (id) VALUES (1) ON DUPLICATE KEY UPDATE g = %s", "CALL take(%s)",
		} {
			if number, state, message := errorOf(t, c, fmt.Sprintf(q, bad)); number != 1416 || state != "22003" {
				t.Errorf(q+": %d (%s) %.200s", fmt.Sprintf("%.30s", bad), number, state, message)
			}
		}
	}
	for _, r := range []struct {
		statement string
		number    uint16
	}{
		{"INSERT INTO place (g) SELECT x FROM raw", 1416}, {"INSERT INTO standard (id) VALUES (1)", 1416}, {"INSERT INTO standard VALUES (1, DEFAULT)", 1416},
		{"ALTER TABLE place ADD COLUMN h GEOMETRY DEFAULT (" + huge + ")", 1416},
		{"INSERT INTO doc (d) VALUES (" + level(101) + ")", 3157}, {"UPDATE doc SET d = " + level(101), 3157}, {"SELECT CAST(" + level(101) + " AS JSON)", 3157},
		{"UPDATE doc SET d = JSON_ARRAY(d)", 3157}, {"SELECT JSON_ARRAY(CAST(" + level(100) + " AS JSON))", 3157}, {"SELECT JSON_EXTRACT(" + level(101) + ", '$')", 3157},
		{"SELECT JSON_MERGE_PRESERVE(" + level(101) + ", '[]')", 3157}, {"SELECT JSON_OBJECT('a', CAST(" + level(100) + " AS JSON))", 3157},
		{"SELECT a FROM JSON_TABLE(" + level(101) + ", '$' COLUMNS (a JSON PATH '$')) AS t", 3157}, {"SELECT a FROM JSON_TABLE(" + level(100) + ", '$' COLUMNS (a JSON PATH '$')) AS t", 0},
		{"SELECT a FROM (SELECT " + level(101) + " AS x) AS d, JSON_TABLE(d.x, '$[*]' COLUMNS (a JSON PATH '$')) AS t", 3157}, {"SELECT COUNT(*) FROM doc WHERE EXISTS (SELECT a FROM JSON_TABLE(CONCAT('[', d, ']'), '$[*]' COLUMNS (a JSON PATH '$')) AS t)", 3157},
		{"SELECT a FROM doc, JSON_TABLE(d, '$[*]' COLUMNS (a JSON PATH '$')) AS t", 0}, {"SELECT a FROM JSON_TABLE(NULL, '$[*]' COLUMNS (a JSON PATH '$')) AS t", 0},
		{"SELECT JSON_DEPTH(d), JSON_ARRAY(" + level(101) + "), JSON_QUOTE(" + level(101) + ") FROM doc", 0},
		{"UPDATE doc SET d = JSON_SET(d, '$[0]', 7)", 0}, {"INSERT INTO place (g) SELECT g FROM place", 0}, {"UPDATE place SET g = NULL", 0},
	} {
		if number, _, message := errorOf(t, c, r.statement); number != r.number {
			t.Errorf("%.100s: %d %.200s, want %d", r.statement, number, message, r.number)
		}
	}
	if _, err := c.ExecContext(t.Context(), "INSERT INTO place (g) VALUES (?)", []byte("\x00\x00\x00\x00\x01\x07\x00\x00\x00\xff\xff\xff\x7f")); err == nil || !strings.Contains(err.Error(), "1416") {
		t.Errorf("a parameter: %v", err)
	}
}
