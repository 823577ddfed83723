package history

import (
	"os"
	"path/filepath"
	"testing"
)

// FillDay writes a day of a thousand digests for the benchmarks of who reads it, and gives
// the directory.
func FillDay(b *testing.B) string {
	h := fill(b, 24*60)
	b.Cleanup(func() { _ = h.Close() })
	return h.options.Dir
}

// FillHours writes hours of so many digests, and gives the directory.
func FillHours(b *testing.B, hours, digests int) string {
	h := fillWith(b, hours*60, digests)
	b.Cleanup(func() { _ = h.Close() })
	return h.options.Dir
}

// RemoveSums removes the sums beside the files.
func RemoveSums(t testing.TB, dir string) {
	t.Helper()
	sums, err := filepath.Glob(filepath.Join(dir, digestTable, "*."+blockMark+"*"))
	if err != nil || len(sums) == 0 {
		t.Fatalf("%d sums, %v", len(sums), err)
	}
	for _, path := range sums {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}
