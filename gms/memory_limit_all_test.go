package gms_test

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// What all connections hold together is limited: who comes to hold more is ended, and
// what it held is there for others. What the statements of a procedure hold counts.
func memoryLimitOfAll(t *testing.T, cfg perfschema.Config) {
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), 30000, nil})
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE USER ann")
	mustExec(t, root, "GRANT ALL ON made.* TO ann")
	mustExec(t, root, "GRANT ALL ON shop.* TO ann")
	mustExec(t, root, "CREATE PROCEDURE shop.all_of_it() SELECT * FROM made.wide ORDER BY k")
	before := rows(t, root, "SELECT @@GLOBAL.global_connection_memory_limit")[0][0]
	mustExec(t, root, "SET GLOBAL global_connection_memory_limit = 40000000")
	defer mustExec(t, root, "SET GLOBAL global_connection_memory_limit = "+before)
	as := func(c *mysql.Config) { c.User = "ann" }
	holder := s.connectWith(t, as)
	mustExec(t, holder, "SET @a = REPEAT('a', 37000000)")
	queries := []string{"SELECT * FROM made.wide ORDER BY k", "CALL shop.all_of_it()"}
	for range 3 {
		for _, query := range queries {
			c := s.connectWith(t, as)
			number, state, message := errorOf(t, c, query)
			if number != 4083 || state != "HY000" || !strings.Contains(message, "global_connection_memory_limit is 40000000") {
				t.Fatalf("%s: %d (%s) %s", query, number, state, message)
			}
			if err := c.PingContext(t.Context()); err == nil {
				t.Errorf("%s: the connection goes on", query)
			}
		}
	}
	if number, _, message := errorOf(t, root, queries[0]+" LIMIT 10"); number != 0 {
		t.Errorf("an administrator: %d %s", number, message)
	}
	if got := rows(t, holder, "SELECT LENGTH(@a)"); got[0][0] != "37000000" {
		t.Errorf("who held it before: %v", got)
	}
	c := s.connectWith(t, as)
	mustExec(t, c, "SET @b = REPEAT('b', 3000000)")
	if err := c.PingContext(t.Context()); err == nil {
		t.Error("a connection whose session makes it too much goes on")
	}
	mustExec(t, holder, "SET @a = NULL")
	for _, query := range queries {
		if number, _, message := errorOf(t, s.connectWith(t, as), query); number != 0 {
			t.Errorf("%s, with room again: %d %s", query, number, message)
		}
	}
	mustExec(t, holder, "SET @a = REPEAT('a', 37000000)")
	if number, _, _ := errorOf(t, s.connectWith(t, as), queries[0]); number != 4083 {
		t.Errorf("held again: %d", number)
	}
	mustExec(t, root, "KILL "+rows(t, holder, "SELECT CONNECTION_ID()")[0][0])
	await(t, "the connection to give back", func() bool {
		number, _, _ := errorOf(t, s.connectWith(t, as), queries[0])
		return number == 0
	})
}
