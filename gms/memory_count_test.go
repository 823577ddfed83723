package gms_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// COUNT_ALLOC of what a statement keeps is the rows, groups and keys that it
// kept, and what the tables they lie in have grown by; and each is freed.
func TestMemoryCountsRows(t *testing.T) {
	const n = 5000
	s := wideServer(t, perfschema.Config{}, n)
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	for _, tt := range []struct {
		query, class string
		least, most  uint64
	}{
		{"SELECT id FROM made.wide ORDER BY k", "Filesort_buffer::sort_keys", n, n + 64},
		{"SELECT id FROM made.wide ORDER BY k LIMIT 100", "Filesort_buffer::sort_keys", 100, 164},
		{"SELECT k, COUNT(*) FROM made.wide GROUP BY k", "grouping", n, 2*n + 64}, // a key and its buffers,
		{"SELECT DISTINCT k FROM made.wide", "distinct", 1, 64},                   // hashes, in a table that grows
		{"SELECT COUNT(*) FROM made.wide a JOIN made.wide b ON a.k = b.k", "hash_op", n, n + n/10},
	} {
		name := "memory/sql/" + tt.class
		before := *s.memoryOf(t, id)[name]
		rows(t, c, tt.query)
		after := *s.memoryOf(t, id)[name]
		allocated, freed := after.CountAlloc-before.CountAlloc, after.CountFree-before.CountFree
		if allocated < tt.least || allocated > tt.most || freed != allocated {
			t.Errorf("%s: %d blocks allocated and %d freed, want %d to %d", tt.query, allocated, freed, tt.least, tt.most)
		}
		if most := int64(tt.least); after.HighCount < most/2 {
			t.Errorf("%s: at most %d at a time", tt.query, after.HighCount)
		}
	}
	s.nothingHeld(t, id, "all")
}
