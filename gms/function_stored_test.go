package gms_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
)

// functionServer is a server with functions and 200 numbered rows.
func functionServer(t *testing.T, cfg perfschema.Config) *testServer {
	t.Helper()
	s := startServer(t, cfg)
	c := s.connect(t, "root", "shop")
	values := make([]string, 200)
	for i := range values {
		values[i] = fmt.Sprintf("(%d)", i+1)
	}
	for _, query := range []string{
		"CREATE TABLE numbers (n INT PRIMARY KEY)", "INSERT INTO numbers VALUES " + strings.Join(values, ","), "CREATE TABLE notes (n INT)",
		"CREATE FUNCTION plus(a INT) RETURNS INT RETURN a + 1",
		"CREATE FUNCTION digit(a INT) RETURNS INT BEGIN DECLARE d INT; SET d = plus(a) % 10; RETURN d; END",
		"CREATE FUNCTION forever() RETURNS INT BEGIN DECLARE i INT DEFAULT 0; LOOP SET i = i + 1; END LOOP; RETURN i; END",
		"CREATE FUNCTION note(a INT) RETURNS INT BEGIN INSERT INTO notes VALUES (a); RETURN a; END",
	} {
		mustExec(t, c, query)
	}
	return s
}

// Queries with the one value they give.
var functionQueries = []struct{ query, value string }{
	{"SELECT plus(1)", "2"},
	{"SELECT shop.plus(plus(1))", "3"},
	{"SELECT COUNT(*) FROM numbers WHERE digit(n) = 3", "20"},
	{"SELECT SUM(plus(n)) FROM numbers", "20300"},
	{"SELECT MAX(s) FROM (SELECT digit(n), SUM(plus(n)) AS s FROM numbers GROUP BY digit(n)) g", "2120"},
	{"SELECT COUNT(*) FROM numbers a JOIN numbers b ON b.n = plus(a.n) WHERE plus(a.n) < 12", "10"},
	{"SELECT plus(n) FROM numbers ORDER BY plus(n) DESC LIMIT 1", "201"},
	{"SELECT (SELECT plus(MAX(n)) FROM numbers)", "201"},
	{"WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT plus(n) FROM r WHERE plus(n) <= 5) SELECT COUNT(*) FROM r", "5"},
}

// A function gives the same whatever is recorded, alone and on many connections at once,
// and wherever in a statement it is called.
func TestStoredFunctions(t *testing.T) {
	none := perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "%"}}}
	for name, cfg := range map[string]perfschema.Config{"on": {}, "off": {Off: true}, "disabled": none} {
		t.Run(name, func(t *testing.T) {
			s := functionServer(t, cfg)
			var all sync.WaitGroup
			for range 3 {
				c := s.connect(t, "root", "shop")
				all.Go(func() {
					for _, test := range functionQueries {
						got, err := tryRows(t.Context(), c, test.query)
						if err != nil || len(got) != 1 || got[0][0] != test.value {
							t.Errorf("%s: %v, %v, want %s", test.query, got, err, test.value)
						}
					}
				})
			}
			all.Wait()
		})
	}
}

// KILL QUERY ends a function, and the session goes on.
func TestStoredFunctionIsKilled(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := functionServer(t, cfg)
		killer, c := s.connect(t, "root", ""), s.connect(t, "root", "shop")
		id := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
		for _, query := range []string{"SELECT forever()", "SELECT n FROM numbers WHERE forever() = n", "SET @a = forever()"} {
			done := s.start(t.Context(), c, query)
			await(t, "the query", func() bool {
				return rows(t, killer, "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = "+id+" AND INFO LIKE '%forever%'")[0][0] == "1"
			})
			mustExec(t, killer, "KILL QUERY "+id)
			if got := <-done; numberOf(got.err) != 1317 {
				t.Errorf("%s: %v", query, got.err)
			}
			if got := rows(t, c, "SELECT plus(1)")[0][0]; got != "2" {
				t.Errorf("after it plus(1) is %s", got)
			}
		}
	}
}

// A function does what its definer may: an account does by its own no more than it may, and who
// calls one of others may afterwards do what it could before.
func TestRightsOfStoredFunctions(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := functionServer(t, cfg)
		root := s.connect(t, "root", "shop")
		for _, query := range []string{
			"CREATE USER caller", "GRANT EXECUTE ON FUNCTION shop.plus TO caller", "GRANT EXECUTE ON FUNCTION shop.note TO caller",
			"CREATE USER maker", "GRANT CREATE ROUTINE, EXECUTE ON shop.* TO maker",
		} {
			mustExec(t, root, query)
		}
		caller, maker := s.connect(t, "caller", ""), s.connect(t, "maker", "")
		if got := rows(t, caller, "SELECT shop.plus(1)")[0][0]; got != "2" {
			t.Errorf("plus(1) is %s", got)
		}
		if got := rows(t, caller, "SELECT shop.note(1)")[0][0]; got != "1" { // it does what its definer may
			t.Errorf("note(1) is %s", got)
		}
		wantErrors(t, caller, map[string]uint16{
			"SELECT shop.digit(1)":                             1370,
			"SELECT * FROM shop.numbers":                       1142,
			"DROP FUNCTION shop.plus":                          1370,
			"ALTER FUNCTION shop.plus COMMENT 'mine'":          1370,
			"CREATE FUNCTION shop.own() RETURNS INT RETURN 1":  1044,
			"CREATE FUNCTION mysql.own() RETURNS INT RETURN 1": 1044,
			"SHOW CREATE FUNCTION shop.digit":                  1305,
			"CALL shop.`plus (function) `(1, 2)":               1370,
			"SELECT 1 FROM (SELECT shop.digit(1)) x":           1370,
			"PREPARE p FROM 'SELECT shop.digit(?)'":            1370,
			"DO shop.digit(1)":                                 1370,
			"SET @a = shop.digit(1)":                           1370,
			"EXPLAIN SELECT shop.digit(1)":                     1370,
		})
		mustExec(t, maker, "CREATE FUNCTION shop.spies() RETURNS INT RETURN (SELECT COUNT(*) FROM shop.numbers)")
		mustExec(t, maker, "CREATE FUNCTION shop.own() RETURNS INT RETURN shop.plus(41)")
		wantErrors(t, maker, map[string]uint16{
			"SELECT shop.spies()": 1142,
			"CREATE DEFINER = root@localhost FUNCTION shop.roots() RETURNS INT RETURN 1": 1227,
		})
		if got := rows(t, maker, "SELECT shop.own()")[0][0]; got != "42" {
			t.Errorf("own() is %s", got)
		}
		wantErrors(t, root, map[string]uint16{"SELECT shop.spies()": 1142}) // it does what its definer may
		if got := rows(t, root, "SELECT COUNT(*) FROM numbers")[0][0]; got != "200" {
			t.Errorf("root counts %s", got)
		}
		if got := rows(t, root, "SELECT note(1), (SELECT COUNT(*) FROM numbers)")[0][1]; got != "200" {
			t.Errorf("beside a function root counts %s", got)
		}
	}
}
