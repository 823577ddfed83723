package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	gmssql "github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/record"
)

// What the rarer operators keep is what the heap grows by while their input ends.
func TestRareOperatorMemory(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	const n = 60_000
	s, atEnd := endsServer(t, n)
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	for _, test := range []struct{ query, class string }{
		{"SELECT COUNT(*) FROM (SELECT id FROM ends.wide EXCEPT SELECT id + 1000 FROM made.wide) t", "distinct"},
		{"SELECT COUNT(*) FROM (SELECT id FROM ends.wide EXCEPT ALL SELECT k FROM made.wide) t", "distinct"},
		{"SELECT COUNT(*) FROM (SELECT id FROM ends.wide INTERSECT SELECT id + 1000 FROM made.wide) t", "distinct"},
		{"SELECT SUM(DISTINCT id) FROM ends.wide", "grouping"},
		{"SELECT id % 3, AVG(DISTINCT id) FROM ends.wide GROUP BY id % 3", "grouping"},
		{"SELECT COUNT(*) FROM ends.wide WHERE pad IN (SELECT CONCAT(pad, 'a') FROM made.wide)", "JOIN_CACHE"},
		{"SELECT COUNT(*) FROM (SELECT id, pad, @n := id FROM ends.wide) t", "JOIN_CACHE"},
	} {
		name := "memory/sql/" + test.class
		heaptest.Agree(t, test.query, 0.125, func() (told, grown int64) {
			held, grown := s.heldAtEnd(t, c, atEnd, test.query, name)
			return held.CurrentBytes(), grown
		})
		s.nothingHeld(t, id, test.query)
	}
}

// What is said of a result's buffers is their size, for the result is sent in windows
// and a window's buffer is used again.
func TestResultBuffer(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	const n = 30_000
	atEnd := make(chan struct{})
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("ends"), n, atEnd})
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	const query = "SELECT id, REPEAT(pad, 20) FROM ends.wide" // 73 MB
	// All rows have been read then, and all but the last window sent.
	var got *record.MemoryStat
	heaptest.Agree(t, query, 0.2, func() (told, grown int64) {
		got, grown = s.heldAtEnd(t, c, atEnd, query, "memory/sql/result")
		return got.CurrentBytes(), grown
	})
	if got.HighBytes < 2<<20 || got.HighBytes > 12<<20 {
		t.Errorf("a high mark of %d bytes", got.HighBytes)
	}
	s.nothingHeld(t, id, query)
}

// However large a result was, its connection keeps a small buffer, and the engine's
// pool none.
func TestResultBufferAfter(t *testing.T) {
	if racetest.Enabled {
		t.Skip("under the race detector a pool drops what it is given at random")
	}
	s := wideServer(t, perfschema.Config{}, 3000)
	for range 8 {
		c := s.connect(t, "root", "shop")
		for _, query := range []string{
			"SELECT id, REPEAT(pad, 20) FROM made.wide", // 7.2 MB
			"SELECT GROUP_CONCAT(pad) FROM made.wide",
			"SELECT id FROM made.wide LIMIT 200",
			"SELECT nothing FROM made.wide",
		} {
			_, _ = tryRows(t.Context(), c, query) // one of them fails
			s.nothingHeld(t, s.thread(t, c).ID(), query)
		}
	}
	for range 64 {
		b := gmssql.ByteBufPool.Get().(*gmssql.ByteBuffer)
		if size := cap(b.Get()); size > 16<<10 {
			t.Errorf("a buffer of %d bytes is in the pool", size)
		}
	}
	var count, bytes int64
	for _, sums := range s.schema.Read().MemorySummary(record.Global, 0).All() {
		for i, m := range sums {
			if s.schema.Memory(perfschema.MemoryKey(i+1)).Class().Name() == "memory/sql/result_pool" {
				count, bytes = count+m.CurrentCount(), bytes+m.CurrentBytes()
			}
		}
	}
	if count != 8 || bytes < 8*4<<10 || bytes > 8*16<<10 {
		t.Errorf("8 connections keep %d buffers of %d bytes", count, bytes)
	}
}
