package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/internal/heaptest"
)

// What the rarer operators keep is what the heap grows by while their input ends.
func TestRareOperatorMemory(t *testing.T) {
	if gms.RaceDetector {
		t.Skip("the race detector makes objects larger")
	}
	const n = 60_000
	atEnd := make(chan struct{})
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"),
		&wideDatabase{memory.NewDatabase("made"), n, nil}, &wideDatabase{memory.NewDatabase("ends"), n, atEnd})
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	for _, test := range []struct{ query, class string }{
		{"SELECT COUNT(*) FROM (SELECT id FROM ends.wide EXCEPT SELECT id + 1000 FROM made.wide) t", "distinct"},
		{"SELECT COUNT(*) FROM (SELECT id FROM ends.wide EXCEPT ALL SELECT k FROM made.wide) t", "distinct"},
		{"SELECT COUNT(*) FROM (SELECT id FROM ends.wide INTERSECT SELECT id + 1000 FROM made.wide) t", "distinct"},
		{"SELECT SUM(DISTINCT id) FROM ends.wide", "grouping"},
		{"SELECT id % 3, AVG(DISTINCT id) FROM ends.wide GROUP BY id % 3", "grouping"},
		{"SELECT COUNT(*) FROM ends.wide WHERE pad IN (SELECT CONCAT(pad, 'a') FROM made.wide)", "JOIN_CACHE"},
	} {
		name := "memory/sql/" + test.class
		heaptest.Agree(t, test.query, 0.125, func() (told, grown int64) {
			held, grown := s.heldAtEnd(t, c, atEnd, test.query, name)
			return held.CurrentBytes(), grown
		})
		s.nothingHeld(t, id, test.query)
	}
}

// What is said of a result's buffer is its size, the old one included while it
// doubles.
func TestResultBuffer(t *testing.T) {
	if gms.RaceDetector {
		t.Skip("the race detector makes objects larger")
	}
	const n = 30_000
	atEnd := make(chan struct{})
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("ends"), n, atEnd})
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	const query = "SELECT id, REPEAT(pad, 20) FROM ends.wide"
	// All rows have been read then, and all but the last few sent.
	var got *perfschema.MemoryStat
	heaptest.Agree(t, query, 0.1, func() (told, grown int64) {
		got, grown = s.heldAtEnd(t, c, atEnd, query, "memory/sql/result")
		return got.CurrentBytes(), grown
	})
	// 73 MB of values lie in 128 MiB; while these were made there were 64 MiB too.
	if got.HighBytes < 192<<20 || got.HighBytes > 200<<20 {
		t.Errorf("a high mark of %d bytes", got.HighBytes)
	}
	s.nothingHeld(t, id, query)
}
