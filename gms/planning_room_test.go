package gms_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// Statements whose texts are long are planned as long as there is room for what they
// will hold; others wait, however they come, until they are killed, their time is over
// or there is room. Short ones do not wait.
func TestPlanningMemory(t *testing.T) {
	t.Run("on", func(t *testing.T) { planningMemory(t, perfschema.Config{}) })
	t.Run("off", func(t *testing.T) { planningMemory(t, perfschema.Config{Off: true}) })
}

func planningMemory(t *testing.T, cfg perfschema.Config) {
	slow := newEndless()
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), slow)
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE USER ann")
	mustExec(t, root, "GRANT ALL ON endless.* TO ann")
	mustExec(t, root, "GRANT ALL ON shop.* TO ann")
	before := rows(t, root, "SELECT @@GLOBAL.planning_memory_limit")[0][0]
	mustExec(t, root, "SET GLOBAL planning_memory_limit = 4000000")
	defer mustExec(t, root, "SET GLOBAL planning_memory_limit = "+before)
	list := "1 IN (" + strings.Repeat("1,", 5_000) + "1)" // which weighs 4 MB
	long := "SELECT " + list
	connect := func() (*sql.Conn, string) {
		c := s.connectWith(t, func(c *mysql.Config) { c.User = "ann" })
		return c, rows(t, c, "SELECT CONNECTION_ID()")[0][0]
	}
	ask := func(c *sql.Conn, query string, args ...any) <-chan uint16 {
		got := make(chan uint16, 1)
		go func() { got <- readToEnd(t, c, query, args...) }()
		return got
	}
	waits := 0
	waited := func() {
		t.Helper()
		waits++
		want := fmt.Sprint(waits)
		await(t, "who waits for room", func() bool {
			return rows(t, root, "SHOW GLOBAL STATUS LIKE 'Planning_memory_waits'")[0][1] == want
		})
	}

	holder, holds := connect()
	held := ask(holder, "SELECT * FROM endless.late WHERE "+list)
	<-slow.asked
	executes, _ := connect()
	mustExec(t, root, "SET GLOBAL planning_memory_limit = 167772160")
	mustExec(t, executes, "PREPARE p FROM '"+long+"'")
	binds, err := executes.PrepareContext(t.Context(), long+" OR 1 = ?")
	if err != nil {
		t.Fatal(err)
	}
	mustExec(t, root, "SET GLOBAL planning_memory_limit = 4000000")
	for name, begin := range map[string]func(c *sql.Conn) <-chan uint16{
		"a text":  func(c *sql.Conn) <-chan uint16 { return ask(c, long) },
		"PREPARE": func(c *sql.Conn) <-chan uint16 { return ask(c, "PREPARE q FROM '"+long+"'") },
		"a text to be prepared": func(c *sql.Conn) <-chan uint16 {
			return ask(c, long+" OR 1 = ?", 1)
		},
	} {
		c, id := connect()
		got := begin(c)
		waited()
		if !cfg.Off {
			if state := rows(t, root, "SELECT STATE FROM performance_schema.processlist WHERE ID = "+id)[0][0]; state != "Waiting for planning memory" {
				t.Errorf("%s is in state %s", name, state)
			}
		}
		mustExec(t, root, "KILL QUERY "+id)
		if n := <-got; n != 1317 {
			t.Errorf("%s, killed: error %d", name, n)
		}
		if n := readToEnd(t, c, "SELECT 1"); n != 0 {
			t.Errorf("%s: a short statement ends in error %d", name, n)
		}
	}
	id := rows(t, executes, "SELECT CONNECTION_ID()")[0][0]
	for name, query := range map[string]func() error{
		"EXECUTE": func() error { return numbered(readToEnd(t, executes, "EXECUTE p")) },
		"a prepared statement": func() error {
			_, err := binds.QueryContext(t.Context(), 1)
			return err
		},
	} {
		got := make(chan error, 1)
		go func() { got <- query() }()
		waited()
		mustExec(t, root, "KILL QUERY "+id)
		if n := numberOf(<-got); n != 1317 {
			t.Errorf("%s, killed: error %d", name, n)
		}
	}
	timed, _ := connect()
	mustExec(t, timed, "SET max_execution_time = 1")
	if n := readToEnd(t, timed, long); n != 3024 {
		t.Errorf("whose time is over: error %d", n)
	}
	waits++

	last, _ := connect()
	served := ask(last, long)
	waited()
	mustExec(t, root, "KILL QUERY "+holds)
	if n := <-held; n != 1317 {
		t.Errorf("who holds the room, killed: error %d", n)
	}
	if n := <-served; n != 0 {
		t.Errorf("who waits for it: error %d", n)
	}
	mustExec(t, last, "SET parser_max_mem_size = 10000000")
	number, state, message := errorOf(t, last, "SELECT 1 IN ("+strings.Repeat("1,", 12_500)+"1)")
	if want := "Memory capacity of 10000000 bytes for 'parser_max_mem_size' exceeded. Parser bailed out for this query."; number != 3171 || state != "HY000" || message != want {
		t.Errorf("%d (%s) %s", number, state, message)
	}
	limit := rows(t, root, "SELECT @@GLOBAL.connection_memory_limit")[0][0]
	mustExec(t, root, "SET GLOBAL connection_memory_limit = 4000000")
	defer mustExec(t, root, "SET GLOBAL connection_memory_limit = "+limit)
	limited, _ := connect()
	if number, _, message := errorOf(t, limited, long); number != 3171 || !strings.Contains(message, "'connection_memory_limit'") {
		t.Errorf("%d %s", number, message)
	}
	if n := readToEnd(t, root, long); n != 0 {
		t.Errorf("an administrator: error %d", n)
	}
	if got := rows(t, root, "SHOW GLOBAL STATUS LIKE 'Planning_memory'")[0][1]; got != "0" {
		t.Errorf("%s bytes are left over", got)
	}
}

// numbered is an error of a number, nil of 0.
func numbered(n uint16) error {
	if n == 0 {
		return nil
	}
	return &mysql.MySQLError{Number: n}
}
