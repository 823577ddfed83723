package stat

import (
	"math/rand/v2"
	"testing"
)

// TestCachesFindWhatTheTableHas asks for classes at random, more than there are slots,
// while the content is taken away now and then: a cache gives the table's own stat.
func TestCachesFindWhatTheTableHas(t *testing.T) {
	const classes = 3*wideSize + 1
	table := NewTable[Timer](classes)
	var narrow Cache[Timer]
	var wide Wide[Timer]
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		if random.IntN(1000) == 0 {
			table.Take()
		}
		class := uint32(random.IntN(classes + 2))
		n, w := narrow.At(&table, class), wide.At(&table, class)
		if want := table.At(int(class)); n != want || w != want {
			t.Fatalf("class %d is at %p, by the caches at %p and %p", class, want, n, w)
		}
		if n != nil && (narrow.Hit(&table, class) != n || wide.Hit(&table, class) != n) {
			t.Fatalf("class %d is forgotten at once", class)
		}
	}
}
