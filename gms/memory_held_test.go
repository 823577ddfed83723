package gms_test

import (
	"runtime"
	"runtime/debug"
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

// The buffer of a result that has been sent is the pool's until it is collected.
func TestResultPool(t *testing.T) {
	if gms.RaceDetector {
		t.Skip("under the race detector a pool drops what it is given at random")
	}
	runtime.GC()
	runtime.GC() // buffers of tests before
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	s := wideServer(t, perfschema.Config{}, 3000)
	c := s.connect(t, "root", "shop")
	pooled := func() (count, bytes int64) {
		for _, sums := range s.schema.MemorySummary(perfschema.Global, 0) {
			for i, m := range sums {
				if s.schema.Memory(perfschema.MemoryKey(i+1)).Class().Name() == "memory/sql/result_pool" {
					count, bytes = count+m.CurrentCount(), bytes+m.CurrentBytes()
				}
			}
		}
		return count, bytes
	}
	if n, bytes := pooled(); n != 0 || bytes != 0 {
		t.Errorf("%d buffers of %d bytes before", n, bytes)
	}
	const query = "SELECT id, REPEAT(pad, 20) FROM made.wide" // 7.2 MB
	rows(t, c, query)
	s.nothingHeld(t, s.thread(t, c).ID(), query)
	if n, bytes := pooled(); n != 1 || bytes != 8<<20 {
		t.Errorf("%d buffers of %d bytes after", n, bytes)
	}
	await(t, "the pool to be emptied", func() bool {
		runtime.GC()
		_, bytes := pooled()
		return bytes == 0
	})
}
