package perfschema

import "testing"

// Digests are listed as they were first seen, however long ago that was.
func TestDigestsFarApart(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	const hour = 3_600_000_000
	table := s.digests.table.Load()
	for i, first := range []int64{1, 3 * hour, 2 * hour, 1 * hour} {
		e := &digestEntry{table: table, schema: string(rune('a' + i))}
		e.first.Store(first)
		table.slots[i].Store(e)
	}
	var order string
	for _, d := range s.Read().ListDigests() {
		order += d.Schema()
	}
	if order != "adcb" {
		t.Errorf("listed %s", order)
	}
}
