package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
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
		run := func() (got, grown int64) {
			before := liveHeap()
			done := make(chan error)
			go func() {
				_, err := c.ExecContext(t.Context(), test.query)
				done <- err
			}()
			<-atEnd
			grown = liveHeap() - before
			got = s.memoryOf(t, id)[name].CurrentBytes()
			<-atEnd
			if err := <-done; err != nil {
				t.Fatalf("%s: %v", test.query, err)
			}
			return got, grown
		}
		got, grown := run()
		for range 2 {
			if d := got - grown; d < -grown/8 || d > grown/8 {
				got, grown = run()
			}
		}
		t.Logf("%s: %d bytes, the heap grew by %d, %+.1f %%", test.query, got, grown, 100*float64(got-grown)/float64(grown))
		if d := got - grown; d < -grown/8 || d > grown/8 {
			t.Errorf("%s: %s has %d bytes, the heap grew by %d", test.query, name, got, grown)
		}
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
	run := func() (got *perfschema.MemoryStat, grown int64) {
		before := liveHeap()
		done := make(chan int)
		go func() {
			r, err := c.QueryContext(t.Context(), query)
			if err != nil {
				t.Error(err)
			}
			rows := 0
			for r.Next() {
				rows++
			}
			r.Close()
			done <- rows
		}()
		<-atEnd // all rows have been read, and all but the last few sent
		grown = liveHeap() - before
		got = s.memoryOf(t, id)["memory/sql/result"]
		<-atEnd
		if rows := <-done; rows != n {
			t.Fatalf("%d rows", rows)
		}
		return got, grown
	}
	near := func(got *perfschema.MemoryStat, grown int64) bool {
		d := got.CurrentBytes() - grown
		return -grown/10 <= d && d <= grown/10
	}
	got, grown := run()
	for range 2 {
		if !near(got, grown) {
			got, grown = run()
		}
	}
	t.Logf("%d bytes, the heap grew by %d, high mark %d", got.CurrentBytes(), grown, got.HighBytes)
	if !near(got, grown) {
		t.Errorf("%d bytes, the heap grew by %d", got.CurrentBytes(), grown)
	}
	// 73 MB of values lie in 128 MiB; while these were made there were 64 MiB too.
	if got.HighBytes < 192<<20 || got.HighBytes > 200<<20 {
		t.Errorf("a high mark of %d bytes", got.HighBytes)
	}
	s.nothingHeld(t, id, query)
}
