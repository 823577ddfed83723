package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// columns is a list of n of them.
func columns(format string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(list, ",")
}

func TestTooManyColumns(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	mustExec(t, c, "CREATE TABLE one (c INT)")
	mustExec(t, c, "CREATE TABLE other (c INT)")
	for statement, want := range map[string]uint16{
		"SELECT " + columns("%d", 4096):                                 0,
		"SELECT " + columns("%d", 4097):                                 1117,
		"SELECT DISTINCT " + columns("%d", 4097) + " FROM one LIMIT 1":  1117,
		"CREATE TABLE t1 (" + columns("c%d INT", 4095) + ")":            0,
		"CREATE TABLE t2 (" + columns("c%d INT", 4096) + ")":            1117,
		"CREATE TABLE t3 (" + columns("c%d INT", 8000) + ")":            1117,
		"CREATE TABLE t4 AS SELECT " + columns("%[1]d AS c%[1]d", 4096): 1117,
		"CREATE VIEW v AS SELECT " + columns("%[1]d AS c%[1]d", 4097):   1117,
		"ALTER TABLE one " + columns("ADD COLUMN x%d INT", 3):           0,
		"ALTER TABLE other " + columns("ADD COLUMN y%d INT", 4095):      1117,
	} {
		if number, state, message := errorOf(t, c, statement); number != want || want != 0 && state != "HY000" {
			t.Errorf("%.30s of %d: %d (%s) %s", statement, strings.Count(statement, ",")+1, number, state, message)
		}
	}
	if got := s.panicsCaught(t, c); got != 0 {
		t.Errorf("%d panics", got)
	}
}
