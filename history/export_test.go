package history

import "testing"

// FillDay writes a day of a thousand digests for the benchmarks of who reads it, and gives
// the directory.
func FillDay(b *testing.B) string {
	h := fill(b, 24*60)
	b.Cleanup(func() { _ = h.Close() })
	return h.options.Dir
}

// FillHour writes an hour of so many digests, and gives the directory.
func FillHour(b *testing.B, digests int) string {
	h := fillWith(b, 60, digests)
	b.Cleanup(func() { _ = h.Close() })
	return h.options.Dir
}
