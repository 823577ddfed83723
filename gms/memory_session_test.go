package gms_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// What a connection holds between statements appears on its thread, and goes
// with what it was for.
func TestSessionMemory(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	id := s.thread(t, c).ID()
	of := func(name string) int64 {
		m := s.memoryOf(t, id)["memory/sql/"+name]
		if m == nil {
			return 0
		}
		return m.CurrentBytes()
	}
	if n := of("NET::buff"); n < 16<<10 || n > 20<<10 {
		t.Errorf("the network buffer has %d bytes", n)
	}

	stmt, err := c.PrepareContext(t.Context(), "SELECT name FROM product WHERE id = ? AND price > ?")
	if err != nil {
		t.Fatal(err)
	}
	one := of("Prepared_statement::main_mem_root")
	if one < 500 || one > 20_000 {
		t.Errorf("a prepared statement has %d bytes", one)
	}
	mustExec(t, c, "PREPARE p FROM 'SELECT name, price FROM product WHERE id IN (1, 2, 3, 4, 5, 6, 7, 8, 9)'")
	two := of("Prepared_statement::main_mem_root")
	if two < one+500 {
		t.Errorf("two prepared statements have %d bytes, one %d", two, one)
	}
	stmt.Close()
	mustExec(t, c, "SET @nothing = 1")
	if n := of("Prepared_statement::main_mem_root"); n != two-one {
		t.Errorf("after closing one, %d bytes, want %d", n, two-one)
	}
	mustExec(t, c, "DEALLOCATE PREPARE p")
	if n := of("Prepared_statement::main_mem_root"); n != 0 {
		t.Errorf("after closing both, %d bytes", n)
	}

	mustExec(t, c, fmt.Sprintf("SET @big = '%s', @small = 7", strings.Repeat("x", 50_000)))
	if n := of("user_var_entry::value"); n < 50_000 || n > 60_000 {
		t.Errorf("user variables have %d bytes", n)
	}
	mustExec(t, c, "SET @big = NULL")
	if n := of("user_var_entry::value"); n == 0 || n > 2000 {
		t.Errorf("small user variables have %d bytes", n)
	}

	var number uint64
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&number); err != nil {
		t.Fatal(err)
	}
	if err := c.Raw(func(driver any) error { return driver.(interface{ Close() error }).Close() }); err != nil {
		t.Fatal(err)
	}
	await(t, "the connection's end", func() bool { runtime.Gosched(); return s.schema.Read().ThreadByProcesslistID(number) == nil })
	for g, sums := range s.schema.Read().MemorySummary(record.ByAccount, 0).All() {
		for i := range sums {
			if m := &sums[i]; m.CurrentBytes() != 0 || m.CurrentCount() != 0 {
				t.Errorf("account %v has %d bytes of %s", g, m.CurrentBytes(), s.schema.Memory(perfschema.MemoryKey(i+1)).Class().Name())
			}
		}
	}
}

// A result that is sent counts with the buffer its values lie in.
func TestResultMemory(t *testing.T) {
	const n = 40_000
	s := wideServer(t, perfschema.Config{}, n)
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	rows(t, c, "SELECT pad FROM made.wide")
	m := s.memoryOf(t, id)["memory/sql/result"]
	// Of 40,000 values of 120 bytes no more than some windows of 1 MiB are held.
	if m.HighBytes < 1<<20 || m.HighBytes > 8<<20 {
		t.Errorf("%+v", m)
	}
	s.nothingHeld(t, id, "the result")
}
