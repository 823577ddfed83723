package definition

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// A Recent is compared with a model that keeps every definition: no definition is missed, and
// a table that was not defined is reported only if a definition as old was evicted, that is,
// if more other tables were defined since than are remembered.
func TestRecentAgainstModel(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		limit := 1 + random.IntN(8)
		r, generation := NewRecent(limit), uint64(0)
		type definition struct {
			tableKey
			generation uint64
		}
		var all []definition
		name := func() tableKey {
			return tableKey{fmt.Sprint("d", random.IntN(3)), fmt.Sprint("t", random.IntN(6))}
		}
		for range 300 {
			if random.IntN(3) == 0 {
				key := name()
				if random.IntN(8) == 0 {
					key.table = ""
				}
				generation += uint64(random.IntN(2)) // several tables of one statement have the same one
				all = append(all, definition{key, generation})
				r.Add(key.database, key.table, generation)
			}
			if len(r.tables) > limit || r.order.Len() != len(r.tables) {
				t.Fatalf("seed %d: %d tables, %d in order, limit %d", seed, len(r.tables), r.order.Len(), limit)
			}
			key, since := name(), uint64(random.IntN(int(generation)+2))
			defined, others := false, make(map[tableKey]bool)
			for _, d := range all {
				if d.generation > since {
					others[d.tableKey] = true
					defined = defined || d.tableKey == key || d.tableKey == tableKey{key.database, ""}
				}
			}
			switch got := r.Since(key.database, key.table, since); {
			case defined && !got:
				t.Fatalf("seed %d: the definition of %v since %d is missed", seed, key, since)
			case got && !defined && len(others) <= limit:
				t.Fatalf("seed %d: %v was not defined since %d, and %d others were, limit %d", seed, key, since, len(others), limit)
			}
		}
	}
}

// TestRecentFirst checks that the first definition marks its own table and no other.
func TestRecentFirst(t *testing.T) {
	r := NewRecent(1000)
	r.Add("d", "t", 5)
	if r.Since("d", "u", 4) || r.Since("e", "t", 4) || !r.Since("d", "t", 4) || r.Since("d", "t", 5) {
		t.Error("the first definition marks another table")
	}
}
