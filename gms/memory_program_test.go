package gms_test

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
)

const (
	callClass    = "memory/sql/sp_head::call_mem_root"
	programClass = "memory/sql/sp_head::execute_mem_root"
)

// What the interpreter of a procedure collects, where results cannot be sent as they
// come, is what the heap grows by.
func TestCallMemory(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	const n = 60_000
	atEnd := make(chan struct{})
	s := startServerSet(t, perfschema.Config{}, engineTLS(t), memory.NewDatabase("shop"),
		&wideDatabase{memory.NewDatabase("made"), n, nil}, &wideDatabase{memory.NewDatabase("ends"), n, atEnd})
	c := s.connectTLS(t)
	id := s.thread(t, c).ID()
	for name, body := range map[string]string{
		"one":    "SELECT * FROM ends.wide",
		"two":    "BEGIN SELECT id FROM made.wide; SELECT * FROM ends.wide; END",
		"nested": "BEGIN SELECT k FROM made.wide; CALL one(); END",
	} {
		mustExec(t, c, "CREATE PROCEDURE "+name+"() "+body)
	}
	for _, name := range []string{"one", "two", "nested"} {
		query := "CALL " + name + "()"
		heaptest.Agree(t, query, 0.1, func() (told, grown int64) {
			held, grown := s.heldAtEnd(t, c, atEnd, query, callClass)
			return held.CurrentBytes(), grown
		})
		s.nothingHeld(t, id, query)
	}
}

// Of the rows of a procedure's statements that cannot be sent as they come those of
// the last SELECT are held until they are sent; however the procedure ends, nothing is
// after.
func TestCallMemoryEnds(t *testing.T) {
	racetest.SkipAlone(t)
	const n = 20_000
	s := startServerSet(t, perfschema.Config{}, engineTLS(t), memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), n, nil})
	c, other := s.connectTLS(t), s.connectTLS(t)
	id := s.thread(t, c).ID()
	for name, body := range map[string]string{
		"last":    "BEGIN SELECT id FROM made.wide; SELECT id, pad FROM made.wide; SELECT id FROM made.wide LIMIT 10 INTO @a, @b; END",
		"one":     "SELECT id, pad FROM made.wide",
		"calls":   "BEGIN CALL one(); SELECT 7; END",
		"fails":   "BEGIN SELECT id FROM made.wide; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END",
		"missing": "BEGIN SELECT id FROM made.wide; SELECT missing FROM made.wide; END",
		"fetches": "BEGIN DECLARE a BIGINT; DECLARE cur CURSOR FOR SELECT id FROM made.wide ORDER BY k; OPEN cur; FETCH cur INTO a; SELECT a; END",
		"loops":   "BEGIN DECLARE i INT DEFAULT 0; WHILE i < 50 DO SET i = i + 1; SELECT id FROM made.wide WHERE id < 100; END WHILE; SELECT i; END",
		"rounds":  "BEGIN SELECT * FROM made.wide; SELECT id, pad, REPEAT(pad, 40) FROM made.wide; END",
	} {
		mustExec(t, c, "CREATE PROCEDURE "+name+"() "+body)
	}
	for _, name := range []string{"last", "one", "calls", "fails", "missing", "fetches", "loops"} {
		query := "CALL " + name + "()"
		before := *s.memoryOf(t, id)[programClass]
		_, err := tryRows(t.Context(), c, query)
		t.Logf("%s: %v", query, err)
		s.nothingHeld(t, id, query)
		if after := s.memoryOf(t, id)[programClass]; after.CountAlloc == before.CountAlloc {
			t.Errorf("%s: no plan has been counted", query)
		}
	}

	// While the last result is sent, that of the statement before is gone.
	r := halted(t, c, "CALL rounds()")
	rowSize := int64(48 + 24 + 8 + 8 + 16 + 128)
	m := s.memoryOf(t, id)[callClass]
	big := n * (rowSize + 40*120)
	if got := m.CurrentBytes(); got < big*9/10 || got > big*11/10 || m.HighBytes < got+n*rowSize*9/10 {
		t.Errorf("%d bytes while the result is sent, %d at most; its rows have %d", got, m.HighBytes, big)
	}
	s.killHalted(t, other, id, r)
}

// The parse tree of a procedure and the plans of its statements count while they
// run.
func TestProgramTreeMemory(t *testing.T) {
	racetest.SkipAlone(t)
	s := wideServer(t, perfschema.Config{}, 10)
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	list := strings.Repeat("123456, ", 20_000) + "7"
	mustExec(t, c, "CREATE PROCEDURE small() BEGIN SELECT id FROM made.wide WHERE id IN (7); END")
	mustExec(t, c, "CREATE PROCEDURE large() BEGIN SELECT id FROM made.wide WHERE id IN ("+list+"); END")
	mustExec(t, c, "CREATE PROCEDURE around() BEGIN CALL small(); CALL large(); END")
	high := func(query string) int64 {
		t.Helper()
		mustExec(t, c, "TRUNCATE performance_schema.memory_summary_by_thread_by_event_name")
		rows(t, c, query)
		s.nothingHeld(t, id, query)
		return s.memoryOf(t, id)[programClass].HighBytes
	}
	small, large, around := high("CALL small()"), high("CALL large()"), high("CALL around()")
	t.Logf("%d, %d and %d bytes", small, large, around)
	// A number is an SQLVal of the parse tree and a literal of the plan at least.
	if small < 1000 || small > 100_000 || large < 20_000*120 || large > 20_000*1000 || around < large || around > large+200_000 {
		t.Errorf("plans of %d, %d and %d bytes", small, large, around)
	}
}
