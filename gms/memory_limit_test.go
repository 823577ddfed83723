package gms_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"

	"github.com/go-sql-driver/mysql"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
)

// What statements hold that a client has prepared, by either way, and not closed counts as
// its session's.
func TestPreparedMemoryLimit(t *testing.T) {
	racetest.SkipAlone(t)
	for name, cfg := range map[string]perfschema.Config{"on": {}, "off": {Off: true}} {
		t.Run(name, func(t *testing.T) {
			s := startServerOf(t, cfg, memory.NewDatabase("shop"))
			root := s.connectWith(t, nil)
			mustExec(t, root, "CREATE USER ann")
			mustExec(t, root, "GRANT ALL ON shop.* TO ann")
			before := rows(t, root, "SELECT @@GLOBAL.connection_memory_limit")[0][0]
			mustExec(t, root, "SET GLOBAL connection_memory_limit = 4000000")
			defer mustExec(t, root, "SET GLOBAL connection_memory_limit = "+before)
			long := "SELECT 1 IN (" + strings.Repeat("1,", 3000) + "1)"
			const most = 100
			for how, prepare := range map[string]func(c *sql.Conn, i int, closes bool) error{
				"the protocol's": func(c *sql.Conn, _ int, closes bool) error {
					st, err := c.PrepareContext(t.Context(), long)
					if err == nil && closes {
						err = st.Close()
					}
					return err
				},
				"PREPARE": func(c *sql.Conn, i int, closes bool) error {
					if closes {
						i = 0 // which takes the place of the one before
					}
					_, err := c.ExecContext(t.Context(), fmt.Sprintf("PREPARE p%d FROM '%s'", i, long))
					return err
				},
			} {
				ann := func() *sql.Conn { return s.connectWith(t, func(c *mysql.Config) { c.User = "ann" }) }
				c, n := ann(), 0
				for n < most && prepare(c, n, false) == nil {
					n++
				}
				if n < 2 || n == most {
					t.Errorf("%s: %d statements are kept", how, n)
				}
				c = ann()
				for i := range n + 2 {
					if err := prepare(c, i, true); err != nil {
						t.Fatalf("%s: %d that are closed: %v", how, i, err)
					}
				}
			}
		})
	}
}

// A connection that holds too much gets an error and ends, whatever it holds it
// for; others, and administrators, do not notice.
func TestConnectionMemoryLimit(t *testing.T) {
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), 30000, nil})
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE USER ann")
	mustExec(t, root, "GRANT ALL ON made.* TO ann")
	mustExec(t, root, "GRANT ALL ON shop.* TO ann")
	before := rows(t, root, "SELECT @@GLOBAL.connection_memory_limit")[0][0]
	mustExec(t, root, "SET GLOBAL connection_memory_limit = 4000000")
	defer mustExec(t, root, "SET GLOBAL connection_memory_limit = "+before)
	as := func(c *mysql.Config) { c.User = "ann" }
	for i, query := range []string{
		"SELECT * FROM made.wide ORDER BY k",
		"SELECT * FROM made.wide a JOIN made.wide b ON a.k + 1 = b.k + 1",
		"SELECT k, COUNT(*) FROM made.wide GROUP BY k, CONCAT(k, 'x')",
	} {
		c := s.connectWith(t, as)
		th := s.thread(t, c)
		number, state, message := errorOf(t, c, query)
		if number != 4082 || state != "HY000" || !strings.Contains(message, "connection_memory_limit is 4000000") {
			t.Errorf("%s: %d (%s) %s", query, number, state, message)
			continue
		}
		if e := last(t, th); e.Errno != 4082 {
			t.Errorf("%s: recorded %d", query, e.Errno)
		}
		if err := c.PingContext(t.Context()); err == nil {
			t.Errorf("%s: the connection goes on", query)
		}
		if got := rows(t, root, "SHOW GLOBAL STATUS LIKE 'Connection_memory_limit_exceeded'")[0][1]; got != string(rune('1'+i)) {
			t.Errorf("%s: counted %s", query, got)
		}
	}
	c := s.connectWith(t, as)
	mustExec(t, c, "SET @a = REPEAT('a', 3000000)")
	mustExec(t, c, "SET @b = REPEAT('b', 3000000)")
	if err := c.PingContext(t.Context()); err == nil {
		t.Error("a connection whose session holds too much goes on")
	}
	if got := rows(t, root, "SHOW GLOBAL STATUS LIKE 'Connection_memory_limit_exceeded'")[0][1]; got != "4" {
		t.Errorf("counted %s", got)
	}
	if n, _, message := errorOf(t, root, "SELECT * FROM made.wide ORDER BY k LIMIT 10"); n != 0 {
		t.Errorf("an administrator: %d %s", n, message)
	}
	if got := rows(t, s.connectWith(t, as), "SELECT COUNT(*) FROM made.wide"); got[0][0] != "30000" {
		t.Error(got)
	}
}
